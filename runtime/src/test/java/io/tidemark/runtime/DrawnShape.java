package io.tidemark.runtime;

import io.tidemark.chip.Topology;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Where one task of a {@link RandomProgram} is to run, and where it did. */
final class DrawnShape {
    private static final int[] MIXED = {0b011, 0b101, 0b110, 0b111};
    private static final int MOST_BLOCKS = 40;

    final int positions; // 0 for a dummy
    final int blocks;
    final boolean isPlain;
    private final AtomicIntegerArray clusterOfBlock;
    private final AtomicIntegerArray runs;
    private final AtomicIntegerArray done = new AtomicIntegerArray(1);

    private DrawnShape(int positions, int blocks, boolean isPlain) {
        this.positions = positions;
        this.blocks = blocks;
        this.isPlain = isPlain;
        this.clusterOfBlock = new AtomicIntegerArray(blocks);
        this.runs = new AtomicIntegerArray(Math.max(1, subtasks()));
    }

    static DrawnShape plain(boolean isAic) {
        return new DrawnShape(isAic ? 0b001 : 0b010, 1, true);
    }

    static DrawnShape any(Random random) {
        int draw = random.nextInt(10);
        if (draw == 0) {
            return new DrawnShape(0, 1, true);
        }
        int blocks = random.nextInt(3) == 0 ? 1 + random.nextInt(MOST_BLOCKS) : 1;
        return draw < 5
                ? new DrawnShape(MIXED[random.nextInt(MIXED.length)], blocks, false)
                : new DrawnShape(1 + random.nextInt(2), blocks, true);
    }

    TaskBuilder begin(TaskGraph graph, Kernel aic, Kernel aiv) {
        if (positions == 0) {
            return graph.dummy();
        }
        TaskBuilder builder =
                isPlain
                        ? graph.task(positions == 1 ? aic : aiv)
                        : graph.task(
                                MixedKernels.of(
                                        (positions & 1) == 0 ? null : aic,
                                        (positions & 2) == 0 ? null : aiv,
                                        (positions & 4) == 0 ? null : aiv));
        return blocks == 1 ? builder : builder.blocks(blocks);
    }

    int subtasks() {
        return blocks * Integer.bitCount(positions);
    }

    /** Notes a kernel run; what is wrong with it, or null. */
    String run(KernelContext context, boolean onAic, Topology topology) {
        int position = topology.position(context.coreIndex());
        if (onAic != (position == 0) || context.subBlock() != (position == 2 ? 1 : 0)) {
            return "ran on position " + position;
        }
        if (context.blockCount() != blocks || context.blockIndex() >= blocks) {
            return "saw block " + context.blockIndex() + " of " + context.blockCount();
        }
        if (!isPlain && (positions >>> position & 1) == 0) {
            return "ran at position " + position + ", which it does not use";
        }
        int cluster = 1 + topology.cluster(context.coreIndex());
        if (!clusterOfBlock.compareAndSet(context.blockIndex(), 0, cluster)
                && clusterOfBlock.get(context.blockIndex()) != cluster) {
            return "block " + context.blockIndex() + " is spread over clusters";
        }
        return runs.incrementAndGet(subtask(context)) == 1 ? null : "a subtask ran twice";
    }

    /** Which subtask this is, from 0. */
    int subtask(KernelContext context) {
        int position = isPlain ? 0 : context.subBlock() + (isMatrix(context) ? 0 : 1);
        int below = isPlain ? 0 : Integer.bitCount(positions & (1 << position) - 1);
        return context.blockIndex() * Integer.bitCount(positions) + below;
    }

    private static boolean isMatrix(KernelContext context) {
        return context.scalarLong(2) > context.coreIndex(); // the third scalar: how many there are
    }

    void ended() {
        done.incrementAndGet(0);
    }

    boolean isDone() {
        return done.get(0) == subtasks();
    }

    int runs() {
        int sum = 0;
        for (int i = 0; i < runs.length(); i++) {
            sum += runs.get(i);
        }
        return sum;
    }
}
