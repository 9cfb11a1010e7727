#pragma once
// Registration of the commands: each function adds one command to the command line.

#include "program/interface/command_line.hpp"

namespace rattleback {

void add_list(CommandLine& line);
void add_show(CommandLine& line);
void add_run(CommandLine& line);
void add_converge(CommandLine& line);
void add_compare(CommandLine& line);
void add_choose(CommandLine& line);
void add_ensemble(CommandLine& line);
void add_build(CommandLine& line);
void add_laws(CommandLine& line);
void add_merge(CommandLine& line);
void add_reproduce(CommandLine& line);
void add_report(CommandLine& line);
void add_diff(CommandLine& line);
void add_doctor(CommandLine& line);
void add_completion(CommandLine& line);

}  // namespace rattleback
