# Installation and the Debian packages of `make package`: the program, headers and libraries for C++,
# the Python package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS rattleback DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
# The completion of shells and the man page are printed by the program.
if(NOT CMAKE_CROSSCOMPILING)
  set(printed ${PROJECT_BINARY_DIR}/generated/printed)
  file(MAKE_DIRECTORY ${printed})
  add_custom_command(TARGET rattleback POST_BUILD
    COMMAND rattleback completion bash > ${printed}/rattleback
    COMMAND rattleback completion zsh > ${printed}/_rattleback
    COMMAND rattleback completion man > ${printed}/rattleback.1)
  install(FILES ${printed}/rattleback DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${printed}/_rattleback DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${printed}/rattleback.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endif()

# Headers include each other by paths such as "problems/core/numbers/vec.hpp", and are included from outside as
# <rattleback/problems/core/numbers/vec.hpp>.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/rattleback)
install(DIRECTORY base problems integrators DESTINATION ${headers} COMPONENT dev
  FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_BINARY_DIR}/generated DESTINATION ${headers} COMPONENT dev
  FILES_MATCHING PATTERN "*.hpp" PATTERN "site_texts.hpp" EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/stated DESTINATION ${headers} COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/catalogue/methods.hpp DESTINATION ${headers}/catalogue
  COMPONENT dev)
if(EXISTS ${PROJECT_BINARY_DIR}/quadmath/quadmath.h)  # for clang: consumers, and user headers
  install(FILES ${PROJECT_BINARY_DIR}/quadmath/quadmath.h DESTINATION ${headers}/quadmath COMPONENT dev)
endif()
if(RATTLEBACK_QUADMATH_OF_GCC)
  install(FILES ${PROJECT_BINARY_DIR}/quadmath/quadmath.h DESTINATION ${headers} COMPONENT dev)
endif()
install(FILES $<TARGET_FILE:rattleback_solvers> $<TARGET_FILE:rattleback_registry>
  $<TARGET_FILE:rattleback_texts> $<TARGET_FILE:rattleback_problem_texts>
  DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)

# Eigen's alignment depends on the instruction set: consumers must use the alignment of the library.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${number_flags} -dM -E -x c++ /dev/null
  OUTPUT_VARIABLE macros)
set(rattleback_eigen_alignment 16)
if(macros MATCHES "__AVX512F__")
  set(rattleback_eigen_alignment 64)
elseif(macros MATCHES "__AVX__")
  set(rattleback_eigen_alignment 32)
endif()
set(rattleback_sleef "")
if(RATTLEBACK_PRESET STREQUAL "perf")
  set(rattleback_sleef sleef)
endif()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/rattleback)
configure_package_config_file(cmake/rattlebackConfig.cmake.in
  ${PROJECT_BINARY_DIR}/rattlebackConfig.cmake INSTALL_DESTINATION ${config_folder}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rattlebackConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rattlebackConfig.cmake
  ${PROJECT_BINARY_DIR}/rattlebackConfigVersion.cmake DESTINATION ${config_folder} COMPONENT dev)

string(REGEX REPLACE "([^ ]+)" "-l\\1" rattleback_other_libraries "${rattleback_quadmath} ${rattleback_sleef}")
file(RELATIVE_PATH rattleback_way_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/rattleback.pc.in ${PROJECT_BINARY_DIR}/rattleback.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rattleback.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

install(DIRECTORY verdicts DESTINATION ${CMAKE_INSTALL_DATADIR}/rattleback COMPONENT program)
install(DIRECTORY experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/rattleback COMPONENT program
  FILES_MATCHING PATTERN experiments.toml)

if(TARGET rattleback_python)
  set(package lib/python3/dist-packages/rattleback)
  install(TARGETS rattleback_python LIBRARY DESTINATION ${package} COMPONENT python
    OPTIONAL)
  install(DIRECTORY python/rattleback/ DESTINATION ${package} COMPONENT python
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The authors of Rattleback")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Nonholonomic integrators: runs, measurements and comparisons")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rattleback)
set(same_version "librattleback-dev (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox, fonts-dejavu-core, ${same_version}")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Command-line program: runs, orders, comparisons, reproduction of papers.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers and libraries for C++ and for user methods.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Python package with the functions of the program.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME librattleback-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "g++, libboost-dev, libeigen3-dev, libfmt-dev, libsundials-dev, libtomlplusplus-dev")
if(rattleback_sleef)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libsleef-dev")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rattleback)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, ${same_version}")
get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
list(REMOVE_ITEM CPACK_COMPONENTS_ALL Unspecified)
include(CPack)
