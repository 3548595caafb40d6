package io.tidemark.runtime.task;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;

/**
 * The fields of a {@link TaskSlot} that every task has written and every dispatch reads, without
 * what only some tasks have. They are a class of their own because the JVM keeps the fields of a
 * superclass together: a replayed task is described, and a plain one dispatched, run and completed,
 * on some 100 bytes. Threads as in {@link TaskSlot}.
 */
abstract sealed class TaskHead permits TaskSlot {
    long fanoutHead;
    long taskId = TaskId.NONE;
    long claimEpoch;

    final int slotIndex;
    final int remainingIndex;
    int pins;
    int traits; // of a plain task 0
    int blockCount;
    int subtasks;
    int spillCount;

    byte shape;
    byte features; // what else the slot has of this task
    byte claimFlags;
    byte edgeCount;
    byte retainedCount; // of these
    byte tensorCount;
    byte scalarCount;
    boolean deferred;

    final int[] remaining; // of its ring
    Kernel kernel; // the first one; null for a task that never runs
    MixedKernels mixed; // null unless there are several
    BodyLinks links; // null unless it was submitted together with others
    BodyArguments bodyArguments;
    Tensor[] bodyTensors; // null unless they stand for its tensors and tags

    TaskHead(int slotIndex, int[] remaining, int remainingIndex) {
        this.slotIndex = slotIndex;
        this.remaining = remaining;
        this.remainingIndex = remainingIndex;
    }
}
