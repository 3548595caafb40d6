#include "softmax.cuh"

#define COHORT_QUERY 0u
#define COHORT_KEY 1u
#define COHORT_VALUE 2u
#define COHORT_RECIPROCALS 3u
#define COHORT_TILING 4u
#define COHORT_GAMMA_Q 5u
#define COHORT_GAMMA_K 6u
#define COHORT_KEY_CACHE 7u
#define COHORT_VALUE_CACHE 8u
#define COHORT_BLOCK_TABLE 9u
#define COHORT_PARTS 10u

#define COHORT_COLUMNS 3 /* of the tiling: sequence, key head, keys */
#define COHORT_THETA 1e4
#define COHORT_EPSILON 1e-6f

/* Contexts, tiling. Scalar: key heads. */
TM_KERNEL void cohort_tiling(tm_task &task) {
    int kv_heads = (int)tm_scalar_bits(task, 0), items = (int)tm_elements(task, 0) * kv_heads;
    const int *contexts = tm_dense<int>(task, 0);
    int *tiling = tm_dense<int>(task, 1);
    for (int item = (int)tm_lane(); item < items; item += (int)tm_lanes()) {
        tiling[item * COHORT_COLUMNS] = item / kv_heads;
        tiling[item * COHORT_COLUMNS + 1] = item % kv_heads;
        tiling[item * COHORT_COLUMNS + 2] = contexts[item / kv_heads];
    }
}

/* One head of a row of queries or keys, as the projection left it. */
struct cohort_head {
    const float *values;
    const float *gamma;
    float recip; /* the norm of the row, which the projection was not given */
    float norm;
    int dim;
    int position;
};

/* A group of lanes. */
TM_DEVICE cohort_head cohort_normed(
    const float *values, const float *gamma, float recip, int dim, int position) {
    float squares = 0;
    for (int d = (int)group_lane(); d < dim; d += GROUP_LANES) {
        float value = values[d] * recip;
        squares += value * value;
    }
    float norm = 1.0f / sqrtf(group_sum(squares) / (float)dim + COHORT_EPSILON);
    return {values, gamma, recip, norm, dim, position};
}

/* An element of a head after norm, gamma and rotation. A call: its code is long. */
TM_KERNEL float cohort_turned(const cohort_head &head, int d) {
    int half = head.dim / 2, first = d < half ? d : d - half, second = first + half;
    double angle = head.position * pow(COHORT_THETA, -2.0 * first / head.dim);
    float cosine = (float)cos(angle), sine = (float)sin(angle);
    float x = head.values[first] * head.recip * (head.norm * head.gamma[first]);
    float y = head.values[second] * head.recip * (head.norm * head.gamma[second]);
    return d < half ? x * cosine - y * sine : y * cosine + x * sine;
}

/* Row of a matrix, from some column on. */
TM_DEVICE const float *cohort_row(const tm_task &task, tm_u32 tensor, int row, int column) {
    return tm_dense<float>(task, tensor) + row * task.tensors[tensor].strides[0] + column;
}

/* The key or value at a position of a sequence. */
TM_DEVICE float *cohort_cached(
    const tm_task &task, tm_u32 cache, int sequence, int position, int page, int column) {
    const tm_i64 *strides = task.tensors[cache].strides;
    int pages = (int)tm_dimension(task, COHORT_BLOCK_TABLE, 1);
    tm_i64 physical = tm_dense<int>(task, COHORT_BLOCK_TABLE)[sequence * pages + position / page];
    return tm_dense<float>(task, cache) + physical * strides[0] + position % page * strides[1] + column;
}

/* Adds a value by its weight. */
TM_DEVICE void cohort_add(softmax_row &row, float weight, const float *value, float recip, int dim) {
#pragma unroll
    for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
        int d = softmax_place(i);
        if (d < dim) {
            row.result[i] += weight * (value[d] * recip);
        }
    }
}

/*
 * A query head of a sequence over every third page; a group of lanes. The newest key and value are not
 * read from the cache, into which they are put here.
 */
