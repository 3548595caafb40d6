package io.tidemark.runtime;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.time.Duration;

/**
 * What a kernel may see while it runs: its arguments in the order they were added, and where it
 * runs. Each core reuses one context, so it is valid only until the kernel returns.
 */
public interface KernelContext {
    /**
     * The i-th tensor argument, counting inputs, outputs and the others in the order they were
     * added.
     */
    Tensor tensor(int index);

    int tensorCount();

    /** Reads and writes elements of the tensors. */
    DeviceMemory memory();

    /** The i-th scalar argument, given as an integer. */
    long scalarLong(int index);

    /** The i-th scalar argument, given as a float. */
    float scalarFloat(int index);

    /** The i-th scalar argument, given as a double. */
    double scalarDouble(int index);

    int scalarCount();

    long taskId();

    /** Which block of the task this is. */
    int blockIndex();

    int blockCount();

    /** 0 on a matrix core and on the first vector core of a cluster, 1 on the second. */
    int subBlock();

    int coreIndex();

    /**
     * The task is not complete before that element reaches a value, which the engine counts up to.
     */
    void completeWhen(CompletionEngine engine, Tensor counter, long index, long atLeast);

    /** The task is not complete before the engine has posted that event. */
    void completeWhenEvent(CompletionEngine engine, long postId);

    /**
     * Counts an element up as an engine would: at once for all who look, and after everything this
     * kernel has written. For integers of 32 or 64 bits.
     */
    void countUp(Tensor counter, long index, long by);

    /** Posts an event as an engine would. Ids go up from 0: one posted implies those before it. */
    void postEvent(CompletionEngine engine, long postId);

    /**
     * Is busy for so long: the thread spins in real time, and in virtual time nothing but the time
     * passes. It ends early when the run is being stopped.
     */
    default void spend(Duration time) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < time.toNanos() && !stopRequested()) {
            Thread.onSpinWait();
        }
    }

    /**
     * True once the run is being stopped. A kernel that loops for long should ask and return; one
     * that waits for others must ask, because in virtual time they go on only while it does. A task
     * whose kernel has got true counts as interrupted, not as done, whatever it had written.
     */
    boolean stopRequested();
}
