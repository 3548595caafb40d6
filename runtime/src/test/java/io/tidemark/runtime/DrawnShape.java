package io.tidemark.runtime;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipShape;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Where one task of a {@link RandomProgram} is to run, and where it did. */
final class DrawnShape {
    private static final int MOST_BLOCKS = 40;

    private final ChipShape chip;
    private final CoreType type; // of its only kernel; null for several or none
    final int positions; // 0 for a dummy; of a plain task nobody asks which
    final int blocks;
    final boolean isPlain;
    private final AtomicIntegerArray clusterOfBlock;
    private final AtomicIntegerArray runs;
    private final AtomicIntegerArray done = new AtomicIntegerArray(1);

    private DrawnShape(ChipShape chip, CoreType type, int positions, int blocks, boolean isPlain) {
        this.chip = chip;
        this.type = type;
        this.positions = positions;
        this.blocks = blocks;
        this.isPlain = isPlain;
        this.clusterOfBlock = new AtomicIntegerArray(blocks);
        this.runs = new AtomicIntegerArray(Math.max(1, subtasks()));
    }

    static DrawnShape plain(ChipShape chip, Random random) {
        return new DrawnShape(chip, anyKind(chip, random), 1, 1, true);
    }

    static DrawnShape any(ChipShape chip, Random random) {
        int draw = random.nextInt(10);
        if (draw == 0) {
            return new DrawnShape(chip, null, 0, 1, true);
        }
        int blocks = random.nextInt(3) == 0 ? 1 + random.nextInt(MOST_BLOCKS) : 1;
        if (draw >= 5 || chip.coresPerCluster() == 1) {
            return new DrawnShape(chip, anyKind(chip, random), 1, blocks, true);
        }
        int mixed;
        do {
            mixed = random.nextInt(1 << chip.coresPerCluster());
        } while (Integer.bitCount(mixed) < 2);
        return new DrawnShape(chip, null, mixed, blocks, false);
    }

    private static CoreType anyKind(ChipShape chip, Random random) {
        CoreType type = random.nextBoolean() ? CoreType.AIC : CoreType.AIV;
        return chip.count(type) > 0 ? type : chip.positions().getFirst();
    }

    TaskBuilder begin(TaskGraph graph, Kernel aic, Kernel aiv) {
        if (positions == 0) {
            return graph.dummy();
        }
        TaskBuilder builder = isPlain ? graph.task(type == CoreType.AIC ? aic : aiv) : graph.task(mixed(aic, aiv));
        return blocks == 1 ? builder : builder.blocks(blocks);
    }

    private MixedKernels mixed(Kernel aic, Kernel aiv) {
        Kernel[] kernels = new Kernel[chip.coresPerCluster()];
        for (int position = 0; position < kernels.length; position++) {
            if ((positions >>> position & 1) != 0) {
                kernels[position] = chip.positions().get(position) == CoreType.AIC ? aic : aiv;
            }
        }
        return MixedKernels.atPositions(kernels);
    }

    /** Blocks that can start together. */
    int mostTogether() {
        return type == null ? chip.clusters() : chip.count(type);
    }

    int subtasks() {
        return blocks * Integer.bitCount(positions);
    }

    /** Notes a kernel run; what is wrong with it, or null. */
    String run(KernelContext context, boolean onAic) {
        int position = chip.position(context.coreIndex());
        boolean isAic = chip.positions().get(position) == CoreType.AIC;
        if (onAic != isAic || context.subBlock() != chip.subBlock(context.coreIndex())) {
            return "ran on position " + position;
        }
        if (context.blockCount() != blocks || context.blockIndex() >= blocks) {
            return "saw block " + context.blockIndex() + " of " + context.blockCount();
        }
        if (!isPlain && (positions >>> position & 1) == 0) {
            return "ran at position " + position + ", which it does not use";
        }
        int cluster = 1 + chip.cluster(context.coreIndex());
        if (!clusterOfBlock.compareAndSet(context.blockIndex(), 0, cluster)
                && clusterOfBlock.get(context.blockIndex()) != cluster) {
            return "block " + context.blockIndex() + " is spread over clusters";
        }
        return runs.incrementAndGet(subtask(context)) == 1 ? null : "a subtask ran twice";
    }

    /** Which subtask this is, from 0. */
    int subtask(KernelContext context) {
        int position = isPlain ? 0 : chip.position(context.coreIndex());
        int below = isPlain ? 0 : Integer.bitCount(positions & (1 << position) - 1);
        return context.blockIndex() * Integer.bitCount(positions) + below;
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
