/*
 * Products of sixteen rows of bfloat16 with pages of a long matrix that is read once, as fast as memory
 * gives it: each warp reads its own rows of the pages straight into the fragments of its tensor core.
 * Which of the inner indices a fragment takes is chosen so that neighbouring lanes read neighbouring
 * bytes; a sum has no order among them. On a GPU only; whoever calls asks stream_fits before.
 */
#ifndef TIDEMARK_STREAM
#define TIDEMARK_STREAM
#include "dense.cuh"

#if TM_ON_GPU

#define STREAM_ROWS 16
#define STREAM_DIM 128  /* elements of a row of the matrix */
#define STREAM_ROW_BYTES (STREAM_DIM * 2)
#define STREAM_LANES 256
#define STREAM_WARPS (STREAM_LANES / 32)
#define STREAM_CHUNK 64 /* rows of a page that the warps share */
#define STREAM_FLIGHT 4 /* chunks that are under way at once */
#define STREAM_PITCH (STREAM_DIM + 2) /* lanes of a warp then meet in two banks at most */

/* sums += a[16 x 16] * b[16 x 8] on a tensor core; fragments of a warp. */
TM_DEVICE void stream_mma(float *sums, tm_u32 a0, tm_u32 a1, tm_u32 a2, tm_u32 a3, tm_u32 b0, tm_u32 b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/* Whether a tensor is a matrix of bfloat16 whose rows of 128 elements lie one behind the other. */
TM_DEVICE bool stream_is_page(const tm_task &task, tm_u32 tensor) {
    const tm_tensor_descriptor &view = task.tensors[tensor];
    return view.dtype == DENSE_BF16 && view.rank == 2 && view.shape[1] == STREAM_DIM &&
           view.strides[0] == STREAM_DIM && view.strides[1] == 1 &&
           ((tm_i64)tm_dense<tm_u16>(task, tensor) & 15) == 0;
}

/*
 * Whether the tensors from 1 to the last but one are such pages, of whole chunks, as many rows in all
 * as are columns of the other matrix, and the last tensor, the result, can be written in pairs.
 */
TM_DEVICE bool stream_fits(const tm_task &task, tm_u32 last, int rows, int columns) {
    bool fits = rows == STREAM_ROWS && tm_lanes() == STREAM_LANES &&
                ((tm_i64)tm_dense<float>(task, last) & 7) == 0;
    int all = 0;
    for (tm_u32 page = 1; page < last; page++) {
        int of_page = (int)tm_dimension(task, page, 0);
        fits = fits && stream_is_page(task, page) && of_page > 0 && of_page % STREAM_CHUNK == 0;
        all += of_page;
    }
    return fits && all == columns;
}

/* The next chunk of some pages. */
struct stream_cursor {
    const tm_task &task;
    tm_u32 page;
    int row;
};

/* Where a chunk begins; the cursor goes on to the one after it. */
TM_DEVICE const char *stream_next(stream_cursor &cursor) {
    const char *at =
        (const char *)tm_dense<tm_u16>(cursor.task, cursor.page) + cursor.row * STREAM_ROW_BYTES;
    cursor.row += STREAM_CHUNK;
    if (cursor.row == (int)tm_dimension(cursor.task, cursor.page, 0)) {
        cursor.row = 0;
        cursor.page++;
    }
    return at;
}

TM_DEVICE int stream_chunks(const tm_task &task, tm_u32 last) {
    int chunks = 0;
    for (tm_u32 page = 1; page < last; page++) {
        chunks += (int)tm_dimension(task, page, 0) / STREAM_CHUNK;
    }
    return chunks;
}

/* The products of some chunks, whose first row is a column of the result: eight rows for each warp. */
template <int FLIGHT>
TM_DEVICE void stream_rows(
    stream_cursor &cursor, const tm_u32 (*left)[16], float *out, int columns, int column) {
    int warp = (int)tm_lane() / 32, group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    tm_u32 right[FLIGHT][16];
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) {
        const char *from = stream_next(cursor) + (warp * 8 + group) * STREAM_ROW_BYTES + thread * 16;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            *(uint4 *)&right[f][4 * i] = __ldcg((const uint4 *)(from + i * 64));
        }
    }
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) {
        float sums[4] = {0, 0, 0, 0};
#pragma unroll
        for (int i = 0; i < 16; i += 2) {
            stream_mma(
                sums, left[0][i], left[1][i], left[0][i + 1], left[1][i + 1], right[f][i],
                right[f][i + 1]);
        }
        float *to = out + group * columns + column + f * STREAM_CHUNK + warp * 8 + thread * 2;
        *(float2 *)to = make_float2(sums[0], sums[1]);
        *(float2 *)(to + 8 * columns) = make_float2(sums[2], sums[3]);
    }
}

