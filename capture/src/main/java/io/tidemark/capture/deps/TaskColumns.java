package io.tidemark.capture.deps;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.DistinctInts;
import io.tidemark.capture.column.IntColumn;

/**
 * Attributes of the submitted tasks, by node number. Package-private part of {@link
 * DependencyGraph}.
 */
final class TaskColumns {
    private static final int MANUAL = 1;
    private static final int EARLY = 2;
    private static final int KERNELS = 4;
    private static final int PREDICATED = 8;

    private final IntColumn kernels = new IntColumn(); // three per task
    private final IntColumn blockCount = new IntColumn();
    private final ByteColumn flags = new ByteColumn();

    void add(boolean manualScope, boolean earlyDispatch, int blocks) {
        flags.add((byte) ((manualScope ? MANUAL : 0) | (earlyDispatch ? EARLY : 0)));
        blockCount.add(blocks);
        for (int slot = 0; slot < 3; slot++) {
            kernels.add(DependencyGraph.NO_KERNEL);
        }
    }

    void kernelsOfLast(int aic, int aiv0, int aiv1) {
        int task = size() - 1;
        flags.set(task, (byte) (flags.get(task) | KERNELS));
        kernels.set(task * 3, Math.max(aic, DependencyGraph.NO_KERNEL));
        kernels.set(task * 3 + 1, Math.max(aiv0, DependencyGraph.NO_KERNEL));
        kernels.set(task * 3 + 2, Math.max(aiv1, DependencyGraph.NO_KERNEL));
    }

    void predicateOfLast() {
        int task = size() - 1;
        flags.set(task, (byte) (flags.get(task) | PREDICATED));
    }

    int size() {
        return flags.size();
    }

    /** The kernels of all tasks and slots, in the order in which they first come. */
    int[] distinctKernels() {
        DistinctInts found = new DistinctInts();
        for (int at = 0; at < kernels.size(); at++) {
            int kernel = kernels.get(at);
            if (kernel != DependencyGraph.NO_KERNEL) {
                found.add(kernel);
            }
        }
        return found.toArray();
    }

    int kernel(int task, int slot) {
        return kernels.get(task * 3 + slot);
    }

    int blockCount(int task) {
        return blockCount.get(task);
    }

    boolean hasKernels(int task) {
        return (flags.get(task) & KERNELS) != 0;
    }

    boolean isManualScope(int task) {
        return (flags.get(task) & MANUAL) != 0;
    }

    boolean isPredicated(int task) {
        return (flags.get(task) & PREDICATED) != 0;
    }

    boolean isEarlyDispatch(int task) {
        return (flags.get(task) & EARLY) != 0;
    }
}
