package io.tidemark.chip;

/**
 * A whole graph, as a chip reads it that resolves graphs itself. Tasks are numbers from 0 on. It
 * does not change any more; any thread.
 */
public interface GraphSource {
    int tasks();

    /** Whether cores also tell when they took a task, and when its consumers knew of its end. */
    boolean recordsDispatch();

    /** Whether cores also tell how many cycles each kernel took. */
    default boolean recordsCycles() {
        return false;
    }

    /** What cores dump of the arguments of their tasks; null for nothing. */
    default CoreArguments arguments() {
        return null;
    }

    /** Whether a task is complete from the start: it never runs, and no task waits for it. */
    boolean isComplete(int task);

    /** Its arguments and blocks. Its kernel only if it {@link #hasKernel}. */
    DispatchSource task(int task);

    /** False for a task that needs no core. */
    boolean hasKernel(int task);

    /** Whether its kernel runs on a cube core; else on a vector core. */
    boolean isCube(int task);

    /** Whether all its kernel runs start together. */
    default boolean startsTogether(int task) {
        return false;
    }

    /** Bit p: each block takes position p of a cluster; 0 for a task of one core a block. */
    default int positions(int task) {
        return 0;
    }

    /** What decides, when the task is ready, whether it runs; null for one that does. */
    default Condition condition(int task) {
        return null;
    }

    int producers(int task);

    /** One of the tasks that a task waits for; each is there once. */
    int producer(int task, int index);

    /** An element of device memory, a signed number, beside a target. Immutable. */
    interface Condition {
        long address();

        /** 1, 2, 4 or 8. */
        int elementBytes();

        long target();

        /** Whether it holds where the element is less than the target. */
        boolean holdsBelow();

        /** Whether it holds where both are equal. */
        boolean holdsAt();

        /** Whether it holds where the element is greater. */
        boolean holdsAbove();
    }
}
