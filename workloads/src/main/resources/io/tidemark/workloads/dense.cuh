/*
 * Products of matrices of float, in tiles that the lanes of a block share. Every element is one sum
 * in the order of the inner index. On a GPU products are fused with the sum.
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

/* Lanes of a block in groups that reduce among themselves: warps, or the one lane. */
#if TM_ON_GPU
#define GROUP_LANES 32u
#else
#define GROUP_LANES 1u
#endif

TM_DEVICE tm_u32 group_number() { return tm_lane() / GROUP_LANES; }
TM_DEVICE tm_u32 group_count() { return tm_lanes() / GROUP_LANES; }
TM_DEVICE tm_u32 group_lane() { return tm_lane() % GROUP_LANES; }

TM_DEVICE float group_sum(float value) {
#if TM_ON_GPU
    for (int step = 16; step > 0; step /= 2) {
        value += __shfl_xor_sync(0xFFFFFFFFu, value, step);
    }
#endif
    return value;
}

TM_DEVICE float group_max(float value) {
#if TM_ON_GPU
    for (int step = 16; step > 0; step /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xFFFFFFFFu, value, step));
    }
#endif
    return value;
}

/* Rounded from the double, as the golden's is. */
TM_DEVICE float dense_exp(float value) { return (float)exp((double)value); }

#define DENSE_LOWEST (-3.402823466e+38f)

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

#define DENSE_DEPTH 16

/* What a lane brings of both operands from one inner index on; 0 outside of them. */
template <int SIDE>
TM_DEVICE void dense_fetch(
    const dense_operand &left, const dense_operand &right, int rows, int columns, int inner,
    int row0, int column0, int k0, bool by_column, float *next_a, float *next_b) {
    const int WIDTH = 16 * SIDE;
#pragma unroll
    for (int i = 0; i < SIDE; i++) {
        int at = (int)tm_lane() + i * 256;
        int row = at / DENSE_DEPTH, k = at % DENSE_DEPTH; /* rows of the left lie along k */
        next_a[i] = row0 + row < rows && k0 + k < inner ? dense_at(left, row0 + row, k0 + k) : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < SIDE; i++) {
        int at = (int)tm_lane() + i * 256;
        int k = by_column ? at / WIDTH : at % DENSE_DEPTH;
        int column = by_column ? at % WIDTH : at / DENSE_DEPTH;
        next_b[i] = column0 + column < columns && k0 + k < inner
                        ? dense_at(right, k0 + k, column0 + column)
                        : 0.0f;
    }
}

/* One tile of 16 * SIDE rows and columns; a lane has SIDE by SIDE of its elements. 256 lanes. */
template <int SIDE>
TM_DEVICE void dense_tile(
    const dense_operand &left, const dense_operand &right, float *out, tm_i64 out_stride, int rows,
    int columns, int inner, int row0, int column0, bool adds, float *as, float *bs) {
    const int WIDTH = 16 * SIDE;
    const int PAD = WIDTH + 4;
    int lane_row = tm_lane() / 16, lane_column = tm_lane() % 16;
    float sums[SIDE][SIDE];
#pragma unroll
    for (int i = 0; i < SIDE; i++) {
#pragma unroll
        for (int j = 0; j < SIDE; j++) {
            sums[i][j] = 0;
        }
    }
    bool by_column = right.column_stride == 1;
    float next_a[SIDE], next_b[SIDE]; /* a lane brings so many of each operand to a step */
    dense_fetch<SIDE>(left, right, rows, columns, inner, row0, column0, 0, by_column, next_a, next_b);
    for (int k0 = 0; k0 < inner; k0 += DENSE_DEPTH) {
#pragma unroll
        for (int i = 0; i < SIDE; i++) {
            int at = (int)tm_lane() + i * 256;
            as[at % DENSE_DEPTH * PAD + at / DENSE_DEPTH] = next_a[i];
            int k = by_column ? at / WIDTH : at % DENSE_DEPTH;
            bs[k * PAD + (by_column ? at % WIDTH : at / DENSE_DEPTH)] = next_b[i];
        }
        if (k0 + DENSE_DEPTH < inner) { /* under way while this step is worked on */
            dense_fetch<SIDE>(
                left, right, rows, columns, inner, row0, column0, k0 + DENSE_DEPTH, by_column, next_a,
                next_b);
        }
        tm_sync();
#pragma unroll
        for (int k = 0; k < DENSE_DEPTH; k++) {
            float a[SIDE], b[SIDE];
#pragma unroll
            for (int i = 0; i < SIDE; i += 4) { /* four together, the next four a half further */
                *(float4 *)(a + i) = *(const float4 *)(as + k * PAD + i * 16 + lane_row * 4);
                *(float4 *)(b + i) = *(const float4 *)(bs + k * PAD + i * 16 + lane_column * 4);
            }
#pragma unroll
            for (int i = 0; i < SIDE; i++) {
#pragma unroll
                for (int j = 0; j < SIDE; j++) {
                    sums[i][j] = __fmaf_rn(a[i], b[j], sums[i][j]);
                }
            }
        }
        tm_sync();
    }
#pragma unroll
    for (int i = 0; i < SIDE; i++) {
        int row = row0 + i / 4 * 64 + lane_row * 4 + i % 4;
#pragma unroll
        for (int j = 0; j < SIDE; j++) {
            int column = column0 + j / 4 * 64 + lane_column * 4 + j % 4;
            if (row < rows && column < columns) {
                float *to = out + row * out_stride + column;
                *to = adds ? *to + sums[i][j] : sums[i][j];
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
    __shared__ __align__(16) float as[DENSE_DEPTH * (128 + 4)];
    __shared__ __align__(16) float bs[DENSE_DEPTH * (128 + 4)];
    if (rows > 64 && columns > 64) {
        for (int row = 0; row < rows; row += 128) {
            for (int column = 0; column < columns; column += 128) {
                dense_tile<8>(left, right, out, out_stride, rows, columns, inner, row, column, adds, as, bs);
            }
        }
    } else {
        for (int row = 0; row < rows; row += 64) {
            for (int column = 0; column < columns; column += 64) {
                dense_tile<4>(left, right, out, out_stride, rows, columns, inner, row, column, adds, as, bs);
            }
        }
    }
#else
    for (int row = 0; row < rows; row++) {
        float *to = out + row * out_stride;
        for (int column = 0; column < columns; column++) {
            float sum = 0;
            for (int k = 0; k < inner; k++) {
                sum += dense_at(left, row, k) * dense_at(right, k, column);
            }
            to[column] = adds ? to[column] + sum : sum;
        }
    }
#endif
}

#endif