TM_DEVICE void cohort_attend_head(tm_task &task, int part, const int *item, int of_group, int group) {
    int sequence = item[0], kv_head = item[1], newest = item[2] - 1;
    int dim = (int)tm_dimension(task, COHORT_PARTS, 3) - 2;
    int page = (int)tm_dimension(task, COHORT_KEY_CACHE, 1);
    int head = kv_head * group + of_group, column = kv_head * dim;
    float recip = tm_dense<float>(task, COHORT_RECIPROCALS)[sequence];
    cohort_head query = cohort_normed(
        cohort_row(task, COHORT_QUERY, sequence, head * dim), tm_dense<float>(task, COHORT_GAMMA_Q),
        recip, dim, newest);
    float scale = (float)(1.0 / sqrt((double)dim));
    float turned[SOFTMAX_PER_LANE];
#pragma unroll
    for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
        int d = softmax_place(i);
        turned[i] = d < dim ? cohort_turned(query, d) * scale : 0.0f;
    }
    softmax_row softmax;
    softmax_begin(softmax);
    for (int first = part * page; first < newest; first += SOFTMAX_PARTS * page) {
        int keys = page < newest - first ? page : newest - first;
        const float *cached = cohort_cached(task, COHORT_KEY_CACHE, sequence, first, page, column);
        const float *values = cohort_cached(task, COHORT_VALUE_CACHE, sequence, first, page, column);
        for (int key = 0; key < keys; key++) {
            float score = 0;
#pragma unroll
            for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
                int d = softmax_place(i);
                if (d < dim) {
                    score += turned[i] * cached[d];
                }
            }
            cohort_add(softmax, softmax_weight(softmax, group_sum(score)), values, 1.0f, dim);
            cached += task.tensors[COHORT_KEY_CACHE].strides[1];
            values += task.tensors[COHORT_VALUE_CACHE].strides[1];
        }
    }
    if (newest / page % SOFTMAX_PARTS == part) {
        cohort_head key = cohort_normed(
            cohort_row(task, COHORT_KEY, sequence, column), tm_dense<float>(task, COHORT_GAMMA_K),
            recip, dim, newest);
        const float *value = cohort_row(task, COHORT_VALUE, sequence, column);
        float *to_key = cohort_cached(task, COHORT_KEY_CACHE, sequence, newest, page, column);
        float *to_value = cohort_cached(task, COHORT_VALUE_CACHE, sequence, newest, page, column);
        float score = 0;
#pragma unroll
        for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
            int d = softmax_place(i);
            if (d < dim) {
                float element = cohort_turned(key, d);
                score += turned[i] * element;
                if (of_group == 0) { /* one of the heads that share the key */
                    to_key[d] = element;
                    to_value[d] = value[d] * recip;
                }
            }
        }
        cohort_add(softmax, softmax_weight(softmax, group_sum(score)), value, recip, dim);
    }
    const tm_i64 *strides = task.tensors[COHORT_PARTS].strides;
    softmax_store(
        softmax,
        tm_dense<float>(task, COHORT_PARTS) + sequence * strides[0] + head * strides[1] +
            part * strides[2],
        dim);
}

/* Heads of all items are dealt out to the groups of lanes of all blocks. */
TM_DEVICE void cohort_attend(tm_task &task, int part) {
    int dim = (int)tm_dimension(task, COHORT_PARTS, 3) - 2;
    int group = (int)tm_dimension(task, COHORT_PARTS, 1) * dim / (int)tm_dimension(task, COHORT_KEY, 1);
    int rows = (int)tm_dimension(task, COHORT_TILING, 0) * group;
    int step = (int)(task.payload.block_count * group_count());
    int first = (int)(task.payload.block_index + task.payload.block_count * group_number());
    for (int row = first; row < rows; row += step) {
        const int *item = tm_dense<int>(task, COHORT_TILING) + row / group * COHORT_COLUMNS;
        cohort_attend_head(task, part, item, row % group, group);
    }
}

/*
 * Query, key, value, reciprocals, tiling, gammas of query and key, caches of key and value, block
 * table, parts.
 */
TM_KERNEL void cohort_attend_aic(tm_task &task) { cohort_attend(task, 0); }
TM_KERNEL void cohort_attend_aiv(tm_task &task) {
    cohort_attend(task, 1 + (int)task.payload.sub_block);
}

/* Parts, result; a block for each sequence. */
TM_KERNEL void cohort_merge(tm_task &task) {
    int heads = (int)tm_dimension(task, 0, 1), dim = (int)tm_dimension(task, 0, 3) - 2;
    int sequence = (int)task.payload.block_index;
    for (int head = (int)group_number(); head < heads; head += (int)group_count()) {
        const tm_i64 *strides = task.tensors[0].strides;
        softmax_merge(
            tm_dense<float>(task, 0) + sequence * strides[0] + head * strides[1],
            tm_dense<float>(task, 1) + sequence * task.tensors[1].strides[0] + head * dim, dim);
    }
}
