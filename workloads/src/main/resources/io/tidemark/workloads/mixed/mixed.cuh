#include "dense.cuh"

TM_KERNEL void mixed_matmul(tm_task &task) {
    int tile = (int)tm_dimension(task, 0, 0);
    dense_multiply(
        dense_matrix(task, 0), dense_matrix(task, 1), tm_dense<float>(task, 2), tile, tile, tile,
        tile, false);
}

TM_DEVICE void mixed_each(tm_task &task, tm_u32 first, bool times) {
    const float *left = tm_dense<float>(task, first);
    const float *right = tm_dense<float>(task, first + 1);
    float *out = tm_dense<float>(task, first + 2);
    tm_i64 elements = tm_elements(task, first);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = times ? left[i] * right[i] : left[i] + right[i];
    }
}

TM_KERNEL void mixed_add_first(tm_task &task) { mixed_each(task, 0, false); }
TM_KERNEL void mixed_add_second(tm_task &task) { mixed_each(task, 3, false); }
TM_KERNEL void mixed_times_second(tm_task &task) { mixed_each(task, 3, true); }
TM_KERNEL void mixed_times_third(tm_task &task) { mixed_each(task, 6, true); }
