/* out = left + right, element by element, for dense vectors of float. */
TM_KERNEL void vector_add(tm_task &task) {
    const float *__restrict__ left = tm_dense<float>(task, 0);
    const float *__restrict__ right = tm_dense<float>(task, 1);
    float *__restrict__ out = tm_dense<float>(task, 2);
    tm_i64 elements = tm_elements(task, 2);
#pragma unroll 8
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = left[i] + right[i];
    }
}

TM_KERNEL void vector_add_scalar(tm_task &task) {
    const float *__restrict__ in = tm_dense<float>(task, 0);
    float *__restrict__ out = tm_dense<float>(task, 1);
    float scalar = tm_scalar_float(task, 0);
    tm_i64 elements = tm_elements(task, 1);
#pragma unroll 8
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = in[i] + scalar;
    }
}

TM_KERNEL void vector_multiply(tm_task &task) {
    const float *__restrict__ left = tm_dense<float>(task, 0);
    const float *__restrict__ right = tm_dense<float>(task, 1);
    float *__restrict__ out = tm_dense<float>(task, 2);
    tm_i64 elements = tm_elements(task, 2);
#pragma unroll 8
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = left[i] * right[i];
    }
}
