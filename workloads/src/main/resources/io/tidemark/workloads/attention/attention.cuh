#include "softmax.cuh"
#include "stream.cuh"

/* Scores of pages of any kind. */
TM_KERNEL void attention_scores_any(tm_task &task) {
    tm_u32 last = task.arguments.tensor_count - 1;
    int rows = (int)tm_dimension(task, 0, 0), dim = (int)tm_dimension(task, 0, 1);
    int columns = (int)tm_dimension(task, last, 1);
    dense_operand query = dense_matrix(task, 0);
    float *scores = tm_dense<float>(task, last);
    int column = 0;
    for (tm_u32 page = 1; page < last; page++) {
        dense_operand keys = dense_matrix(task, page);
        dense_operand turned = {keys.base, keys.column_stride, keys.row_stride, keys.is_bf16};
        int count = (int)tm_dimension(task, page, 0);
        if (page + 1 == last) {
            tm_soon(task);
        }
        dense_multiply(query, turned, scores + column, columns, rows, count, dim, false);
        column += count;
    }
}

/*
 * Query, keys of some pages, scores. Not a call, and what it calls calls nothing: an address to return to
 * that lies in memory takes long to come back while pages stream through the cache.
 */
TM_DEVICE void attention_scores(tm_task &task) {
#if TM_ON_GPU
    tm_u32 last = task.arguments.tensor_count - 1;
    int columns = (int)tm_dimension(task, last, 1);
    if (stream_is_page(task, 0) && stream_fits(task, last, (int)tm_dimension(task, 0, 0), columns)) {
        stream_by_rows(task, tm_dense<float>(task, last), columns);
        return;
    }
#endif
    attention_scores_any(task);
}

#if TM_ON_GPU

#define ATTENTION_BATCH 8 /* reads of a lane that are under way at once */
#define ATTENTION_STEP (4 * 32) /* columns of one read of a warp */

/* Scores of a row from a column on, four neighbours to a read; the lowest number outside of it. */
TM_DEVICE void attention_bring(const float *scores, int column, int columns, float4 *batch) {
#pragma unroll
    for (int i = 0; i < ATTENTION_BATCH; i++) {
        int at = column + i * ATTENTION_STEP;
        batch[i] = at < columns ? __ldcg((const float4 *)(scores + at))
                                : make_float4(DENSE_LOWEST, DENSE_LOWEST, DENSE_LOWEST, DENSE_LOWEST);
    }
}

/* Two weights in one word. Eight bits of mantissa are kept of each, so a float's exp is enough. */
TM_DEVICE tm_u32 attention_weights(float first, float second, float &sum) {
    tm_u16 low = tm_to_bf16(expf(first)), high = tm_to_bf16(expf(second));
    sum += tm_from_bf16(low) + tm_from_bf16(high);
    return (tm_u32)high << 16 | low;
}

/* The largest score of a row and the sum of its weights, by one warp; columns in fours. */
TM_DEVICE void attention_soften(
    const float *scores, tm_u16 *weights, int columns, float scale, float &largest, float &sum) {
    float4 batch[ATTENTION_BATCH];
    int first = (int)group_lane() * 4;
    largest = DENSE_LOWEST;
    for (int column = first; column < columns; column += ATTENTION_BATCH * ATTENTION_STEP) {
        attention_bring(scores, column, columns, batch);
#pragma unroll
        for (int i = 0; i < ATTENTION_BATCH; i++) {
            if (column + i * ATTENTION_STEP < columns) {
                float pair = fmaxf(batch[i].x * scale, batch[i].y * scale);
                largest = fmaxf(largest, fmaxf(pair, fmaxf(batch[i].z * scale, batch[i].w * scale)));
            }
        }
    }
    largest = group_max(largest);
    sum = 0;
    for (int column = first; column < columns; column += ATTENTION_BATCH * ATTENTION_STEP) {
        attention_bring(scores, column, columns, batch);
#pragma unroll
        for (int i = 0; i < ATTENTION_BATCH; i++) {
            int at = column + i * ATTENTION_STEP;
            if (at < columns) {
                uint2 four;
                four.x = attention_weights(batch[i].x * scale - largest, batch[i].y * scale - largest, sum);
                four.y = attention_weights(batch[i].z * scale - largest, batch[i].w * scale - largest, sum);
                *(uint2 *)(weights + at) = four;
            }
        }
    }
    sum = group_sum(sum);
}

#endif

