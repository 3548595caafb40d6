package io.tidemark.workloads.decoder;

import io.tidemark.workloads.ArgumentGolden;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What every task of a decoding step must give, from the golden's own steps and in double
 * precision, never from the task before it. Tasks of one kernel come layer by layer in the order in
 * which {@link DecoderLayer} submits them. One thread.
 */
final class DecoderIntermediates implements ArgumentGolden {
    private static final int COPY = 0;
    private static final int X_GAMMA = 1;
    private static final int TILING = 2;
    private static final int SEED = 3;
    private static final int RMS_RECIP = 4;
    private static final int Q_PROJ = 5;
    private static final int KV_PROJ = 6;
    private static final int ATTENTION = 7;
    private static final int MERGE = 9;
    private static final int OUT_PROJ = 11;
    private static final int RESIDUAL = 12;
    private static final int POST_RMS = 13;
    private static final int GATE_PROJ = 14;
    private static final int UP_PROJ = 15;
    private static final int SILU = 16;
    private static final int DOWN_PROJ = 17;
    private static final int DCR_X_GAMMA = 18;

    private static final int SEEDS = 4;

    private final DecoderSizes sizes;
    private final Map<String, float[]> inputs;
    private final DecoderGolden golden;
    private final double tolerance;

    DecoderIntermediates(DecoderSizes sizes, Map<String, float[]> inputs, DecoderGolden golden, double tolerance) {
        this.sizes = sizes;
        this.inputs = inputs;
        this.golden = golden;
        this.tolerance = tolerance;
    }

    @Override
    public Optional<Values> after(int functionId, int occurrence, int argument) {
        int inLayer = tasksPerLayer(functionId);
        int layer = occurrence / inLayer;
        if (layer >= sizes.layers() && functionId != COPY) {
            return Optional.empty();
        }
        return Optional.ofNullable(values(functionId, layer, occurrence % inLayer, argument))
                .map(found -> new Values(found, tolerance));
    }

    /** Tasks per layer that run one kernel. */
    private int tasksPerLayer(int functionId) {
        int late = sizes.interTiles() - sizes.directInterTiles();
        return switch (functionId) {
            case SEED -> SEEDS;
            case KV_PROJ -> 2;
            case OUT_PROJ -> 1 + sizes.outTiles() - sizes.directOutTiles();
            case RESIDUAL -> sizes.chunks();
            case GATE_PROJ, UP_PROJ -> sizes.chunks() * (1 + late);
            case SILU -> sizes.interTiles();
            case DOWN_PROJ -> sizes.interTiles() * sizes.chunks();
            default -> 1;
        };
    }

    private double[] values(int functionId, int layer, int task, int argument) {
        return switch (functionId) {
            case COPY -> argument == 1 ? copied(layer) : null;
            case X_GAMMA -> argument == 2 ? scaled(0, "gamma_in", 0) : null;
            case TILING -> argument == 1 ? tiling() : null;
            case SEED -> seeded(task, argument);
            case RMS_RECIP -> argument == 1 ? reciprocals(residual(layer)) : null;
            case Q_PROJ -> argument == 2 ? projected(layer, "wq", sizes.queryWidth()) : null;
            case KV_PROJ -> argument == 2 ? projected(layer, task == 0 ? "wk" : "wv", sizes.kvWidth()) : null;
            case ATTENTION ->
                switch (argument) {
                    case 7 -> cache("key_cache", layer);
                    case 8 -> cache("value_cache", layer);
                    case 10 -> golden.step("parts", layer);
                    default -> null;
                };
            case MERGE -> argument == 1 ? golden.step("attended", layer) : null;
            case OUT_PROJ -> argument == 2 ? outTiles(layer, task) : null;
            case RESIDUAL -> residualChunk(layer, task, argument);
            case POST_RMS -> argument == 2 ? reciprocals(middle(layer)) : null;
            case GATE_PROJ -> argument == 2 ? partial(layer, "wg", task) : null;
            case UP_PROJ -> argument == 2 ? partial(layer, "wu", task) : null;
            case SILU -> argument == 3 ? columns(golden.step("activation", layer), sizes.inter(), task) : null;
            case DOWN_PROJ -> argument == 2 ? down(layer, task) : null;
            case DCR_X_GAMMA -> last(layer, argument);
            default -> null;
        };
    }

    /** The inputs at first, the outputs at last. */
    private double[] copied(int occurrence) {
        return occurrence == 0 ? residual(0) : residual(sizes.layers());
    }

    /** What a layer begins with; behind the last one, the result. */
    private double[] residual(int layer) {
        return layer == sizes.layers() ? golden.result("out") : golden.step("residual", layer);
    }

    /** Between attention and the feed-forward part. */
    private double[] middle(int layer) {
        return golden.step("middle", layer);
    }

    private double[] scaled(int layer, String gamma, int gammaLayer) {
        return scaled(residual(layer), gamma, gammaLayer);
    }

