/* Rows, gain, result. Scalar: epsilon. A block takes the rows; its lanes share each of them. */
TM_KERNEL void rms_norm(tm_task &task) {
    TM_SHARED float parts[1024];
    int rows = (int)tm_dimension(task, 0, 0), columns = (int)tm_dimension(task, 0, 1);
    const float *x = tm_dense<float>(task, 0);
    const float *gain = tm_dense<float>(task, 1);
    float *y = tm_dense<float>(task, 2);
    float epsilon = tm_scalar_float(task, 0);
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int i = (int)tm_lane(); i < columns; i += (int)tm_lanes()) {
            sum += x[row * columns + i] * x[row * columns + i];
        }
        parts[tm_lane()] = sum;
        tm_sync();
        for (tm_u32 half = tm_lanes() / 2; half > 0; half /= 2) {
            if (tm_lane() < half) {
                parts[tm_lane()] += parts[tm_lane() + half];
            }
            tm_sync();
        }
        float scale = 1.0f / sqrtf(parts[0] / columns + epsilon);
        for (int i = (int)tm_lane(); i < columns; i += (int)tm_lanes()) {
            y[row * columns + i] = x[row * columns + i] * scale * gain[i];
        }
        tm_sync(); /* the next row writes the parts again */
    }
}
