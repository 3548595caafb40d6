package io.tidemark.workloads.moe;

import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.workloads.DenseMath;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.Operands;

/**
 * The kernels of a mixture of experts. Each runs on any core's thread and touches only its own
 * arguments; sums have one fixed order.
 */
final class MoeKernels {
    /** Tokens, router weights, scores. */
    static final Kernel SCORES =
            Kernel.aic(0, "router_scores", MoeKernels::multiply).onDevice(code("moe_multiply"));

    /** Scores; per expert count, tokens in order, their weights; scalar: top. */
    static final Kernel ROUTE = Kernel.aiv(1, "route", MoeKernels::route).onDevice(code("moe_route"));

    /** Tokens, counts, lists; rows of the tile, mark that it ran; scalars: expert, first row. */
    static final Kernel GATHER = Kernel.aiv(2, "gather", MoeKernels::gather).onDevice(code("moe_gather"));

    /** Rows, weights, product. */
    static final Kernel GATE =
            Kernel.aic(3, "expert_gate", MoeKernels::multiply).onDevice(code("moe_multiply"));

    static final Kernel UP = Kernel.aic(4, "expert_up", MoeKernels::multiply).onDevice(code("moe_multiply"));

    /** Gate, up, activation. */
    static final Kernel SILU = Kernel.aiv(5, "expert_silu", MoeKernels::silu).onDevice(code("moe_silu"));

    static final Kernel DOWN =
            Kernel.aic(6, "expert_down", MoeKernels::multiply).onDevice(code("moe_multiply"));

    /** Rows, weights of the expert's tokens, counts; weighted rows; scalars: expert, first row. */
    static final Kernel WEIGH = Kernel.aiv(7, "weigh", MoeKernels::weigh).onDevice(code("moe_weigh"));

    /** Tokens, counts, lists, weighted rows of every expert; result. */
    static final Kernel COMBINE = Kernel.aiv(8, "combine", MoeKernels::combine).onDevice(code("moe_combine"));

    private MoeKernels() {}

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(MoeKernels.class, "moe.cuh", entryPoint);
    }

    private static void multiply(KernelContext context) {
        int rows = context.tensor(0).dimension(0);
        int inner = context.tensor(0).dimension(1);
        int columns = context.tensor(1).dimension(1);
        float[] product = new float[rows * columns];
        DenseMath.multiply(
                Operands.read(context, 0), 0, Operands.read(context, 1), 0, product, 0, rows, inner, columns);
        context.memory().write(context.tensor(2), product);
    }

    /** The best experts of each token, the lower number first among equals; softmax over them. */
    private static void route(KernelContext context) {
        int tokens = context.tensor(0).dimension(0);
        int experts = context.tensor(0).dimension(1);
        int top = (int) context.scalarLong(0);
        float[] scores = Operands.read(context, 0);
        int[] counts = new int[experts];
        int[] lists = new int[experts * tokens];
        float[] weights = new float[experts * tokens];
        for (int token = 0; token < tokens; token++) {
            int[] chosen = best(scores, token * experts, experts, top);
            float sum = 0;
            float[] exponentials = new float[top];
            for (int i = 0; i < top; i++) {
                float above = scores[token * experts + chosen[i]] - scores[token * experts + chosen[0]];
                exponentials[i] = (float) StrictMath.exp(above);
                sum += exponentials[i];
            }
            for (int i = 0; i < top; i++) {
                int at = chosen[i] * tokens + counts[chosen[i]]++;
                lists[at] = token;
                weights[at] = exponentials[i] / sum;
            }
        }
        context.memory().write(context.tensor(1), counts);
        context.memory().write(context.tensor(2), lists);
        context.memory().write(context.tensor(3), weights);
    }

    private static int[] best(float[] scores, int at, int experts, int top) {
        int[] chosen = new int[top];
        boolean[] taken = new boolean[experts];
        for (int i = 0; i < top; i++) {
            int best = -1;
            for (int expert = 0; expert < experts; expert++) {
                if (!taken[expert] && (best < 0 || scores[at + expert] > scores[at + best])) {
                    best = expert;
                }
            }
            chosen[i] = best;
            taken[best] = true;
        }
        return chosen;
    }

    /** Rows of the tile that no token fills stay zero. */
    private static void gather(KernelContext context) {
        int expert = (int) context.scalarLong(0);
        int first = (int) context.scalarLong(1);
        int width = context.tensor(0).dimension(1);
        float[] rows = new float[(int) context.tensor(3).elements()];
        int count = (int) context.memory().getLong(context.tensor(1), expert);
        int end = Math.min(first + rows.length / width, count);
        int[] list = new int[context.tensor(2).dimension(1)];
        context.memory().read(context.tensor(2).select(0, expert), list);
        for (int row = first; row < end; row++) {
            context.memory().read(context.tensor(0).select(0, list[row]), rows, (row - first) * width);
        }
        context.memory().write(context.tensor(3), rows);
        context.memory().fill(context.tensor(4), end - first);
    }

    private static void silu(KernelContext context) {
        float[] gate = Operands.read(context, 0);
        float[] up = Operands.read(context, 1);
        for (int i = 0; i < gate.length; i++) {
            gate[i] = gate[i] / (1 + (float) StrictMath.exp(-gate[i])) * up[i];
        }
        context.memory().write(context.tensor(2), gate);
    }

    private static void weigh(KernelContext context) {
        int expert = (int) context.scalarLong(0);
        int first = (int) context.scalarLong(1);
        int width = context.tensor(0).dimension(1);
        float[] rows = Operands.read(context, 0);
        int count = (int) context.memory().getLong(context.tensor(2), expert);
        int end = Math.min(first + rows.length / width, count);
        for (int row = first; row < end; row++) {
            long at = (long) expert * context.tensor(1).dimension(1) + row;
            float weight = context.memory().getFloat(context.tensor(1), at);
            for (int i = 0; i < width; i++) {
                rows[(row - first) * width + i] *= weight;
            }
        }
        context.memory().write(context.tensor(3), rows);
    }

    /** Reads only rows that an expert was given; the others were never written. */
    private static void combine(KernelContext context) {
        int width = context.tensor(0).dimension(1);
        float[] result = Operands.read(context, 0);
        int[] counts = Operands.readInts(context, 1);
        int[] lists = Operands.readInts(context, 2);
        int tokens = lists.length / counts.length;
        float[] row = new float[width];
        for (int expert = 0; expert < counts.length; expert++) {
            for (int i = 0; i < counts[expert]; i++) {
                context.memory().read(context.tensor(3).select(0, expert).slice(0, i, 1), row);
                int to = lists[expert * tokens + i] * width;
                for (int d = 0; d < width; d++) {
                    result[to + d] += row[d];
                }
            }
        }
        context.memory().write(context.tensor(4), result);
    }
}
