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
    dense_add(tm_dense<float>(task, 0), tm_dense<float>(task, 1), tm_elements(task, 0));
}
