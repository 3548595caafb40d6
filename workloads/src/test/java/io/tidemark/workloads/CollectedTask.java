package io.tidemark.workloads;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.TaskBuilder.Comparison;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * One task as it was submitted. Immutable.
 *
 * @param kernels one per position of a cluster, null where there is none
 * @param predicate null for a task that runs in any case
 */
record CollectedTask(
        long taskId,
        Kernel[] kernels,
        int blocks,
        Predicate predicate,
        List<Tensor> tensors,
        List<Object> scalars,
        Set<Long> waitsFor,
        DeviceMemory memory) {
    /** When a task is to run at all. */
    record Predicate(Tensor tensor, long index, Comparison comparison, long target) {}

    /** Every kernel of every block, in a random order; nothing if the predicate says no. */
    void run(Random random) throws Exception {
        if (predicate != null) {
            long value = memory.getLong(predicate.tensor, predicate.index);
            if (!predicate.comparison.holds(value, predicate.target)) {
                return;
            }
        }
        List<Integer> runs = new ArrayList<>();
        for (int run = 0; run < blocks * kernels.length; run++) {
            runs.add(run);
        }
        Collections.shuffle(runs, random);
        for (int run : runs) {
            int position = run % kernels.length;
            if (kernels[position] != null) {
                int subBlock = Math.max(0, position - 1);
                kernels[position].body().run(new CollectedRun(this, run / kernels.length, subBlock));
            }
        }
    }
}
