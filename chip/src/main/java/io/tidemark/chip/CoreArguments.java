package io.tidemark.chip;

import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * What a chip that dumps arguments itself dumps of a task, and who receives it. Cores dump tasks that are one kernel
 * run or that they resolve themselves; a {@link Dumper} dumps the others. Of one run; any thread may ask.
 */
public interface CoreArguments {
    /**
     * Receives the inputs and outputs of tasks from one core. Called by the thread that steps the core; it must neither
     * wait nor throw. What returns false has no room yet, and is asked again with the same.
     */
    interface Taker {
        /**
         * A stage of a task begins.
         *
         * @param isAfter true for outputs of the task, false for its inputs
         * @param isPartial its kernel was cut short
         */
        boolean tryBegin(long taskId, boolean isAfter, boolean isPartial);

        /**
         * The next piece of a tensor of the task whose stage has begun.
         *
         * @param ring holds the bytes, from {@code position} modulo its size on, and round its end
         * @param digest XXH64 of all bytes of the tensor up to the end of this piece
         * @param isLast no other piece of the tensor follows
         * @param isChanged the tensor was written to while it was copied
         */
        boolean tryTake(
                int argument,
                MemorySegment ring,
                long position,
                long bytes,
                long digest,
                boolean isLast,
                boolean isChanged);

        /** The stage is over. */
        void end();

        /** The core reports nothing more; a tensor that is under way ends with the bytes it has. */
        void leave();
    }

    /**
     * Dumps what tasks of several kernel runs are given and give, for one scheduler: no core is
     * there before the first run of such a task and after its last. One stage at a time. For the
     * thread that steps the scheduler; it neither waits nor throws.
     */
    interface Dumper {
        /** How far a stage is. */
        enum State {
            UNDER_WAY,
            OVER,
            /** Nothing of it was reported, and nothing will be. */
            LOST
        }

        /**
         * Whether stages can be begun; not before the cores have started, nor ever after a loss.
         */
        boolean isThere();

        /**
         * Begins with a stage. False while one of another scheduler is under way: ask again.
         *
         * @param isAfter the stage after the last kernel run; else the one before the first
         */
        boolean tryBegin(DispatchSource task, boolean isAfter);

        /** Continues the stage that was begun. */
        State step();

        /** Begins no other stage, and reports no more of a stage that is under way. */
        void leave();
    }

    /** Opens a dump session for a core. The caller must end it with {@link Taker#leave}. */
    Taker taker(int core);

    /**
     * Whether anything of a task is dumped at a stage.
     *
     * @param isAfter the stage after the last kernel run; else the one before the first
     */
    boolean isDumped(DispatchSource task, boolean isAfter);

    /** Whether the bytes of a tensor are dumped at that stage. */
    boolean isDumped(DispatchSource task, int tensor, boolean isAfter);

    /** When and how the bytes of a tensor are dumped, as {@link TensorDescriptor#DUMP} has it. */
    default int dumpOf(DispatchSource task, int index) {
        int stages = (isDumped(task, index, false) ? TensorDescriptor.DUMP_BEFORE : 0)
                | (isDumped(task, index, true) ? TensorDescriptor.DUMP_AFTER : 0);
        if (stages == 0) {
            return 0;
        }
        Tensor tensor = task.tensor(index);
        int bits = tensor.dtype().bits();
        boolean hasWholeBytes = bits >= Byte.SIZE || ((tensor.startOffset() | tensor.elements()) & 1) == 0;
        return stages
                | (tensor.isContiguous() && hasWholeBytes ? TensorDescriptor.DUMP_DENSE : 0)
                | Integer.numberOfTrailingZeros(bits) << TensorDescriptor.DUMP_WIDTH_SHIFT;
    }
}
