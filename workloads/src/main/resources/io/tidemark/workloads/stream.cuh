/*
 * Products of sixteen rows of bfloat16 with pages of a long matrix that is read once, as fast as memory
 * gives it: each warp copies its own part of the pages to the block's scratch, several chunks ahead of
 * the one that it multiplies, so that it waits for no other warp. Which of the inner indices a fragment
 * takes is chosen so that lanes read the scratch in whole banks; a sum has no order among them. On a GPU
 * only; whoever calls asks stream_fits before.
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
#define STREAM_PART (STREAM_CHUNK * STREAM_ROW_BYTES / STREAM_WARPS) /* bytes of a chunk for one warp */
#define STREAM_WEIGHTS 512 /* bytes of the other matrix that a warp multiplies them with */
#define STREAM_LEAST_STAGES 2
#define STREAM_MOST_STAGES 6
#define STREAM_PITCH (STREAM_DIM + 2) /* lanes of a warp then meet in two banks at most */
#define STREAM_SUMS (STREAM_WARPS / 2) /* warps that add to the same elements of a result */

/* sums += a[16 x 16] * b[16 x 8] on a tensor core; fragments of a warp. */
TM_DEVICE void stream_mma(float *sums, tm_u32 a0, tm_u32 a1, tm_u32 a2, tm_u32 a3, tm_u32 b0, tm_u32 b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/* How many chunks, each with so many bytes of every warp, may be under way or in use. */
#define STREAM_ROOM(bytes) ((int)TM_SCRATCH_BYTES / ((bytes) * STREAM_WARPS))
#define STREAM_STAGES(bytes) \
    (STREAM_ROOM(bytes) < STREAM_LEAST_STAGES  ? STREAM_LEAST_STAGES \
     : STREAM_ROOM(bytes) > STREAM_MOST_STAGES ? STREAM_MOST_STAGES \
                                               : STREAM_ROOM(bytes))

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
    static_assert(TM_MAX_TENSORS <= 32, "a lane for each");
    tm_u32 page = tm_lane() % 32; /* each warp asks for itself, all pages at once */
    bool is_page = page >= 1 && page < last;
    int of_page = is_page ? (int)tm_dimension(task, page, 0) : 0;
    bool fits = STREAM_ROOM(STREAM_PART + STREAM_WEIGHTS) >= STREAM_LEAST_STAGES &&
                rows == STREAM_ROWS && tm_lanes() == STREAM_LANES &&
                ((tm_i64)tm_dense<float>(task, last) & 7) == 0 &&
                (!is_page || (stream_is_page(task, page) && of_page > 0 && of_page % STREAM_CHUNK == 0));
    for (int step = 16; step > 0; step /= 2) {
        of_page += __shfl_xor_sync(0xFFFFFFFFu, of_page, step);
    }
    return __all_sync(0xFFFFFFFFu, fits && of_page == columns);
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

/*
 * Copies that are under way in groups; wait leaves the newest groups of a lane under way. This one is of a
 * page, which nobody reads again: it leaves the cache before what other tasks wait for.
 */
TM_DEVICE void stream_copy16(char *to, const void *from) {
    tm_i64 policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(
                     (tm_u32)__cvta_generic_to_shared(to)),
                 "l"(from), "l"(policy)
                 : "memory");
}

TM_DEVICE void stream_copy8(char *to, const void *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"((tm_u32)__cvta_generic_to_shared(to)), "l"(from)
                 : "memory");
}

TM_DEVICE void stream_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

template <int NEWEST> TM_DEVICE void stream_wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(NEWEST) : "memory");
    __syncwarp();
}

/* Where this warp's part of a stage is. */
TM_DEVICE char *stream_part(int stage, int bytes) {
    return (char *)tm_scratch() + (stage * STREAM_WARPS + (int)tm_lane() / 32) * bytes;
}

TM_DEVICE int stream_after(int stage, int stages) { return stage + 1 == stages ? 0 : stage + 1; }
TM_DEVICE int stream_before(int stage, int stages) { return stage == 0 ? stages - 1 : stage - 1; }

/* Pieces of 16 bytes of eight rows change places in every other row, so that lanes meet in no bank. */
TM_DEVICE int stream_place_by_row(int row, int piece) {
    return row * STREAM_ROW_BYTES + (piece ^ (row & 1) << 2) * 16;
}

/* Copies the eight rows of the next chunk that are this warp's. */
TM_DEVICE void stream_bring_rows(stream_cursor &cursor, char *part) {
    int lane = (int)tm_lane() % 32;
    const char *from = stream_next(cursor) + (int)tm_lane() / 32 * STREAM_PART;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int piece = i * 32 + lane;
        stream_copy16(part + stream_place_by_row(piece / 16, piece % 16), from + piece * 16);
    }
}

