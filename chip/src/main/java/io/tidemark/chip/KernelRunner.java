package io.tidemark.chip;

/**
 * What a core does with a task: the chip knows tokens and buffers, the runtime knows kernels and
 * arguments. Called by the thread that steps the core.
 *
 * @param <T> the runtime's task
 */
public interface KernelRunner<T> {
    /**
     * @param buffer which of the core's two payload buffers the task came in
     * @return false if the kernel was told to stop and came back for that: its task is not done
     */
    boolean run(int core, T task, int blockIndex, int buffer) throws Exception;

    /** The kernel threw. The core goes on; ending the run is the runtime's business. */
    void failed(int core, T task, Throwable cause);

    long taskId(T task);

    /** Which kernel of the task this core runs, by its number. */
    int functionId(int core, T task);
}
