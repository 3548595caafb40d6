package io.tidemark.workloads;

import java.util.Arrays;

/**
 * A softmax over keys that come one at a time: the largest score so far, the sum of the weights and
 * the weighted sum of the values, both relative to it. Several of them over parts of the keys merge
 * into one. The exponential is the strict one, so equal keys in equal order give equal bits. One
 * kernel's own.
 */
public final class OnlineSoftmax {
    private final float[] result;
    private float maximum = Float.NEGATIVE_INFINITY;
    private float sum;

    public OnlineSoftmax(int dim) {
        result = new float[dim];
    }

    /** Floats that {@link #store} writes. */
    public static int storedSize(int dim) {
        return dim + 2;
    }

    public void add(float score, float[] values, int at) {
        if (score > maximum) {
            float shrink = (float) StrictMath.exp(maximum - score);
            for (int d = 0; d < result.length; d++) {
                result[d] *= shrink;
            }
            sum *= shrink;
            maximum = score;
        }
        float weight = (float) StrictMath.exp(score - maximum);
        sum += weight;
        for (int d = 0; d < result.length; d++) {
            result[d] += weight * values[at + d];
        }
    }

    /** The weighted sum, then the maximum, then the sum of the weights. */
    public void store(float[] target, int at) {
        System.arraycopy(result, 0, target, at, result.length);
        target[at + result.length] = maximum;
        target[at + result.length + 1] = sum;
    }

    /** The softmax over the keys of all stored parts; at least one of them has a key. */
    public static void merge(float[] stored, int at, int parts, int dim, float[] target, int targetAt) {
        int stride = storedSize(dim);
        float common = Float.NEGATIVE_INFINITY;
        for (int part = 0; part < parts; part++) {
            common = Math.max(common, stored[at + part * stride + dim]);
        }
        float total = 0;
        Arrays.fill(target, targetAt, targetAt + dim, 0);
        for (int part = 0; part < parts; part++) {
            int from = at + part * stride;
            float factor = (float) StrictMath.exp(stored[from + dim] - common); // 0 without keys
            total += factor * stored[from + dim + 1];
            for (int d = 0; d < dim; d++) {
                target[targetAt + d] += factor * stored[from + d];
            }
        }
        for (int d = 0; d < dim; d++) {
            target[targetAt + d] /= total;
        }
    }
}
