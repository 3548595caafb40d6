package io.tidemark.runtime;

import io.tidemark.runtime.async.ConditionSlab;
import java.util.Random;

/** How one task of a {@link RandomProgram} goes to its cores and is completed, when not plainly. */
record DrawnTraits(boolean isCohort, boolean isEarly, int timingSlot, boolean isAsync) {
    static final DrawnTraits NONE = new DrawnTraits(false, false, -1, false);

    static DrawnTraits any(Random random, DrawnShape shape) {
        if (shape.positions == 0) {
            return new DrawnTraits(false, random.nextBoolean(), -1, false);
        }
        int most = shape.mostTogether();
        return new DrawnTraits(
                shape.blocks > 1 && shape.blocks <= most && random.nextInt(3) > 0,
                random.nextInt(4) > 0,
                random.nextInt(4) == 0 ? random.nextInt(16) : -1,
                random.nextInt(8) == 0 && shape.subtasks() <= ConditionSlab.CAPACITY);
    }

    void apply(TaskBuilder builder) {
        if (isCohort) {
            builder.syncStart();
        }
        if (isEarly) {
            builder.earlyResolve();
        }
        if (timingSlot >= 0) {
            builder.timed(timingSlot);
        }
    }
}
