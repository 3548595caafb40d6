package io.tidemark.workloads.attention;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.workloads.DenseMath;
import io.tidemark.workloads.DeviceSource;

/**
 * The four kernels of blockwise attention. Each runs on any core's thread and touches only its own
 * arguments. The exponential is the strict one: its bits do not depend on whether a thread runs
 * compiled code yet.
 */
final class AttentionKernels {
    /** q, k of n pages, scores. */
    static final Kernel SCORES = Kernel.aic(0, "qk", AttentionKernels::scores).onDevice(code("attention_scores"));

    /** scores, weights, maximum, sum; scalar: scale. */
    static final Kernel SOFTMAX =
            Kernel.aiv(1, "softmax", AttentionKernels::softmax).onDevice(code("attention_softmax"));

    /** weights, v of n pages, partial result. */
    static final Kernel WEIGHTED_VALUES =
            Kernel.aic(2, "pv", AttentionKernels::weightedValues).onDevice(code("attention_values"));

    /** new maximum, sum and result; running ones; output; scalars: first, last. */
    static final Kernel UPDATE =
            Kernel.aiv(3, "update", AttentionKernels::update).onDevice(code("attention_update"));

    private AttentionKernels() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(AttentionKernels.class, "attention.cuh", entryPoint);
    }

    private static void scores(KernelContext context) {
        Tensor query = context.tensor(0);
        int rows = query.dimension(0);
        int dim = query.dimension(1);
        int last = context.tensorCount() - 1;
        int columns = context.tensor(last).dimension(1);
        float[] queries = read(context, 0);
        float[] keysTurned = new float[dim * columns];
        int column = 0;
        for (int page = 1; page < last; page++) {
            float[] keys = read(context, page);
            int count = context.tensor(page).dimension(0);
            for (int key = 0; key < count; key++, column++) {
                for (int d = 0; d < dim; d++) {
                    keysTurned[d * columns + column] = keys[key * dim + d];
                }
            }
        }
        float[] scores = new float[rows * columns];
        DenseMath.multiply(queries, 0, keysTurned, 0, scores, 0, rows, dim, columns);
        context.memory().write(context.tensor(last), scores);
    }

    /**
     * Weights are rounded to their type before they are summed, so that they and their sum belong
     * together.
     */
    private static void softmax(KernelContext context) {
        Tensor scoreTensor = context.tensor(0);
        Tensor weightTensor = context.tensor(1);
        int rows = scoreTensor.dimension(0);
        int columns = scoreTensor.dimension(1);
        float scale = context.scalarFloat(0);
        float[] weights = read(context, 0);
        float[] maximum = new float[rows];
        for (int row = 0; row < rows; row++) {
            float largest = Float.NEGATIVE_INFINITY;
            for (int column = 0; column < columns; column++) {
                weights[row * columns + column] *= scale;
                largest = Math.max(largest, weights[row * columns + column]);
            }
            for (int column = 0; column < columns; column++) {
                int at = row * columns + column;
                weights[at] = (float) StrictMath.exp(weights[at] - largest);
            }
            maximum[row] = largest;
        }
        context.memory().write(weightTensor, weights);
        context.memory().read(weightTensor, weights);
        float[] sum = new float[rows];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                sum[row] += weights[row * columns + column];
            }
        }
        context.memory().write(context.tensor(2), maximum);
        context.memory().write(context.tensor(3), sum);
    }

    private static void weightedValues(KernelContext context) {
        Tensor weightTensor = context.tensor(0);
        int last = context.tensorCount() - 1;
        Tensor result = context.tensor(last);
        int rows = weightTensor.dimension(0);
        int columns = weightTensor.dimension(1);
        int dim = result.dimension(1);
        float[] values = new float[columns * dim];
        int at = 0;
        for (int page = 1; page < last; page++) {
            context.memory().read(context.tensor(page), values, at);
            at += (int) context.tensor(page).elements();
        }
        float[] product = new float[rows * dim];
        DenseMath.multiply(read(context, 0), 0, values, 0, product, 0, rows, columns, dim);
        context.memory().write(result, product);
    }

    private static void update(KernelContext context) {
        DeviceMemory memory = context.memory();
        float[] newMaximum = read(context, 0);
        float[] newSum = read(context, 1);
        float[] newResult = read(context, 2);
        boolean first = context.scalarLong(0) != 0;
        if (!first) {
            merge(newMaximum, newSum, newResult, read(context, 3), read(context, 4), read(context, 5));
        }
        memory.write(context.tensor(3), newMaximum);
        memory.write(context.tensor(4), newSum);
        memory.write(context.tensor(5), newResult);
        if (context.scalarLong(1) != 0) {
            int dim = newResult.length / newSum.length;
            for (int i = 0; i < newResult.length; i++) {
                newResult[i] /= newSum[i / dim];
            }
            memory.write(context.tensor(6), newResult);
        }
    }

    /** Brings two partial softmaxes to their common maximum and adds them, into the first. */
    private static void merge(
            float[] maximum, float[] sum, float[] result, float[] oldMaximum, float[] oldSum, float[] oldResult) {
        int dim = result.length / sum.length;
        for (int row = 0; row < sum.length; row++) {
            float common = Math.max(maximum[row], oldMaximum[row]);
            float factor = (float) StrictMath.exp(maximum[row] - common);
            float oldFactor = (float) StrictMath.exp(oldMaximum[row] - common);
            maximum[row] = common;
            sum[row] = oldFactor * oldSum[row] + factor * sum[row];
            for (int d = row * dim; d < (row + 1) * dim; d++) {
                result[d] = oldFactor * oldResult[d] + factor * result[d];
            }
        }
    }

    private static float[] read(KernelContext context, int index) {
        Tensor tensor = context.tensor(index);
        float[] values = new float[(int) tensor.elements()];
        context.memory().read(tensor, values);
        return values;
    }
}
