/*
 * A softmax over keys that come one at a time, by one group of lanes: the largest score so far, the sum
 * of the weights and the weighted sum of the values, both relative to it. Parts over some of the keys
 * merge into one.
 */
#ifndef TIDEMARK_SOFTMAX
#define TIDEMARK_SOFTMAX
#include "dense.cuh"

#define SOFTMAX_PARTS 3 /* cores of a cluster */
#define SOFTMAX_MOST_DIM 512
#define SOFTMAX_PER_LANE (SOFTMAX_MOST_DIM / (int)GROUP_LANES)

struct softmax_row {
    float result[SOFTMAX_PER_LANE];
    float maximum;
    float sum;
};

/* Which element is the i-th of this lane. */
TM_DEVICE int softmax_place(int i) { return i * (int)GROUP_LANES + (int)group_lane(); }

TM_DEVICE void softmax_begin(softmax_row &row) {
#pragma unroll
    for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
        row.result[i] = 0;
    }
    row.maximum = DENSE_LOWEST;
    row.sum = 0;
}

/* Counts a key; the weight by which its value is to be added to the result. */
TM_DEVICE float softmax_weight(softmax_row &row, float score) {
    if (score > row.maximum) {
        float shrink = dense_exp(row.maximum - score);
#pragma unroll
        for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
            row.result[i] *= shrink;
        }
        row.sum *= shrink;
        row.maximum = score;
    }
    float weight = dense_exp(score - row.maximum);
    row.sum += weight;
    return weight;
}

/* The weighted sum, then the maximum, then the sum of the weights. */
TM_DEVICE void softmax_store(const softmax_row &row, float *to, int dim) {
#pragma unroll
    for (int i = 0; i < SOFTMAX_PER_LANE; i++) {
        int d = softmax_place(i);
        if (d < dim) {
            to[d] = row.result[i];
        }
    }
    if (group_lane() == 0) {
        to[dim] = row.maximum;
        to[dim + 1] = row.sum;
    }
}

/* All parts of one row brought together; at least one of them has a key. */
TM_DEVICE void softmax_merge(const float *stored, float *out, int dim) {
    int stride = dim + 2;
    float common = DENSE_LOWEST;
    for (int part = 0; part < SOFTMAX_PARTS; part++) {
        common = fmaxf(common, stored[part * stride + dim]);
    }
    float total = 0, factors[SOFTMAX_PARTS];
    for (int part = 0; part < SOFTMAX_PARTS; part++) {
        factors[part] = dense_exp(stored[part * stride + dim] - common); /* 0 without keys */
        total += factors[part] * stored[part * stride + dim + 1];
    }
    for (int d = (int)group_lane(); d < dim; d += GROUP_LANES) {
        float value = 0;
        for (int part = 0; part < SOFTMAX_PARTS; part++) {
            value += factors[part] * stored[part * stride + d];
        }
        out[d] = value / total;
    }
}

#endif
