#include "dense.cuh"

#define DECODER_EPSILON 1e-6f

/* An element of a matrix. */
TM_DEVICE float *decoder_at(const tm_task &task, tm_u32 tensor, int row, int column) {
    const tm_i64 *strides = task.tensors[tensor].strides;
    return tm_dense<float>(task, tensor) + row * strides[0] + column * strides[1];
}

/* Partial products of one element, added up in the order of the parts. */
TM_DEVICE float decoder_sum(const tm_task &task, tm_u32 tensor, int row, int column) {
    const tm_i64 *strides = task.tensors[tensor].strides;
    const float *first = tm_dense<float>(task, tensor) + row * strides[1] + column * strides[2];
    int parts = (int)tm_dimension(task, tensor, 0);
    float sum = 0;
    for (int part = 0; part < parts; part++) {
        sum += first[part * strides[0]];
    }
    return sum;
}

/* Source, target. */
TM_KERNEL void decoder_copy(tm_task &task) {
    tm_i64 elements = tm_elements(task, 0);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        *tm_element<float>(task, 1, i) = *tm_element<float>(task, 0, i);
    }
}

/* Tensors to clear. */
TM_KERNEL void decoder_seed(tm_task &task) {
    for (tm_u32 tensor = 0; tensor < task.arguments.tensor_count; tensor++) {
        tm_i64 elements = tm_elements(task, tensor);
        for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
            *tm_element<float>(task, tensor, i) = 0;
        }
    }
}

/* Residual, gamma, product. Scalar: tile; each block takes the tile of columns with its number. */
TM_KERNEL void decoder_x_gamma(tm_task &task) {
    int tile = (int)tm_scalar_bits(task, 0), from = (int)task.payload.block_index * tile;
    int elements = (int)tm_dimension(task, 0, 0) * tile;
    const float *gamma = tm_dense<float>(task, 1);
    for (int i = (int)tm_lane(); i < elements; i += (int)tm_lanes()) {
        int row = i / tile, column = from + i % tile;
        *decoder_at(task, 2, row, column) = *decoder_at(task, 0, row, column) * gamma[column];
    }
}

/* One over the root of the mean square of each row: of the first tensor, or of the first two's sum. */
TM_DEVICE void decoder_reciprocals(tm_task &task, bool is_sum, tm_u32 to) {
    int rows = (int)tm_dimension(task, 0, 0), width = (int)tm_dimension(task, 0, 1);
    for (int row = (int)group_number(); row < rows; row += (int)group_count()) {
        float squares = 0;
        for (int column = (int)group_lane(); column < width; column += GROUP_LANES) {
            float value = *decoder_at(task, 0, row, column);
            if (is_sum) {
                value += *decoder_at(task, 1, row, column);
            }
            squares += value * value;
        }
        squares = group_sum(squares);
        if (group_lane() == 0) {
            tm_dense<float>(task, to)[row] = 1.0f / sqrtf(squares / (float)width + DECODER_EPSILON);
        }
    }
}

/* Residual, reciprocals. */
TM_KERNEL void decoder_rms_recip(tm_task &task) { decoder_reciprocals(task, false, 1); }

/* Residual, projection, reciprocals of their sum. */
TM_KERNEL void decoder_post_rms(tm_task &task) { decoder_reciprocals(task, true, 2); }

/* Rows, weights, product. Scalar: tile; each block takes the tile of columns with its number. */
TM_DEVICE void decoder_tile(tm_task &task, bool adds) {
    int tile = (int)tm_scalar_bits(task, 0), from = (int)task.payload.block_index * tile;
    int rows = (int)tm_dimension(task, 0, 0), inner = (int)tm_dimension(task, 0, 1);
    int left = (int)tm_dimension(task, 1, 1) - from;
    dense_operand weights = dense_matrix(task, 1);
    weights.base = (const float *)weights.base + from * weights.column_stride;
    dense_multiply(
        dense_matrix(task, 0), weights, decoder_at(task, 2, 0, from), task.tensors[2].strides[0], rows,
        tile < left ? tile : left, inner, adds);
}

TM_KERNEL void decoder_project(tm_task &task) { decoder_tile(task, true); }
TM_KERNEL void decoder_multiply(tm_task &task) { decoder_tile(task, false); }

/* Residual, projection, gamma; new residual, its product with gamma. */
TM_KERNEL void decoder_residual(tm_task &task) {
    int width = (int)tm_dimension(task, 0, 1), elements = (int)tm_dimension(task, 0, 0) * width;
    const float *gamma = tm_dense<float>(task, 2);
    for (int i = (int)tm_lane(); i < elements; i += (int)tm_lanes()) {
        int row = i / width, column = i % width;
        float value = *decoder_at(task, 0, row, column) + *decoder_at(task, 1, row, column);
        *decoder_at(task, 3, row, column) = value;
        *decoder_at(task, 4, row, column) = value * gamma[column];
    }
}

/* Partial gates, partial ups, reciprocals; activation. */
TM_KERNEL void decoder_silu(tm_task &task) {
    int width = (int)tm_dimension(task, 3, 1), elements = (int)tm_dimension(task, 3, 0) * width;
    const float *reciprocals = tm_dense<float>(task, 2);
    for (int i = (int)tm_lane(); i < elements; i += (int)tm_lanes()) {
        int row = i / width, column = i % width;
        float gate = decoder_sum(task, 0, row, column) * reciprocals[row];
        float up = decoder_sum(task, 1, row, column) * reciprocals[row];
        *decoder_at(task, 3, row, column) = gate / (1.0f + dense_exp(-gate)) * up;
    }
}

/* Residual, partial products, next gamma; next residual, its product. Scalar: tile. */
TM_KERNEL void decoder_close(tm_task &task) {
    int tile = (int)tm_scalar_bits(task, 0), from = (int)task.payload.block_index * tile;
    int elements = (int)tm_dimension(task, 0, 0) * tile;
    const float *gamma = tm_dense<float>(task, 2);
    for (int i = (int)tm_lane(); i < elements; i += (int)tm_lanes()) {
        int row = i / tile, column = from + i % tile;
        float value = *decoder_at(task, 0, row, column) + decoder_sum(task, 1, row, column);
        *decoder_at(task, 3, row, column) = value;
        *decoder_at(task, 4, row, column) = value * gamma[column];
    }
}