/* The left operand of the rows: what a lane multiplies each chunk with. */
TM_DEVICE void stream_bring_left(const tm_task &task, tm_u32 (*left)[16]) {
    int group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    const char *from = (const char *)tm_dense<tm_u16>(task, 0) + thread * 16;
#pragma unroll
    for (int half = 0; half < 2; half++) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            *(uint4 *)&left[half][4 * i] =
                __ldcg((const uint4 *)(from + (group + 8 * half) * STREAM_ROW_BYTES + i * 64));
        }
    }
}

/* Brings a further chunk, if there is one, and multiplies the one of a stage. */
template <int STAGES, bool BRINGS>
TM_DEVICE void stream_rows_step(
    stream_cursor &cursor, int stage, const tm_u32 (*left)[16], float *to, int columns) {
    int group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    stream_wait<STAGES - 2>();
    if (BRINGS) {
        stream_bring_rows(cursor, stream_part(stream_before(stage, STAGES), STREAM_PART));
    }
    stream_commit();
    const char *part = stream_part(stage, STREAM_PART);
    uint4 right[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        right[i] = *(const uint4 *)(part + stream_place_by_row(group, i * 4 + thread));
    }
    float sums[2][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}}; /* two halves that do not wait for each other */
#pragma unroll
    for (int i = 0; i < 4; i++) {
        stream_mma(
            sums[0], left[0][4 * i], left[1][4 * i], left[0][4 * i + 1], left[1][4 * i + 1], right[i].x, right[i].y);
        stream_mma(
            sums[1], left[0][4 * i + 2], left[1][4 * i + 2], left[0][4 * i + 3], left[1][4 * i + 3], right[i].z,
            right[i].w);
    }
    *(float2 *)to = make_float2(sums[0][0] + sums[1][0], sums[0][1] + sums[1][1]);
    *(float2 *)(to + 8 * columns) = make_float2(sums[0][2] + sums[1][2], sums[0][3] + sums[1][3]);
}

/*
 * out[16 x columns] = tensor 0 [16 x 128] * rows of the pages, turned. Every lane. A call, so that it has
 * registers of its own.
 */
TM_KERNEL void stream_by_rows(tm_task &task, float *out, int columns) {
    const int STAGES = STREAM_STAGES(STREAM_PART);
    int warp = (int)tm_lane() / 32, group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    stream_cursor cursor = {task, 1, 0};
    int chunks = columns / STREAM_CHUNK;
#pragma unroll
    for (int stage = 0; stage < STAGES - 1; stage++) {
        if (stage < chunks) {
            stream_bring_rows(cursor, stream_part(stage, STREAM_PART));
        }
        stream_commit();
    }
    tm_u32 left[2][16];
    stream_bring_left(task, left);
    float *to = out + group * columns + warp * 8 + thread * 2;
    const int AHEAD = STAGES - 1; /* chunks that are under way */
    int chunk = 0, stage = 0;
    for (; chunk + AHEAD < chunks; chunk++, stage = stream_after(stage, STAGES), to += STREAM_CHUNK) {
        stream_rows_step<STAGES, true>(cursor, stage, left, to, columns);
    }
    tm_soon(task); /* all is under way */
    stream_bring_left(task, left); /* once more: kept over a call it would be spilled */
    for (; chunk < chunks; chunk++, stage = stream_after(stage, STAGES), to += STREAM_CHUNK) {
        stream_rows_step<STAGES, false>(cursor, stage, left, to, columns);
    }
}

/* Pieces of 16 bytes of sixteen rows of 128 bytes: four rows apart they lie in other banks. */
TM_DEVICE int stream_place_by_column(int row, int piece) {
    return row * (STREAM_ROW_BYTES / 2) + (piece ^ (row >> 2 & 3) << 1) * 16;
}

/*
 * Copies of the next chunk what is this warp's, sixteen rows of half the columns, and behind it what
 * each lane multiplies it with. The left operand begins at the chunk's first row.
 */
TM_DEVICE void stream_bring_columns(stream_cursor &cursor, const tm_u16 *left, int columns, char *part) {
    int warp = (int)tm_lane() / 32, lane = (int)tm_lane() % 32;
    const char *from = stream_next(cursor) + warp / 2 * 16 * STREAM_ROW_BYTES + warp % 2 * (STREAM_ROW_BYTES / 2);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int piece = i * 32 + lane, row = piece / 8;
        stream_copy16(part + stream_place_by_column(row, piece % 8), from + row * STREAM_ROW_BYTES + piece % 8 * 16);
    }
    const tm_u16 *weights = left + lane / 4 * columns + warp / 2 * 16 + lane % 4 * 4;
    stream_copy8(part + STREAM_PART + lane * 16, weights);
    stream_copy8(part + STREAM_PART + lane * 16 + 8, weights + 8 * columns);
}

