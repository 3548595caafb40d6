package io.tidemark.lab.generate;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import java.util.SplittableRandom;

/**
 * The nodes of a generated graph in submit order: shape, blocks and distinct predecessors. Layers
 * of some dozens of nodes; each node takes about three predecessors from the three layers before.
 * Immutable once built.
 */
final class TaskPlan {
    private static final TaskShape[] SHAPES = TaskShape.values();
    private static final int KERNELS = 13;
    private static final int RING_RUN = 1024; // tasks in a row on one ring

    private final ByteColumn shape = new ByteColumn();
    private final ByteColumn blocks = new ByteColumn();
    private final IntColumn predecessorStart = new IntColumn();
    private final IntColumn predecessors = new IntColumn();
    private final IntColumn local = new IntColumn();
    private final int[] ringCounts = new int[4];
    private int taskCount;

    TaskPlan(GeneratorOptions options) {
        SplittableRandom random = new SplittableRandom(options.seed());
        int[] layerStarts = {0, 0, 0, 0}; // this layer, the one before, ...
        while (taskCount < options.tasks()) {
            int width = 48 + random.nextInt(64);
            for (int at = 0; at < width && taskCount < options.tasks(); at++) {
                add(random, layerStarts);
            }
            System.arraycopy(layerStarts, 0, layerStarts, 1, 3);
            layerStarts[0] = size();
        }
        predecessorStart.add(predecessors.size());
    }

    private void add(SplittableRandom random, int[] layerStarts) {
        int node = size();
        TaskShape drawn = draw(random, node);
        shape.add((byte) drawn.ordinal());
        boolean spmd = random.nextInt(100) < 7 && drawn.isRun();
        blocks.add((byte) (spmd ? 2 + random.nextInt(7) : 1));
        predecessorStart.add(predecessors.size());
        local.add(ringCounts[ring(node)]++);
        taskCount += drawn == TaskShape.ALLOC ? 0 : 1;
        if (drawn != TaskShape.ALLOC && layerStarts[0] > 0) {
            drawPredecessors(random, layerStarts);
        }
    }

    private static TaskShape draw(SplittableRandom random, int node) {
        int roll = random.nextInt(1000);
        if (roll < 10 || node == 0) {
            return TaskShape.ALLOC;
        }
        if (roll < 14) {
            return TaskShape.DUMMY;
        }
        if (roll < 20) {
            return TaskShape.SKIPPED;
        }
        if (roll < 60) {
            return TaskShape.MIX_THREE;
        }
        if (roll < 90) {
            return TaskShape.MIX_TWO;
        }
        if (roll < 130) {
            return TaskShape.AIV1;
        }
        return roll < 380 ? TaskShape.AIC : TaskShape.AIV0;
    }

    private void drawPredecessors(SplittableRandom random, int[] layerStarts) {
        int first = predecessors.size();
        int wanted = 1 + random.nextInt(3) + random.nextInt(3);
        for (int at = 0; at < wanted; at++) {
            int back = random.nextInt(10) < 7 ? 1 : 2 + random.nextInt(2);
            int from = layerStarts[Math.min(back, 3)];
            int to = layerStarts[back - 1];
            if (to > from) {
                addOnce(first, from + random.nextInt(to - from));
            }
        }
    }

    private void addOnce(int first, int node) {
        for (int at = first; at < predecessors.size(); at++) {
            if (predecessors.get(at) == node) {
                return;
            }
        }
        predecessors.add(node);
    }

    /** Tasks and allocations. */
    int size() {
        return shape.size();
    }

    int taskCount() {
        return taskCount;
    }

    TaskShape shape(int node) {
        return SHAPES[shape.get(node)];
    }

    int blocks(int node) {
        return blocks.get(node);
    }

    int ring(int node) {
        return (node / RING_RUN) % 4;
    }

    long taskId(int node) {
        return ((long) ring(node) << 32) | local.get(node);
    }

    int predecessorBegin(int node) {
        return predecessorStart.get(node);
    }

    int predecessorEnd(int node) {
        return predecessorStart.get(node + 1);
    }

    int predecessor(int at) {
        return predecessors.get(at);
    }

    int edgeCount() {
        return predecessors.size();
    }

    /**
     * Kernel of a slot, -1 when the shape leaves it idle. AIC kernels are even, AIV kernels odd.
     */
    int kernel(int node, int slot, long seed) {
        if (!shape(node).isActive(slot)) {
            return -1;
        }
        int pick = Dice.below(KERNELS / 2, seed, node, slot);
        return slot == 0 ? 2 * pick : 2 * pick + 1;
    }
}
