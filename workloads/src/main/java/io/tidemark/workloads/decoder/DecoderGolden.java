package io.tidemark.workloads.decoder;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The decoder as its definition says it, sequence by sequence in double precision, without tiles,
 * parts or pages but those that hold the cache. Shares no code with the kernels. One thread; what
 * it computes once it keeps.
 */
final class DecoderGolden {
    static final double EPSILON = 1e-6;

    private final DecoderSizes sizes;
    private final Map<String, float[]> inputs;
    private final int[] blockTable;
    private final Map<String, double[]> results = new HashMap<>();
    private final Map<String, double[]> steps = new HashMap<>();

    DecoderGolden(DecoderSizes sizes, Map<String, float[]> inputs, int[] blockTable) {
        this.sizes = sizes;
        this.inputs = inputs;
        this.blockTable = blockTable;
    }

    /** {@code out}, {@code key_cache} or {@code value_cache} after the run. */
    double[] result(String name) {
        if (results.isEmpty()) {
            compute();
        }
        return results.get(name);
    }

    /**
     * The data between the tasks of a layer, a row for each sequence: {@code residual} at its beginning, {@code parts}
     * of attention, each over every third page, {@code attended} over all, its product {@code projected}, their sum
     * {@code middle}, {@code activation}.
     */
    double[] step(String name, int layer) {
        result("out");
        return steps.get(name + layer);
    }

    private void keep(String name, int layer, int sequence, double[] row) {
        double[] rows = steps.computeIfAbsent(name + layer, key -> new double[sizes.batch() * row.length]);
        System.arraycopy(row, 0, rows, sequence * row.length, row.length);
    }

    private void compute() {
        double[] keys = widened("key_cache");
        double[] values = widened("value_cache");
        double[] out = new double[sizes.batch() * sizes.hidden()];
        for (int sequence = 0; sequence < sizes.batch(); sequence++) {
            double[] x = new double[sizes.hidden()];
            for (int i = 0; i < x.length; i++) {
                x[i] = inputs.get("hidden")[sequence * x.length + i];
            }
            for (int layer = 0; layer < sizes.layers(); layer++) {
                keep("residual", layer, sequence, x);
                add(x, attention(layer, sequence, x, keys, values));
                keep("middle", layer, sequence, x);
                add(x, feedForward(layer, sequence, x));
            }
            System.arraycopy(x, 0, out, sequence * x.length, x.length);
        }
        results.put("out", out);
        results.put("key_cache", keys);
        results.put("value_cache", values);
    }

    private double[] attention(int layer, int sequence, double[] x, double[] keys, double[] values) {
        double[] normed = normed(x, 0, x.length, "gamma_in", layer);
        double[] query = product(normed, "wq", layer, sizes.queryWidth());
        double[] key = product(normed, "wk", layer, sizes.kvWidth());
        double[] value = product(normed, "wv", layer, sizes.kvWidth());
        int position = sizes.context()[sequence] - 1;
        query = headsNormedAndTurned(query, "gamma_q", layer, position);
        key = headsNormedAndTurned(key, "gamma_k", layer, position);
        int newest = cacheRow(layer, sequence, position);
        System.arraycopy(key, 0, keys, newest, key.length);
        System.arraycopy(value, 0, values, newest, value.length);
        double[] attended = new double[sizes.queryWidth()];
        double[] parts = new double[sizes.heads() * CohortAttention.PARTS * (sizes.dim() + 2)];
        for (int head = 0; head < sizes.heads(); head++) {
            double[] scores = scores(layer, sequence, head, query, keys);
            double[] all = weighted(layer, sequence, head, scores, values, 0, 1);
            for (int d = 0; d < sizes.dim(); d++) {
                attended[head * sizes.dim() + d] = all[d] / all[sizes.dim() + 1];
            }
            for (int part = 0; part < CohortAttention.PARTS; part++) {
                double[] some = weighted(layer, sequence, head, scores, values, part, CohortAttention.PARTS);
                int at = (head * CohortAttention.PARTS + part) * some.length;
                System.arraycopy(some, 0, parts, at, some.length);
            }
        }
        double[] projected = product(attended, "wo", layer, sizes.hidden());
        keep("parts", layer, sequence, parts);
        keep("attended", layer, sequence, attended);
        keep("projected", layer, sequence, projected);
        return projected;
    }

