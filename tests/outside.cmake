# The program from outside: random command lines, failing writes, and tables that others read.

# Debian's Python has its packages; one that precedes it on the path may lack them.
find_program(RATTLEBACK_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(RATTLEBACK_PYTHON NAMES python3 REQUIRED)
execute_process(COMMAND ${RATTLEBACK_PYTHON} -c "import numpy, pandas"
  RESULT_VARIABLE tables_cannot_be_read OUTPUT_QUIET ERROR_QUIET)
find_program(RATTLEBACK_OCTAVE octave-cli)
set(outside ${CMAKE_CURRENT_SOURCE_DIR})
set(sanitized "")
if(RATTLEBACK_PRESET STREQUAL "asan")
  set(sanitized --asan)
endif()

# Adds a test that runs a script of Python on the program; its environment is that of all tests.
function(rattleback_test_from_outside name script)
  add_test(NAME ${name} COMMAND ${RATTLEBACK_PYTHON} ${outside}/${script} $<TARGET_FILE:rattleback>
    ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${rattleback_test_timeout} COST ${rattleback_long_test}
    ENVIRONMENT "${rattleback_test_environment}")
endfunction()

# Random inputs (hypothesis): the program, and texts against an evaluation of their own.
foreach(test lines files)
  rattleback_test_from_outside(fuzz.${test} fuzz/${test}_test.py ${sanitized})
endforeach()
foreach(test texts starts)
  add_test(NAME fuzz.${test} COMMAND ${RATTLEBACK_PYTHON} ${outside}/fuzz/${test}_test.py $<TARGET_FILE:text_probe>)
  set_tests_properties(fuzz.${test} PROPERTIES TIMEOUT ${rattleback_test_timeout})
endforeach()

# Loaded before the C library: no flags of ours.
add_library(rattleback_faulty MODULE faults/faulty.c)
target_link_libraries(rattleback_faulty PRIVATE ${CMAKE_DL_LIBS})
target_compile_options(rattleback_faulty PRIVATE -O1 -Wall -Wextra)
rattleback_test_from_outside(faults.sample faults/faults.py $<TARGET_FILE:rattleback_faulty>
  ${CMAKE_CURRENT_BINARY_DIR}/faults --sample 6)

if(tables_cannot_be_read OR NOT RATTLEBACK_OCTAVE)
  message(STATUS "Tables are not checked: python3-numpy, python3-pandas or octave is missing")
elseif(RATTLEBACK_PRESET STREQUAL "repro")
  rattleback_test_from_outside(outputs.tables outputs/outputs.py ${CMAKE_CURRENT_BINARY_DIR}/outputs)
  rattleback_test_from_outside(outputs.memory outputs/outputs.py ${CMAKE_CURRENT_BINARY_DIR}/memory
    --memory)
endif()