/* The same for any row. */
TM_DEVICE void attention_soften_any(
    const float *scores, tm_u16 *weights, int columns, float scale, float &largest, float &sum) {
    largest = DENSE_LOWEST;
    for (int column = (int)group_lane(); column < columns; column += GROUP_LANES) {
        largest = fmaxf(largest, scores[column] * scale);
    }
    largest = group_max(largest);
    sum = 0;
    for (int column = (int)group_lane(); column < columns; column += GROUP_LANES) {
        tm_u16 weight = tm_to_bf16(dense_exp(scores[column] * scale - largest));
        weights[column] = weight;
        sum += tm_from_bf16(weight);
    }
    sum = group_sum(sum);
}

/* Scores; weights in bfloat16, maximum and sum of each row. Scalar: scale. */
TM_KERNEL void attention_softmax(tm_task &task) {
    int rows = (int)tm_dimension(task, 0, 0), columns = (int)tm_dimension(task, 0, 1);
    float scale = tm_scalar_float(task, 0);
    const float *scores = tm_dense<float>(task, 0);
    tm_u16 *weights = tm_dense<tm_u16>(task, 1);
    for (int row = (int)group_number(); row < rows; row += (int)group_count()) {
        tm_i64 at = (tm_i64)row * columns;
        float largest, sum;
#if TM_ON_GPU
        if (columns % 4 == 0 && ((tm_i64)scores & 15) == 0 && ((tm_i64)weights & 7) == 0) {
            attention_soften(scores + at, weights + at, columns, scale, largest, sum);
        } else
#endif
        {
            attention_soften_any(scores + at, weights + at, columns, scale, largest, sum);
        }
        if (group_lane() == 0) {
            tm_dense<float>(task, 2)[row] = largest;
            tm_dense<float>(task, 3)[row] = sum;
        }
    }
}

/* The partial result of pages of any kind. */
TM_KERNEL void attention_values_any(tm_task &task) {
    tm_u32 last = task.arguments.tensor_count - 1;
    int rows = (int)tm_dimension(task, 0, 0), columns = (int)tm_dimension(task, 0, 1);
    int dim = (int)tm_dimension(task, last, 1);
    int column = 0;
    for (tm_u32 page = 1; page < last; page++) {
        int count = (int)tm_dimension(task, page, 0);
        dense_operand weights = {tm_dense<tm_u16>(task, 0) + column, columns, 1, true};
        if (page + 1 == last) {
            tm_soon(task);
        }
        dense_multiply(
            weights, dense_matrix(task, page), tm_dense<float>(task, last), dim, rows, dim, count,
            page > 1);
        column += count;
    }
}

/* Weights, values of some pages, partial result. As attention_scores, no call. */
TM_DEVICE void attention_values(tm_task &task) {
#if TM_ON_GPU
    tm_u32 last = task.arguments.tensor_count - 1;
    int columns = (int)tm_dimension(task, 0, 1);
    if (stream_fits(task, last, (int)tm_dimension(task, 0, 0), columns) &&
        ((tm_i64)tm_dense<tm_u16>(task, 0) & 7) == 0) {
        stream_by_columns(task, tm_dense<float>(task, last), columns);
        return;
    }
#endif
    attention_values_any(task);
}

#define UPDATE_BATCH 4 /* reads of a lane that are under way at once */

