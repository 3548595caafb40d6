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

    /** Whether a task is complete from the start: it never runs, and nobody waits for it. */
    boolean isComplete(int task);

    /** Its arguments and blocks. Its kernel only if it {@link #hasKernel}. */
    DispatchSource task(int task);

    /** False for a task that needs no core. */
    boolean hasKernel(int task);

    /** Whether its kernel runs on a cube core; else on a vector core. */
    boolean isCube(int task);

    int producers(int task);

    /** One of the tasks that a task waits for; each is there once. */
    int producer(int task, int index);
}