    private double[] scaled(double[] rows, String gamma, int layer) {
        double[] result = rows.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] *= inputs.get(gamma)[layer * sizes.hidden() + i % sizes.hidden()];
        }
        return result;
    }

    /** Sequence, key head and keys of each item. */
    private double[] tiling() {
        double[] result = new double[sizes.batch() * sizes.kvHeads() * 3];
        for (int i = 0; i < result.length; i += 3) {
            int sequence = i / 3 / sizes.kvHeads();
            result[i] = sequence;
            result[i + 1] = i / 3 % sizes.kvHeads();
            result[i + 2] = sizes.context()[sequence];
        }
        return result;
    }

    private double[] seeded(int task, int argument) {
        int stored = sizes.heads() * CohortAttention.PARTS * (sizes.dim() + 2);
        int width =
                switch (task) {
                    case 0 -> sizes.hidden();
                    case 1 -> stored;
                    case 2 -> sizes.queryWidth();
                    default -> sizes.kvWidth();
                };
        return argument == 0 || task == SEEDS - 1 && argument == 1 ? new double[sizes.batch() * width] : null;
    }

    private double[] reciprocals(double[] rows) {
        double[] result = new double[sizes.batch()];
        for (int row = 0; row < result.length; row++) {
            int from = row * sizes.hidden();
            double squares = Arrays.stream(rows, from, from + sizes.hidden())
                    .map(v -> v * v)
                    .sum();
            result[row] = 1 / Math.sqrt(squares / sizes.hidden() + DecoderGolden.EPSILON);
        }
        return result;
    }

    private double[] projected(int layer, String weights, int columns) {
        double[] rows = scaled(layer, "gamma_in", layer);
        return product(rows, weights, layer, 0, sizes.hidden(), columns, 0, columns);
    }

    private double[] cache(String name, int layer) {
        double[] all = golden.result(name);
        int size = all.length / sizes.layers();
        return Arrays.copyOfRange(all, layer * size, (layer + 1) * size);
    }

    private double[] outTiles(int layer, int task) {
        int first = task == 0 ? 0 : sizes.directOutTiles() + task - 1;
        int count = task == 0 ? sizes.directOutTiles() : 1;
        return columns(
                golden.step("projected", layer), sizes.hidden(), first * sizes.outTile(), count * sizes.outTile());
    }

    private double[] residualChunk(int layer, int chunk, int argument) {
        return switch (argument) {
            case 3 -> columns(middle(layer), sizes.hidden(), chunk);
            case 4 -> columns(scaled(middle(layer), "gamma_post", layer), sizes.hidden(), chunk);
            default -> null;
        };
    }

    /** One chunk of the sum over the residual, for the columns of one task. */
    private double[] partial(int layer, String weights, int task) {
        int direct = sizes.directInterTiles();
        int perChunk = 1 + sizes.interTiles() - direct;
        int chunk = task / perChunk;
        int number = task % perChunk;
        int first = number == 0 ? 0 : direct + number - 1;
        int count = number == 0 ? direct : 1;
        int tile = sizes.tile();
        double[] rows = scaled(middle(layer), "gamma_post", layer);
        return product(rows, weights, layer, chunk * tile, tile, sizes.inter(), first * tile, count * tile);
    }

    private double[] down(int layer, int task) {
        int tile = sizes.tile();
        return product(
                golden.step("activation", layer),
                "wd",
                layer,
                task / sizes.chunks() * tile,
                tile,
                sizes.hidden(),
                task % sizes.chunks() * tile,
                tile);
    }

    private double[] last(int layer, int argument) {
        int next = Math.min(layer + 1, sizes.layers() - 1);
        return switch (argument) {
            case 3 -> residual(layer + 1);
            case 4 -> scaled(layer + 1, "gamma_in", next);
            default -> null;
        };
    }

    private double[] columns(double[] rows, int width, int tile) {
        return columns(rows, width, tile * sizes.tile(), sizes.tile());
    }

    private static double[] columns(double[] rows, int width, int from, int count) {
        double[] result = new double[rows.length / width * count];
        for (int i = 0; i < result.length; i++) {
            result[i] = rows[i / count * width + from + i % count];
        }
        return result;
    }

    /** Some columns of the product, summed over some of the inner elements. */
    private double[] product(
            double[] rows, String name, int layer, int innerFrom, int innerCount, int width, int from, int count) {
        float[] weights = inputs.get(name);
        int inner = rows.length / sizes.batch();
        double[] result = new double[sizes.batch() * count];
        for (int i = 0; i < result.length; i++) {
            for (int k = innerFrom; k < innerFrom + innerCount; k++) {
                int at = (layer * inner + k) * width + from + i % count;
                result[i] += rows[i / count * inner + k] * weights[at];
            }
        }
        return result;
    }
}