/* New maximum, sum and result; running ones; output. Scalars: first, last. */
TM_KERNEL void attention_update(tm_task &task) {
    const float *new_maximum = tm_dense<float>(task, 0);
    const float *new_sum = tm_dense<float>(task, 1);
    const float *new_result = tm_dense<float>(task, 2);
    float *maximum = tm_dense<float>(task, 3);
    float *sum = tm_dense<float>(task, 4);
    float *result = tm_dense<float>(task, 5);
    float *out = tm_dense<float>(task, 6);
    int rows = (int)tm_dimension(task, 2, 0), dim = (int)tm_dimension(task, 2, 1);
    bool is_first = tm_scalar_bits(task, 0) != 0, is_last = tm_scalar_bits(task, 1) != 0;
    for (int row = (int)group_number(); row < rows; row += (int)group_count()) {
        float common = new_maximum[row], total = new_sum[row], factor = 1, old_factor = 0;
        float old_maximum = is_first ? 0 : maximum[row], old_sum = is_first ? 0 : sum[row];
        for (int first = (int)group_lane(); first < dim; first += UPDATE_BATCH * (int)GROUP_LANES) {
            float added[UPDATE_BATCH], before[UPDATE_BATCH]; /* all under way before the first is waited for */
#pragma unroll
            for (int i = 0; i < UPDATE_BATCH; i++) {
                int d = first + i * (int)GROUP_LANES, at = row * dim + d;
                added[i] = d < dim ? new_result[at] : 0;
                before[i] = d < dim && !is_first ? result[at] : 0;
            }
            if (!is_first && first == (int)group_lane()) {
                common = fmaxf(new_maximum[row], old_maximum);
                factor = dense_exp(new_maximum[row] - common);
                old_factor = dense_exp(old_maximum - common);
                total = old_factor * old_sum + factor * new_sum[row];
            }
#pragma unroll
            for (int i = 0; i < UPDATE_BATCH; i++) {
                int d = first + i * (int)GROUP_LANES, at = row * dim + d;
                if (d < dim) {
                    float value = is_first ? added[i] : old_factor * before[i] + factor * added[i];
                    result[at] = value;
                    if (is_last) {
                        out[at] = value / total;
                    }
                }
            }
        }
        tm_warp_sync(); /* every lane of the row has read what follows */
        if (group_lane() == 0) {
            maximum[row] = common;
            sum[row] = total;
        }
    }
}

/* Query, keys, values, block table, contexts, parts. Scalar: scale. */
TM_DEVICE void attention_attend(tm_task &task, int part) {
    int heads = (int)tm_dimension(task, 0, 1), dim = (int)tm_dimension(task, 0, 2);
    int rows = (int)tm_dimension(task, 0, 0) * heads;
    int page = (int)tm_dimension(task, 1, 1);
    const int *table = tm_dense<int>(task, 3);
    const int *contexts = tm_dense<int>(task, 4);
    float scale = tm_scalar_float(task, 0);
    bool is_bf16 = task.tensors[0].dtype == DENSE_BF16;
    int element = is_bf16 ? 2 : 4;
    const char *queries = (const char *)task.tensors[0].base_address;
    int step = (int)(task.payload.block_count * group_count());
    int first = (int)(task.payload.block_index + task.payload.block_count * group_number());
    for (int row = first; row < rows; row += step) {
        int sequence = row / heads;
        int keys = contexts[sequence];
        dense_operand query = {queries + (tm_i64)row * dim * element, dim, 1, is_bf16};
        softmax_row softmax;
        softmax_begin(softmax);
        for (int number = part; number * page < keys; number += SOFTMAX_PARTS) {
            int count = page < keys - number * page ? page : keys - number * page;
            tm_i64 physical = table[sequence * (int)tm_dimension(task, 3, 1) + number];
            tm_i64 at = physical * page * dim * element;
            dense_operand cached = {(const char *)task.tensors[1].base_address + at, dim, 1, is_bf16};
            dense_operand values = {(const char *)task.tensors[2].base_address + at, dim, 1, is_bf16};
            for (int key = 0; key < count; key++) {
                float score = 0;
                for (int d = (int)group_lane(); d < dim; d += GROUP_LANES) {
                    score += dense_at(query, 0, d) * dense_at(cached, key, d);
                }
                float weight = softmax_weight(softmax, group_sum(score) * scale);
#pragma unroll
                for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
                    int d = softmax_place(i);
                    if (d < dim) {
                        softmax.result[i] += weight * dense_at(values, key, d);
                    }
                }
            }
        }
        softmax_store(
            softmax, tm_dense<float>(task, 5) + ((tm_i64)row * SOFTMAX_PARTS + part) * (dim + 2), dim);
    }
}

TM_KERNEL void attention_attend_aic(tm_task &task) { attention_attend(task, 0); }
TM_KERNEL void attention_attend_aiv(tm_task &task) {
    attention_attend(task, 1 + (int)task.payload.sub_block);
}

/* Parts, output; a block for each sequence. */
TM_KERNEL void attention_merge_parts(tm_task &task) {
    int heads = (int)tm_dimension(task, 1, 1), dim = (int)tm_dimension(task, 1, 2);
    for (int head = (int)group_number(); head < heads; head += (int)group_count()) {
        tm_i64 row = (tm_i64)task.payload.block_index * heads + head;
        softmax_merge(
            tm_dense<float>(task, 0) + row * SOFTMAX_PARTS * (dim + 2),
            tm_dense<float>(task, 1) + row * dim, dim);
    }
}
