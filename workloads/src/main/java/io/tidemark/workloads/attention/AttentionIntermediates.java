package io.tidemark.workloads.attention;

import io.tidemark.workloads.ArgumentGolden;
import java.util.Optional;

/**
 * What every task of blockwise attention must give, from the definition and in double precision. Each result is
 * computed from the inputs alone, never from the task before it, so that one wrong task is one difference. Shares no
 * code with the kernels. One thread.
 */
final class AttentionIntermediates implements ArgumentGolden {
    private static final double ROUNDING = 1.0 / 256; // of weights, which are bfloat16

    private static final int SCORES = 0;
    private static final int SOFTMAX = 1;
    private static final int VALUES = 2;
    private static final int UPDATE = 3;

    private final AttentionSizes sizes;
    private final float[] queries;
    private final float[] keys;
    private final float[] values;
    private final int[] pages;
    private final double tolerance;

    private int sequence;
    private int head;
    private int heads;
    private int firstPage;
    private int endPage;

    AttentionIntermediates(
            AttentionSizes sizes, float[] queries, float[] keys, float[] values, int[] pages, double tolerance) {
        this.sizes = sizes;
        this.queries = queries;
        this.keys = keys;
        this.values = values;
        this.pages = pages;
        this.tolerance = tolerance;
    }

    @Override
    public Optional<Values> after(int functionId, int occurrence, int argument) {
        if (!locate(occurrence)) {
            return Optional.empty();
        }
        int from = firstPage * sizes.block();
        int end = Math.min(endPage * sizes.block(), sizes.context()[sequence]);
        Softmax block = new Softmax(from, end);
        return Optional.ofNullable(
                switch (functionId) {
                    case SCORES -> argument == endPage - firstPage + 1 ? new Values(block.scores, tolerance) : null;
                    case SOFTMAX ->
                        switch (argument) {
                            case 1 -> new Values(block.weights, ROUNDING);
                            case 2 -> new Values(block.maximum, tolerance);
                            case 3 -> new Values(block.sum, ROUNDING);
                            default -> null;
                        };
                    case VALUES ->
                        argument == endPage - firstPage + 1 ? new Values(block.result, block.spread()) : null;
                    case UPDATE -> update(new Softmax(0, end), argument);
                    default -> null;
                });
    }

    private Values update(Softmax soFar, int argument) {
        return switch (argument) {
            case 3 -> new Values(soFar.maximum, tolerance);
            case 4 -> new Values(soFar.sum, ROUNDING);
            case 5 -> new Values(soFar.result, soFar.spread());
            case 6 -> endPage == sizes.pages(sequence) ? new Values(soFar.quotient(), tolerance) : null;
            default -> null;
        };
    }

    /** Finds the group of pages that a kernel's n-th task works on; false if there is none. */
    private boolean locate(int occurrence) {
        int left = occurrence;
        for (sequence = 0; sequence < sizes.batch(); sequence++) {
            int groups = (sizes.pages(sequence) + sizes.unroll() - 1) / sizes.unroll();
            if (left < groups * sizes.tiles()) {
                head = left / groups * sizes.headTile();
                heads = Math.min(sizes.headTile(), sizes.heads() - head);
                firstPage = left % groups * sizes.unroll();
                endPage = Math.min(firstPage + sizes.unroll(), sizes.pages(sequence));
                return true;
            }
            left -= groups * sizes.tiles();
        }
        return false;
    }

    /** The softmax over some keys of the sequence, not yet divided by its sum. */
    private final class Softmax {
        private final double[] scores;
        private final double[] weights;
        private final double[] maximum = new double[heads];
        private final double[] sum = new double[heads];
        private final double[] result = new double[heads * sizes.dim()];

        Softmax(int fromKey, int endKey) {
            int count = endKey - fromKey;
            scores = new double[heads * count];
            weights = new double[heads * count];
            for (int row = 0; row < heads; row++) {
                fill(row, fromKey, count);
            }
        }

        private void fill(int row, int fromKey, int count) {
            int dim = sizes.dim();
            int queryAt = (sequence * sizes.heads() + head + row) * dim;
            double largest = Double.NEGATIVE_INFINITY;
            for (int key = 0; key < count; key++) {
                int keyAt = rowAt(fromKey + key);
                double score = 0;
                for (int d = 0; d < dim; d++) {
                    score += (double) queries[queryAt + d] * keys[keyAt + d];
                }
                scores[row * count + key] = score;
                largest = Math.max(largest, score * sizes.scale());
            }
            for (int key = 0; key < count; key++) {
                int valueAt = rowAt(fromKey + key);
                double weight = Math.exp(scores[row * count + key] * sizes.scale() - largest);
                weights[row * count + key] = weight;
                sum[row] += weight;
                for (int d = 0; d < dim; d++) {
                    result[row * dim + d] += weight * values[valueAt + d];
                }
            }
            maximum[row] = largest;
        }

        private int rowAt(int key) {
            int page = pages[sequence * sizes.pagesPerSequence() + key / sizes.block()];
            return (page * sizes.block() + key % sizes.block()) * sizes.dim();
        }

        private double[] quotient() {
            double[] out = result.clone();
            for (int i = 0; i < out.length; i++) {
                out[i] /= sum[i / sizes.dim()];
            }
            return out;
        }

        /** Roundings of all weights may add up. */
        private double spread() {
            double largest = 0;
            for (double of : sum) {
                largest = Math.max(largest, of);
            }
            return ROUNDING * largest;
        }
    }
}
