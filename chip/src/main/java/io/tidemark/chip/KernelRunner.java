package io.tidemark.chip;

/**
 * What a core does with a task: the chip knows tokens and buffers, the runtime knows kernels and
 * arguments. Called by the thread that steps the core.
 *
 * @param <T> the runtime's task
 */
public interface KernelRunner<T> {
    void run(int core, T task, int blockIndex) throws Exception;

    /** The kernel threw. The core goes on; ending the run is the runtime's business. */
    void failed(int core, T task, Throwable cause);

    long taskId(T task);
}
