package io.tidemark.workloads.moe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The layer token by token in double precision, each with its own experts. Scores are sums of few
 * bits, exact in float and double, so that both sides route alike. Shares no code with the kernels.
 * Pure.
 */
final class MoeGolden {
    private final MoeSizes sizes;
    private final float[] x;
    private final float[] router;
    private final float[] gate;
    private final float[] up;
    private final float[] down;

    MoeGolden(MoeSizes sizes, float[] x, float[] router, float[] gate, float[] up, float[] down) {
        this.sizes = sizes;
        this.x = x;
        this.router = router;
        this.gate = gate;
        this.up = up;
        this.down = down;
    }

    double[] out() {
        int width = sizes.hidden();
        double[] out = new double[sizes.tokens() * width];
        for (int token = 0; token < sizes.tokens(); token++) {
            double[] scores = scores(token);
            List<Integer> chosen = chosen(scores);
            double sum = 0;
            for (int expert : chosen) {
                sum += Math.exp(scores[expert]);
            }
            for (int i = 0; i < width; i++) {
                out[token * width + i] = x[token * width + i];
            }
            for (int expert : chosen) {
                double[] given = expert(expert, token);
                for (int i = 0; i < width; i++) {
                    out[token * width + i] += Math.exp(scores[expert]) / sum * given[i];
                }
            }
        }
        return out;
    }

    /** How many tokens each tile of each expert gets; 0 where its tasks must not have run. */
    double[] filled() {
        int[] counts = new int[sizes.experts()];
        for (int token = 0; token < sizes.tokens(); token++) {
            chosen(scores(token)).forEach(expert -> counts[expert]++);
        }
        double[] filled = new double[sizes.experts() * sizes.tiles()];
        for (int i = 0; i < filled.length; i++) {
            int left = counts[i / sizes.tiles()] - i % sizes.tiles() * sizes.tile();
            filled[i] = Math.clamp(left, 0, sizes.tile());
        }
        return filled;
    }

    private double[] scores(int token) {
        double[] scores = new double[sizes.experts()];
        for (int i = 0; i < sizes.hidden(); i++) {
            for (int expert = 0; expert < scores.length; expert++) {
                scores[expert] +=
                        (double) x[token * sizes.hidden() + i] * router[i * scores.length + expert];
            }
        }
        return scores;
    }

    private List<Integer> chosen(double[] scores) {
        List<Integer> experts = new ArrayList<>();
        for (int expert = 0; expert < scores.length; expert++) {
            experts.add(expert);
        }
        experts.sort(Comparator.comparingDouble(expert -> -scores[expert])); // stable
        return experts.subList(0, sizes.top());
    }

    private double[] expert(int expert, int token) {
        int width = sizes.hidden();
        double[] activation = new double[sizes.inter()];
        for (int j = 0; j < activation.length; j++) {
            double gated = 0;
            double upped = 0;
            for (int i = 0; i < width; i++) {
                int at = (expert * width + i) * sizes.inter() + j;
                gated += (double) x[token * width + i] * gate[at];
                upped += (double) x[token * width + i] * up[at];
            }
            activation[j] = gated / (1 + Math.exp(-gated)) * upped;
        }
        double[] result = new double[width];
        for (int j = 0; j < activation.length; j++) {
            for (int i = 0; i < width; i++) {
                result[i] += activation[j] * down[(expert * sizes.inter() + j) * width + i];
            }
        }
        return result;
    }
}
