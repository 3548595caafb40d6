/*
 * Products of matrices of float or bfloat16, in tiles that the lanes of a block share: on a GPU by
 * its tensor cores, else each element is one sum in the order of the inner index.
 */
#ifndef TIDEMARK_DENSE
#define TIDEMARK_DENSE

/* An operand: rows by columns at strides, of float or bfloat16. */
struct dense_operand {
    const void *base;
    tm_i64 row_stride;
    tm_i64 column_stride;
    bool is_bf16;
};

TM_DEVICE float dense_at(const dense_operand &from, int row, int column) {
    tm_i64 at = row * from.row_stride + column * from.column_stride;
    return from.is_bf16 ? tm_from_bf16(((const tm_u16 *)from.base)[at])
                        : ((const float *)from.base)[at];
}

#define DENSE_BF16 6u /* code of the type in a descriptor */

TM_DEVICE dense_operand dense_matrix(const tm_task &task, tm_u32 tensor) {
    const tm_tensor_descriptor &view = task.tensors[tensor];
    dense_operand operand;
    operand.is_bf16 = view.dtype == DENSE_BF16;
    operand.base = operand.is_bf16 ? (const void *)tm_dense<tm_u16>(task, tensor)
                                   : (const void *)tm_dense<float>(task, tensor);
    operand.row_stride = view.rank > 1 ? view.strides[0] : 0;
    operand.column_stride = view.rank > 1 ? view.strides[1] : view.strides[0];
    return operand;
}

/* Lanes of a block in groups that reduce among themselves. */
#define GROUP_LANES TM_WARP

TM_DEVICE tm_u32 group_number() { return tm_lane() / GROUP_LANES; }
TM_DEVICE tm_u32 group_count() { return tm_lanes() / GROUP_LANES; }
TM_DEVICE tm_u32 group_lane() { return tm_lane() % GROUP_LANES; }

TM_DEVICE float group_sum(float value) {
    for (int step = (int)GROUP_LANES / 2; step > 0; step /= 2) {
        value += tm_warp_across(value, step);
    }
    return value;
}

TM_DEVICE float group_max(float value) {
    for (int step = (int)GROUP_LANES / 2; step > 0; step /= 2) {
        value = fmaxf(value, tm_warp_across(value, step));
    }
    return value;
}

/* Rounded from the double, as the golden's is. */
TM_DEVICE float dense_exp(float value) { return (float)exp((double)value); }

#define DENSE_LOWEST tm_from_bf16(0xFF80u) /* negative infinity */

/* sum += part, element by element; four loads of each are under way at once. */
TM_DEVICE void dense_add(float *sum, const float *part, tm_i64 elements) {
    tm_i64 done = 0;
#if TM_ON_GPU
    if ((((tm_i64)sum | (tm_i64)part) & 15) == 0) {
        tm_i64 step = 4 * (tm_i64)tm_lanes();
        tm_i64 quads = elements / 4 / step * step;
        for (tm_i64 at = tm_lane(); at < quads; at += step) {
            float4 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                a[i] = ((const float4 *)sum)[at + i * tm_lanes()];
                b[i] = ((const float4 *)part)[at + i * tm_lanes()];
            }
#pragma unroll
            for (int i = 0; i < 4; i++) {
                ((float4 *)sum)[at + i * tm_lanes()] =
                    make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w);
            }
        }
        done = 4 * quads;
    }
#endif
    for (tm_i64 i = done + tm_lane(); i < elements; i += tm_lanes()) {
        sum[i] += part[i];
    }
}

#if TM_ON_GPU

#define DENSE_DEPTH 16                     /* inner indices of a step */
#define DENSE_COLUMNS 64                   /* of a tile */
#define DENSE_ROWS(tall) (64 << (tall))    /* of a tile */
#define DENSE_A_PITCH (DENSE_DEPTH + 4)    /* lanes of a warp then read 32 banks */
#define DENSE_B_PITCH (DENSE_COLUMNS + 8)

/* Four neighbours of an operand along its rows or along its columns; 0 outside of it. */
TM_DEVICE void dense_quad(
    const dense_operand &from, int row, int column, bool along_row, int rows, int columns,
    float *quad) {
    bool is_whole = row < rows && column < columns &&
                    (along_row ? column + 3 < columns && from.column_stride == 1
                               : row + 3 < rows && from.row_stride == 1);
    tm_i64 at = row * from.row_stride + column * from.column_stride;
    if (is_whole && from.is_bf16 && ((tm_i64)((const tm_u16 *)from.base + at) & 7) == 0) {
        uint2 bits = *(const uint2 *)((const tm_u16 *)from.base + at);
        quad[0] = tm_from_bf16((tm_u16)bits.x);
        quad[1] = tm_from_bf16((tm_u16)(bits.x >> 16));
        quad[2] = tm_from_bf16((tm_u16)bits.y);
        quad[3] = tm_from_bf16((tm_u16)(bits.y >> 16));
    } else if (is_whole && !from.is_bf16 && ((tm_i64)((const float *)from.base + at) & 15) == 0) {
        *(float4 *)quad = *(const float4 *)((const float *)from.base + at);
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int r = along_row ? row : row + i, c = along_row ? column + i : column;
            quad[i] = r < rows && c < columns ? dense_at(from, r, c) : 0.0f;
        }
    }
}