/*
 * Multiplies the chunk of a stage, and fills the stage again as soon as it is read: it has fewer stages than
 * the rows. The left operand begins at the further chunk's first row.
 */
template <int STAGES, bool BRINGS>
TM_DEVICE void stream_columns_step(
    stream_cursor &cursor, int stage, const tm_u16 *left, int columns, float (*sums)[4]) {
    const int BYTES = STREAM_PART + STREAM_WEIGHTS;
    int group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    stream_wait<STAGES - 1>();
    char *part = stream_part(stage, BYTES);
    uint4 weights = *(const uint4 *)(part + STREAM_PART + (int)tm_lane() % 32 * 16);
    tm_u32 right[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        *(uint4 *)right[i] = *(const uint4 *)(part + stream_place_by_column(thread * 4 + i, group));
    }
    if (BRINGS) {
        __syncwarp(); /* every lane has read its part */
        stream_bring_columns(cursor, left, columns, part);
    }
    stream_commit();
#pragma unroll
    for (int i = 0; i < 4; i++) { /* two columns each: the lower halves, then the upper ones */
        stream_mma(
            sums[2 * i], weights.x, weights.z, weights.y, weights.w,
            __byte_perm(right[0][i], right[1][i], 0x5410), __byte_perm(right[2][i], right[3][i], 0x5410));
        stream_mma(
            sums[2 * i + 1], weights.x, weights.z, weights.y, weights.w,
            __byte_perm(right[0][i], right[1][i], 0x7632), __byte_perm(right[2][i], right[3][i], 0x7632));
    }
}

/* out[16 x 128] = tensor 0 [16 x columns] * pages, one below the other. Every lane; a call. */
TM_KERNEL void stream_by_columns(tm_task &task, float *out, int columns) {
    const int BYTES = STREAM_PART + STREAM_WEIGHTS, STAGES = STREAM_STAGES(BYTES);
    static_assert(STREAM_SUMS * STREAM_ROWS * STREAM_PITCH * sizeof(float) <= TM_SCRATCH_BYTES, "the sums fit");
    int warp = (int)tm_lane() / 32, group = (int)tm_lane() % 32 / 4, thread = (int)tm_lane() % 4;
    const tm_u16 *left = tm_dense<tm_u16>(task, 0);
    stream_cursor cursor = {task, 1, 0};
    int chunks = columns / STREAM_CHUNK;
#pragma unroll
    for (int stage = 0; stage < STAGES; stage++) {
        if (stage < chunks) {
            stream_bring_columns(cursor, left + stage * STREAM_CHUNK, columns, stream_part(stage, BYTES));
        }
        stream_commit();
    }
    float sums[8][4];
#pragma unroll
    for (int i = 0; i < 8; i++) {
        sums[i][0] = sums[i][1] = sums[i][2] = sums[i][3] = 0;
    }
    int chunk = 0, stage = 0;
    for (; chunk + STAGES < chunks; chunk++, stage = stream_after(stage, STAGES)) {
        stream_columns_step<STAGES, true>(
            cursor, stage, left + (chunk + STAGES) * STREAM_CHUNK, columns, sums);
    }
    tm_soon(task); /* all is under way */
    for (; chunk < chunks; chunk++, stage = stream_after(stage, STAGES)) {
        stream_columns_step<STAGES, false>(cursor, stage, left, columns, sums);
    }
    tm_sync(); /* every warp has read its last part */
    float *to = (float *)tm_scratch() + (warp / 2 * STREAM_ROWS + group) * STREAM_PITCH + warp % 2 * 64 + thread * 16;
#pragma unroll
    for (int i = 0; i < 8; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            to[(j / 2) * 8 * STREAM_PITCH + (j % 2) * 8 + i] = sums[i][j];
        }
    }
    tm_sync();
    for (int i = (int)tm_lane(); i < STREAM_ROWS * STREAM_DIM; i += STREAM_LANES) {
        const float *from = (const float *)tm_scratch() + i / STREAM_DIM * STREAM_PITCH + i % STREAM_DIM;
        float total = from[0];
#pragma unroll
        for (int sum = 1; sum < STREAM_SUMS; sum++) { /* always in this order: the same bits each time */
            total += from[sum * STREAM_ROWS * STREAM_PITCH];
        }
        out[i] = total;
    }
    tm_sync(); /* the next task writes where this one read */
}

#endif

#endif
