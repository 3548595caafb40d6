package io.tidemark.capture.model;

/**
 * The runs of a capture before {@link KernelRuns} puts them in order of their tasks. Runs have the
 * numbers from 0 to {@link #size}, in file order. Every method is called once for each run.
 */
public interface RunSource {
    int size();

    long taskId(int run);

    int core(int run);

    /** Kernel id, -1 when unknown. */
    int kernel(int run);

    /** When the core read its dispatch register; {@link KernelRuns#NONE} without a stamp. */
    long receive(int run);

    long start(int run);

    long end(int run);

    /** When a scheduler sent it to the core. */
    long dispatch(int run);

    /** When a scheduler noticed its end. */
    long finish(int run);

    /** True when start and end are known, so that the run has a length. */
    boolean isTimed(int run);

    /** True when the kernel threw. */
    boolean isFailed(int run);
}