/* out[16 x columns] = tensor 0 [16 x 128] * rows of the pages, turned. Every lane. */
TM_DEVICE void stream_by_rows(const tm_task &task, tm_u32 last, float *out, int columns) {
    int group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    tm_u32 left[2][16];
    const char *from = (const char *)tm_dense<tm_u16>(task, 0) + thread * 16;
#pragma unroll
    for (int half = 0; half < 2; half++) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            *(uint4 *)&left[half][4 * i] =
                __ldcg((const uint4 *)(from + (group + 8 * half) * STREAM_ROW_BYTES + i * 64));
        }
    }
    stream_cursor cursor = {task, 1, 0};
    int chunks = stream_chunks(task, last), done = 0;
    for (; done + STREAM_FLIGHT <= chunks; done += STREAM_FLIGHT) {
        stream_rows<STREAM_FLIGHT>(cursor, left, out, columns, done * STREAM_CHUNK);
    }
    for (; done < chunks; done++) {
        stream_rows<1>(cursor, left, out, columns, done * STREAM_CHUNK);
    }
}

/*
 * Adds the products of some chunks: sixteen rows and half of the columns for each warp. The left
 * operand begins at the first of those rows.
 */
template <int FLIGHT>
TM_DEVICE void stream_columns(stream_cursor &cursor, const tm_u16 *left, int columns, float (*sums)[4]) {
    int warp = (int)tm_lane() / 32, group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    int row = warp / 2 * 16 + thread * 4;
    tm_u32 right[FLIGHT][4][4];
    uint2 top[FLIGHT], bottom[FLIGHT];
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) {
        const char *from = stream_next(cursor) + row * STREAM_ROW_BYTES + warp % 2 * 128 + group * 16;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            *(uint4 *)right[f][i] = __ldcg((const uint4 *)(from + i * STREAM_ROW_BYTES));
        }
        const tm_u16 *weights = left + group * columns + f * STREAM_CHUNK + row;
        top[f] = __ldcg((const uint2 *)weights);
        bottom[f] = __ldcg((const uint2 *)(weights + 8 * columns));
    }
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) {
#pragma unroll
        for (int i = 0; i < 4; i++) { /* two columns each: the lower halves, then the upper ones */
            stream_mma(
                sums[2 * i], top[f].x, bottom[f].x, top[f].y, bottom[f].y,
                __byte_perm(right[f][0][i], right[f][1][i], 0x5410),
                __byte_perm(right[f][2][i], right[f][3][i], 0x5410));
            stream_mma(
                sums[2 * i + 1], top[f].x, bottom[f].x, top[f].y, bottom[f].y,
                __byte_perm(right[f][0][i], right[f][1][i], 0x7632),
                __byte_perm(right[f][2][i], right[f][3][i], 0x7632));
        }
    }
}

/* out[16 x 128] = tensor 0 [16 x columns] * pages, one below the other. Every lane. */
TM_DEVICE void stream_by_columns(const tm_task &task, tm_u32 last, float *out, int columns) {
    __shared__ float total[STREAM_ROWS * STREAM_PITCH];
    int warp = (int)tm_lane() / 32, group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    const tm_u16 *left = tm_dense<tm_u16>(task, 0);
    float sums[8][4];
#pragma unroll
    for (int i = 0; i < 8; i++) {
        sums[i][0] = sums[i][1] = sums[i][2] = sums[i][3] = 0;
    }
    stream_cursor cursor = {task, 1, 0};
    int chunks = stream_chunks(task, last), done = 0;
    for (; done + STREAM_FLIGHT <= chunks; done += STREAM_FLIGHT) {
        stream_columns<STREAM_FLIGHT>(cursor, left + done * STREAM_CHUNK, columns, sums);
    }
    for (; done < chunks; done++) {
        stream_columns<1>(cursor, left + done * STREAM_CHUNK, columns, sums);
    }
    for (int turn = 0; turn < STREAM_WARPS / 2; turn++) { /* always in this order: the same bits each time */
        if (warp / 2 == turn) {
            float *to = total + group * STREAM_PITCH + warp % 2 * 64 + thread * 16;
#pragma unroll
            for (int i = 0; i < 8; i++) {
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    float *at = to + (j / 2) * 8 * STREAM_PITCH + (j % 2) * 8 + i;
                    *at = turn == 0 ? sums[i][j] : *at + sums[i][j];
                }
            }
        }
        tm_sync();
    }
    for (int i = (int)tm_lane(); i < STREAM_ROWS * STREAM_DIM; i += STREAM_LANES) {
        out[i] = total[i / STREAM_DIM * STREAM_PITCH + i % STREAM_DIM];
    }
    tm_sync(); /* the next task writes where this one read */
}

#endif

#endif
