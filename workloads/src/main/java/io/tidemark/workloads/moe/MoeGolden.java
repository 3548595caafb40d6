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
            List<Integer> chosen = chosen(scores(token));
            for (int i = 0; i < width; i++) {
                out[token * width + i] = x[token * width + i];
            }
            for (int expert : chosen) {
                double[] given = given(expert, token);
                double weight = weight(expert, token);
                for (int i = 0; i < width; i++) {
                    out[token * width + i] += weight * given[i];
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

    /** The scores of every token. */
    double[] scores() {
        double[] all = new double[sizes.tokens() * sizes.experts()];
        for (int token = 0; token < sizes.tokens(); token++) {
            System.arraycopy(scores(token), 0, all, token * sizes.experts(), sizes.experts());
        }
        return all;
    }

    /** The tokens that go to an expert, in order. */
    List<Integer> tokensOf(int expert) {
        List<Integer> tokens = new ArrayList<>();
        for (int token = 0; token < sizes.tokens(); token++) {
            if (chosen(scores(token)).contains(expert)) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    /** How much of what an expert gives for a token counts. */
    double weight(int expert, int token) {
        double[] scores = scores(token);
        double sum = 0;
        for (int other : chosen(scores)) {
            sum += Math.exp(scores[other]);
        }
        return Math.exp(scores[expert]) / sum;
    }

    double[] token(int token) {
        double[] row = new double[sizes.hidden()];
        for (int i = 0; i < row.length; i++) {
            row[i] = x[token * row.length + i];
        }
        return row;
    }

    double[] gated(int expert, int token) {
        return inward(gate, expert, token);
    }

    double[] upped(int expert, int token) {
        return inward(up, expert, token);
    }

    private double[] scores(int token) {
        double[] scores = new double[sizes.experts()];
        for (int i = 0; i < sizes.hidden(); i++) {
            for (int expert = 0; expert < scores.length; expert++) {
                scores[expert] += (double) x[token * sizes.hidden() + i] * router[i * scores.length + expert];
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

    double[] activation(int expert, int token) {
        double[] gated = gated(expert, token);
        double[] upped = upped(expert, token);
        for (int j = 0; j < gated.length; j++) {
            gated[j] = gated[j] / (1 + Math.exp(-gated[j])) * upped[j];
        }
        return gated;
    }

    /** What an expert makes of a token. */
    double[] given(int expert, int token) {
        double[] activation = activation(expert, token);
        int width = sizes.hidden();
        double[] result = new double[width];
        for (int j = 0; j < activation.length; j++) {
            for (int i = 0; i < width; i++) {
                result[i] += activation[j] * down[(expert * sizes.inter() + j) * width + i];
            }
        }
        return result;
    }

    private double[] inward(float[] weights, int expert, int token) {
        int width = sizes.hidden();
        double[] product = new double[sizes.inter()];
        for (int j = 0; j < product.length; j++) {
            for (int i = 0; i < width; i++) {
                int at = (expert * width + i) * sizes.inter() + j;
                product[j] += (double) x[token * width + i] * weights[at];
            }
        }
        return product;
    }
}
