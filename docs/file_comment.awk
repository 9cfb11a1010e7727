# Filter of the API reference: makes the comment below `#pragma once` the documentation of the file.
FNR == 2 && /^\/\/ / { print "/// @file"; in_comment = 1 }
in_comment && /^\/\// { sub(/^\/\//, "///"); print; next }
{ in_comment = 0; print }
