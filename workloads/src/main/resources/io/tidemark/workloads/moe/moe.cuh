#include "dense.cuh"

/* Rows, weights, product. */
TM_KERNEL void moe_multiply(tm_task &task) {
    int rows = (int)tm_dimension(task, 0, 0), inner = (int)tm_dimension(task, 0, 1);
    int columns = (int)tm_dimension(task, 1, 1);
    dense_multiply(
        dense_matrix(task, 0), dense_matrix(task, 1), tm_dense<float>(task, 2),
        task.tensors[2].strides[0], rows, columns, inner, false);
}

/*
 * The best experts of one token, the lower number first among equals, and their softmax; a group of
 * lanes. Each lane looks only at its own experts; chosen and weights have a row for each expert.
 */
TM_DEVICE void moe_choose(
    const float *scores, int *chosen, float *weights, int experts, int tokens, int top) {
    for (int expert = (int)group_lane(); expert < experts; expert += GROUP_LANES) {
        chosen[(tm_i64)expert * tokens] = 0;
    }
    float first = 0, sum = 0;
    for (int i = 0; i < top; i++) {
        float score = DENSE_LOWEST;
        int mine = -1;
        for (int expert = (int)group_lane(); expert < experts; expert += GROUP_LANES) {
            if (chosen[(tm_i64)expert * tokens] == 0 && (mine < 0 || scores[expert] > score)) {
                score = scores[expert];
                mine = expert;
            }
        }
        float largest = group_max(mine < 0 ? DENSE_LOWEST : score);
        float lowest = group_max(mine >= 0 && score == largest ? -(float)mine : DENSE_LOWEST);
        first = i == 0 ? largest : first;
        float exponential = dense_exp(largest - first);
        sum += exponential;
        if (mine >= 0 && -(float)mine == lowest) {
            chosen[(tm_i64)mine * tokens] = 1;
            weights[(tm_i64)mine * tokens] = exponential;
        }
    }
    for (int expert = (int)group_lane(); expert < experts; expert += GROUP_LANES) {
        if (chosen[(tm_i64)expert * tokens] != 0) {
            weights[(tm_i64)expert * tokens] /= sum;
        }
    }
}

/* Scores; per expert count, tokens in order, their weights. Scalar: top. */
TM_KERNEL void moe_route(tm_task &task) {
    int tokens = (int)tm_dimension(task, 0, 0), experts = (int)tm_dimension(task, 0, 1);
    int *lists = tm_dense<int>(task, 2);
    float *weights = tm_dense<float>(task, 3);
    for (int token = (int)group_number(); token < tokens; token += (int)group_count()) {
        moe_choose(
            tm_dense<float>(task, 0) + (tm_i64)token * experts, lists + token, weights + token, experts,
            tokens, (int)tm_scalar_bits(task, 0));
    }
    tm_sync();
    for (int expert = (int)tm_lane(); expert < experts; expert += (int)tm_lanes()) {
        int *list = lists + (tm_i64)expert * tokens;
        float *weight = weights + (tm_i64)expert * tokens;
        int count = 0;
        for (int token = 0; token < tokens; token++) { /* moves to the front what is chosen */
            if (list[token] != 0) {
                list[count] = token;
                weight[count] = weight[token];
                count++;
            }
        }
        for (int rest = count; rest < tokens; rest++) {
            list[rest] = 0;
            weight[rest] = 0;
        }
        tm_dense<int>(task, 1)[expert] = count;
    }
}

/* Rows of a tile that have a token. Scalars: expert, first row. */
TM_DEVICE int moe_filled(const tm_task &task, tm_u32 counts, int rows) {
    int first = (int)tm_scalar_bits(task, 1);
    int left = tm_dense<int>(task, counts)[tm_scalar_bits(task, 0)] - first;
    return left < rows ? left : rows;
}

/* Tokens, counts, lists; rows of the tile, those without a token zero, and how many have one. */
TM_KERNEL void moe_gather(tm_task &task) {
    int rows = (int)tm_dimension(task, 3, 0), width = (int)tm_dimension(task, 0, 1);
    int filled = moe_filled(task, 1, rows);
    const int *list = tm_dense<int>(task, 2) +
                      tm_scalar_bits(task, 0) * task.tensors[2].strides[0] + tm_scalar_bits(task, 1);
    for (int i = (int)tm_lane(); i < rows * width; i += (int)tm_lanes()) {
        int row = i / width;
        tm_dense<float>(task, 3)[i] =
            row < filled ? tm_dense<float>(task, 0)[(tm_i64)list[row] * width + i % width] : 0.0f;
    }
    if (tm_lane() == 0) {
        tm_dense<float>(task, 4)[0] = (float)filled;
    }
}

/* Gate, up, activation. */
TM_KERNEL void moe_silu(tm_task &task) {
    const float *gate = tm_dense<float>(task, 0), *up = tm_dense<float>(task, 1);
    tm_i64 elements = tm_elements(task, 0);
    for (tm_i64 i = tm_lane(); i < elements; i += tm_lanes()) {
        tm_dense<float>(task, 2)[i] = gate[i] / (1.0f + dense_exp(-gate[i])) * up[i];
    }
}

/* Rows, weights of the experts' tokens, counts; weighted rows. Scalars: expert, first row. */
TM_KERNEL void moe_weigh(tm_task &task) {
    int rows = (int)tm_dimension(task, 0, 0), width = (int)tm_dimension(task, 0, 1);
    int filled = moe_filled(task, 2, rows);
    const float *weights = tm_dense<float>(task, 1) +
                           tm_scalar_bits(task, 0) * task.tensors[1].strides[0] +
                           tm_scalar_bits(task, 1);
    for (int i = (int)tm_lane(); i < rows * width; i += (int)tm_lanes()) {
        float value = tm_dense<float>(task, 0)[i];
        tm_dense<float>(task, 3)[i] = i / width < filled ? value * weights[i / width] : value;
    }
}

/* Tokens, counts, lists, weighted rows of every expert; result. A lane has columns of its own. */
TM_KERNEL void moe_combine(tm_task &task) {
    int tokens = (int)tm_dimension(task, 0, 0), width = (int)tm_dimension(task, 0, 1);
    int experts = (int)tm_elements(task, 1);
    const float *x = tm_dense<float>(task, 0), *rows = tm_dense<float>(task, 3);
    const int *counts = tm_dense<int>(task, 1), *lists = tm_dense<int>(task, 2);
    float *out = tm_dense<float>(task, 4);
    for (int column = (int)tm_lane(); column < width; column += (int)tm_lanes()) {
        for (int token = 0; token < tokens; token++) {
            out[(tm_i64)token * width + column] = x[(tm_i64)token * width + column];
        }
        for (int expert = 0; expert < experts; expert++) {
            for (int i = 0; i < counts[expert]; i++) {
                tm_i64 at = (tm_i64)expert * tokens + i;
                out[(tm_i64)lists[at] * width + column] += rows[at * width + column];
            }
        }
    }
}
