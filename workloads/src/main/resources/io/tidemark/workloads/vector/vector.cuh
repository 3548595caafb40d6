/* out = left + right, element by element, for dense vectors of float. */
TM_KERNEL void vector_add(tm_task &task) {
    const float *left = tm_dense<float>(task, 0);
    const float *right = tm_dense<float>(task, 1);
    float *out = tm_dense<float>(task, 2);
    tm_i64 elements = tm_elements(task, 2);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = left[i] + right[i];
    }
}

TM_KERNEL void vector_add_scalar(tm_task &task) {
    const float *in = tm_dense<float>(task, 0);
    float *out = tm_dense<float>(task, 1);
    float scalar = tm_scalar_float(task, 0);
    tm_i64 elements = tm_elements(task, 1);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = in[i] + scalar;
    }
}

TM_KERNEL void vector_multiply(tm_task &task) {
    const float *left = tm_dense<float>(task, 0);
    const float *right = tm_dense<float>(task, 1);
    float *out = tm_dense<float>(task, 2);
    tm_i64 elements = tm_elements(task, 2);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        out[i] = left[i] * right[i];
    }
}