/* What a lane brings of both operands to the step that begins at an inner index. */
template <int TALL, bool IS_PLAIN>
TM_DEVICE void dense_bring(
    const dense_operand &left, const dense_operand &right, int rows, int columns, int inner, int row0,
    int column0, int k0, bool by_column, int b_k, int b_column, float (*next_a)[4], float *next_b) {
#pragma unroll
    for (int i = 0; i < 1 << TALL; i++) {
        int at = (int)tm_lane() + i * 256;
        int row = row0 + at / 4, k = k0 + at % 4 * 4;
        if (IS_PLAIN) {
            *(float4 *)next_a[i] =
                *(const float4 *)((const float *)left.base + row * (int)left.row_stride + k);
        } else {
            dense_quad(left, row, k, true, rows, inner, next_a[i]);
        }
    }
    if (IS_PLAIN) {
        *(float4 *)next_b = *(const float4 *)(
            (const float *)right.base + (k0 + b_k) * (int)right.row_stride + column0 + b_column);
    } else {
        dense_quad(right, k0 + b_k, column0 + b_column, by_column, inner, columns, next_b);
    }
}

/* Whether an operand is of float, row by row, whose quads are aligned and whose offsets are small. */
TM_DEVICE bool dense_is_plain(const dense_operand &operand) {
    return !operand.is_bf16 && operand.column_stride == 1 && operand.row_stride % 4 == 0 &&
           operand.row_stride < 1 << 16 && ((tm_i64)operand.base & 15) == 0;
}

/*
 * A float as two numbers of the eleven bits that a tensor core takes: the first is what it would make
 * of the float, the second what is left, whose own rest is below the last bit of the float.
 */
TM_DEVICE void dense_split(const float *quad, float *to, float *rest) {
    float high[4], low[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        high[i] = __uint_as_float(__float_as_uint(quad[i]) & 0xFFFFE000u);
        low[i] = quad[i] - high[i];
    }
    *(float4 *)to = *(const float4 *)high;
    *(float4 *)rest = *(const float4 *)low;
}

/* sums += a[16 x 8] * b[8 x 8] on a tensor core; fragments of a warp. */
TM_DEVICE void dense_mma(float *sums, const tm_u32 *a, const tm_u32 *b) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* All products of the fragments of a warp. */
template <int HIGH>
TM_DEVICE void dense_mma_all(float (*sums)[4][4], const tm_u32 (*a)[4], const tm_u32 (*b)[2]) {
#pragma unroll
    for (int i = 0; i < HIGH; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            dense_mma(sums[i][j], a[i], b[j]);
        }
    }
}

/*
 * One tile of 64 or 128 rows and 64 columns, by eight warps. A float is split in two, and the product
 * of both rests, which is below the last bit of a float, is left out: what comes out is as good as a
 * sum of float. bfloat16 has no rest.
 */