    /** Of one head, for each position of its sequence. */
    private double[] scores(int layer, int sequence, int head, double[] query, double[] keys) {
        int dim = sizes.dim();
        double[] scores = new double[sizes.context()[sequence]];
        for (int position = 0; position < scores.length; position++) {
            int at = cacheRow(layer, sequence, position) + kvHead(head) * dim;
            for (int d = 0; d < dim; d++) {
                scores[position] += query[head * dim + d] * keys[at + d];
            }
            scores[position] /= Math.sqrt(dim);
        }
        return scores;
    }

    /**
     * The weighted values of one page: their sum, then the largest score, then the sum
     * of the weights, which are relative to it. Without a page that is negative infinity.
     */
    private double[] weighted(
            int layer, int sequence, int head, double[] scores, double[] values, int firstPage, int pageStep) {
        int dim = sizes.dim();
        double[] result = new double[dim + 2];
        IntPredicate counts = position -> position / sizes.page() % pageStep == firstPage;
        double largest = IntStream.range(0, scores.length)
                .filter(counts)
                .mapToDouble(position -> scores[position])
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
        for (int position = 0; position < scores.length; position++) {
            if (counts.test(position)) {
                double weight = Math.exp(scores[position] - largest);
                int at = cacheRow(layer, sequence, position) + kvHead(head) * dim;
                for (int d = 0; d < dim; d++) {
                    result[d] += weight * values[at + d];
                }
                result[dim + 1] += weight;
            }
        }
        result[dim] = largest;
        return result;
    }

    private int kvHead(int head) {
        return head / (sizes.heads() / sizes.kvHeads());
    }

    private double[] feedForward(int layer, int sequence, double[] x) {
        double[] normed = normed(x, 0, x.length, "gamma_post", layer);
        double[] gate = product(normed, "wg", layer, sizes.inter());
        double[] up = product(normed, "wu", layer, sizes.inter());
        for (int i = 0; i < gate.length; i++) {
            gate[i] = gate[i] / (1 + Math.exp(-gate[i])) * up[i];
        }
        keep("activation", layer, sequence, gate);
        return product(gate, "wd", layer, sizes.hidden());
    }

    /** The vector times a matrix of this layer. */
    private double[] product(double[] left, String name, int layer, int columns) {
        float[] weights = inputs.get(name);
        int at = layer * left.length * columns;
        double[] product = new double[columns];
        for (int column = 0; column < columns; column++) {
            for (int i = 0; i < left.length; i++) {
                product[column] += left[i] * weights[at + i * columns + column];
            }
        }
        return product;
    }

    private double[] normed(double[] x, int from, int count, String gamma, int layer) {
        double squares = 0;
        for (int i = from; i < from + count; i++) {
            squares += x[i] * x[i];
        }
        double norm = Math.sqrt(squares / count + EPSILON);
        double[] result = new double[count];
        for (int i = 0; i < count; i++) {
            result[i] = x[from + i] / norm * inputs.get(gamma)[layer * count + i];
        }
        return result;
    }

    private double[] headsNormedAndTurned(double[] heads, String gamma, int layer, int position) {
        int dim = sizes.dim();
        double[] result = new double[heads.length];
        for (int at = 0; at < heads.length; at += dim) {
            double[] head = normed(heads, at, dim, gamma, layer);
            for (int d = 0; d < dim / 2; d++) {
                double angle = position / Math.pow(CohortAttention.THETA, 2.0 * d / dim);
                double other = head[d + dim / 2];
                result[at + d] = head[d] * Math.cos(angle) - other * Math.sin(angle);
                result[at + d + dim / 2] = other * Math.cos(angle) + head[d] * Math.sin(angle);
            }
        }
        return result;
    }

    /** Where the keys of one position begin in the cache. */
    private int cacheRow(int layer, int sequence, int position) {
        int physical = blockTable[sequence * sizes.pagesPerSequence() + position / sizes.page()];
        int row = (layer * sizes.pages() + physical) * sizes.page() + position % sizes.page();
        return row * sizes.kvWidth();
    }

    private double[] widened(String name) {
        float[] values = inputs.get(name);
        double[] result = new double[values.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = values[i];
        }
        return result;
    }

    private static void add(double[] sum, double[] addend) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += addend[i];
        }
    }
}
