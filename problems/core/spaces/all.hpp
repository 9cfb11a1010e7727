#pragma once
// The spaces of problems.

#include "problems/core/spaces/directed_rotation.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/core/spaces/so_n.hpp"