template <int TALL, bool IS_PLAIN>
TM_DEVICE void dense_tile(
    const dense_operand &left, const dense_operand &right, float *out, tm_i64 out_stride, int rows,
    int columns, int inner, int row0, int column0, bool adds, float *as, float *bs) {
    const int QUADS = 1 << TALL;      /* quads of the left operand that a lane brings to a step */
    const int HIGH = 1 << TALL;       /* fragments of 16 rows of a warp */
    const int A_REST = DENSE_ROWS(TALL) * DENSE_A_PITCH, B_REST = DENSE_DEPTH * DENSE_B_PITCH;
    int lane = (int)tm_lane();
    int warp_row = lane / 32 / 2 * 16 * HIGH, warp_column = lane / 32 % 2 * 32;
    int group = lane % 32 / 4, thread = lane % 4;
    bool by_column = IS_PLAIN || right.column_stride == 1;
    int b_k = by_column ? lane / 16 : lane % 4 * 4, b_column = by_column ? lane % 16 * 4 : lane / 4;
    float sums[HIGH][4][4];
#pragma unroll
    for (int i = 0; i < HIGH; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                sums[i][j][k] = 0;
            }
        }
    }
    float next_a[QUADS][4], next_b[4];
    dense_bring<TALL, IS_PLAIN>(
        left, right, rows, columns, inner, row0, column0, 0, by_column, b_k, b_column, next_a, next_b);
    for (int k0 = 0; k0 < inner; k0 += DENSE_DEPTH) {
        if (k0 > 0) {
            tm_sync(); /* the step before is read to the end */
        }
#pragma unroll
        for (int i = 0; i < QUADS; i++) {
            int at = lane + i * 256;
            int place = at / 4 * DENSE_A_PITCH + at % 4 * 4;
            dense_split(next_a[i], as + place, as + A_REST + place);
        }
        if (by_column) {
            int place = b_k * DENSE_B_PITCH + b_column;
            dense_split(next_b, bs + place, bs + B_REST + place);
        } else {
            float high[4], low[4];
            dense_split(next_b, high, low);
#pragma unroll
            for (int i = 0; i < 4; i++) {
                bs[(b_k + i) * DENSE_B_PITCH + b_column] = high[i];
                bs[B_REST + (b_k + i) * DENSE_B_PITCH + b_column] = low[i];
            }
        }
        int k1 = k0 + DENSE_DEPTH;
        if (k1 < inner) { /* under way while this step is worked on */
            dense_bring<TALL, IS_PLAIN>(
                left, right, rows, columns, inner, row0, column0, k1, by_column, b_k, b_column, next_a,
                next_b);
        }
        tm_sync();
#pragma unroll
        for (int k = 0; k < DENSE_DEPTH; k += 8) {
            tm_u32 a[HIGH][4], a_rest[HIGH][4], b[4][2], b_rest[4][2];
#pragma unroll
            for (int i = 0; i < HIGH; i++) {
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    const float *at = as + (warp_row + i * 16 + group + j % 2 * 8) * DENSE_A_PITCH + k +
                                      thread + j / 2 * 4;
                    a[i][j] = __float_as_uint(at[0]);
                    a_rest[i][j] = __float_as_uint(at[A_REST]);
                }
            }
#pragma unroll
            for (int i = 0; i < 4; i++) {
#pragma unroll
                for (int j = 0; j < 2; j++) {
                    const float *at =
                        bs + (k + thread + j * 4) * DENSE_B_PITCH + warp_column + i * 8 + group;
                    b[i][j] = __float_as_uint(at[0]);
                    b_rest[i][j] = __float_as_uint(at[B_REST]);
                }
            }
            if (IS_PLAIN || !left.is_bf16) { /* each in a row of its own: a sum waits for the one before */
                dense_mma_all<HIGH>(sums, a_rest, b);
            }
            if (IS_PLAIN || !right.is_bf16) {
                dense_mma_all<HIGH>(sums, a, b_rest);
            }
            dense_mma_all<HIGH>(sums, a, b);
        }
    }
    tm_sync(); /* the next tile writes where this one read */
#pragma unroll
    for (int i = 0; i < HIGH; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
#pragma unroll
            for (int k = 0; k < 4; k += 2) {
                int row = row0 + warp_row + i * 16 + group + k / 2 * 8;
                int column = column0 + warp_column + j * 8 + thread * 2;
                float *to = out + row * out_stride + column;
                if (IS_PLAIN && !adds) {
                    *(float2 *)to = make_float2(sums[i][j][k], sums[i][j][k + 1]);
                    continue;
                }
#pragma unroll
                for (int side = 0; side < 2; side++) {
                    if (row < rows && column + side < columns) {
                        to[side] = adds ? to[side] + sums[i][j][k + side] : sums[i][j][k + side];
                    }
                }
            }
        }
    }
}

#endif

/* out[rows x columns] = left[rows x inner] * right[inner x columns], or is increased by it. */
TM_DEVICE void dense_multiply(
    const dense_operand &left, const dense_operand &right, float *out, tm_i64 out_stride, int rows,
    int columns, int inner, bool adds) {
#if TM_ON_GPU
    const int OF_LEFT = 2 * DENSE_ROWS(1) * DENSE_A_PITCH, OF_RIGHT = 2 * DENSE_DEPTH * DENSE_B_PITCH;
    static_assert((OF_LEFT + OF_RIGHT) * sizeof(float) <= TM_SCRATCH_BYTES, "both tiles fit");
    float *as = (float *)tm_scratch(), *bs = as + OF_LEFT;
    int tall = rows > 64 ? 1 : 0;
    bool is_plain = dense_is_plain(left) && dense_is_plain(right) && out_stride % 2 == 0 &&
                    ((tm_i64)out & 7) == 0 && inner % DENSE_DEPTH == 0 &&
                    inner < 1 << 14 && rows < 1 << 14;
    for (int row = 0; row < rows; row += DENSE_ROWS(tall)) {
        for (int column = 0; column < columns; column += DENSE_COLUMNS) {
            bool is_whole = is_plain && row + DENSE_ROWS(tall) <= rows && column + DENSE_COLUMNS <= columns;
            if (tall && is_whole) {
                dense_tile<1, true>(left, right, out, out_stride, rows, columns, inner, row, column, adds, as, bs);
            } else if (tall) {
                dense_tile<1, false>(left, right, out, out_stride, rows, columns, inner, row, column, adds, as, bs);
            } else {
                dense_tile<0, false>(left, right, out, out_stride, rows, columns, inner, row, column, adds, as, bs);
            }
        }
    }
#else
    for (int i = (int)tm_lane(); i < rows * columns; i += (int)tm_lanes()) {
        int row = i / columns, column = i % columns;
        float *to = out + row * out_stride + column;
        float sum = 0;
        for (int k = 0; k < inner; k++) {
            sum += dense_at(left, row, k) * dense_at(right, k, column);
        }
        *to = adds ? *to + sum : sum;
    }
#endif
}

#endif
