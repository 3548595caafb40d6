package io.tidemark.workloads.attention;

/**
 * Attention as its definition says it: all scores of a head, their softmax, the weighted sum of the
 * values, in double precision. Shares no code with the kernels, knows no blocks but the pages that
 * hold the inputs. Pure.
 */
final class AttentionGolden {
    private AttentionGolden() {}

    static double[] compute(AttentionSizes sizes, float[] queries, float[] keys, float[] values, int[] pages) {
        int dim = sizes.dim();
        double[] out = new double[sizes.batch() * sizes.heads() * dim];
        for (int sequence = 0; sequence < sizes.batch(); sequence++) {
            int[] rows = rowsOf(sizes, sequence, pages);
            double[] weights = new double[rows.length];
            for (int head = 0; head < sizes.heads(); head++) {
                int at = (sequence * sizes.heads() + head) * dim;
                double largest = Double.NEGATIVE_INFINITY;
                for (int key = 0; key < rows.length; key++) {
                    double score = 0;
                    for (int d = 0; d < dim; d++) {
                        score += (double) queries[at + d] * keys[rows[key] + d];
                    }
                    weights[key] = score * sizes.scale();
                    largest = Math.max(largest, weights[key]);
                }
                double sum = 0;
                for (int key = 0; key < rows.length; key++) {
                    weights[key] = Math.exp(weights[key] - largest);
                    sum += weights[key];
                }
                for (int key = 0; key < rows.length; key++) {
                    for (int d = 0; d < dim; d++) {
                        out[at + d] += weights[key] / sum * values[rows[key] + d];
                    }
                }
            }
        }
        return out;
    }

    /** Where in the cache each key of a sequence begins. */
    private static int[] rowsOf(AttentionSizes sizes, int sequence, int[] pages) {
        int[] rows = new int[sizes.context()[sequence]];
        for (int key = 0; key < rows.length; key++) {
            int page = pages[sequence * sizes.pagesPerSequence() + key / sizes.block()];
            rows[key] = (page * sizes.block() + key % sizes.block()) * sizes.dim();
        }
        return rows;
    }
}
