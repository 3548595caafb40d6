#include "dense.cuh"

/* Left and right tiles, their products; sizes of the case. */
TM_KERNEL void bgemm_gemm(tm_task &task) {
    const int *config = tm_dense<int>(task, 3);
    int tile = config[0], loop = config[1];
    float *out = tm_dense<float>(task, 2);
    for (int i = 0; i < loop; i++) {
        tm_i64 at = (tm_i64)i * tile * tile;
        dense_operand left = {tm_dense<float>(task, 0) + at, tile, 1, false};
        dense_operand right = {tm_dense<float>(task, 1) + at, tile, 1, false};
        dense_multiply(left, right, out + at, tile, tile, tile, tile, false);
    }
}

/* Sum so far, what is added to it. */
TM_KERNEL void bgemm_add(tm_task &task) {
    float *__restrict__ sum = tm_dense<float>(task, 0);
    const float *__restrict__ part = tm_dense<float>(task, 1);
    tm_i64 elements = tm_elements(task, 0);
#pragma unroll 8
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        sum[i] += part[i];
    }
}
