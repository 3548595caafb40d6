package io.tidemark.workloads;

import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * One case ready to run: inputs, graph, outputs, and the means to judge them. Not for concurrent
 * use; it owns the arrays behind its host tensors. Runs may follow each other with {@link #reset}
 * before each.
 */
public interface WorkloadCase {
    /** {@code name:variant}. */
    String title();

    /** Inputs and outputs, in the order in which the graph numbers its arguments. */
    List<HostTensor> hostTensors();

    Orchestration orchestration();

    /** Kernels that the graph may submit; their names label the records. */
    List<Kernel> kernels();

    /** Tasks that the graph submits, alloc tasks not counted. */
    long expectedTasks();

    /** What device memory must hold beside the ring heaps, alignment included. */
    long memoryBytes();

    /** Ring sizes that belong to the case; a person's own sizes come before them. */
    Optional<RingSizes> rings();

    /**
     * How far an element may be from its golden value: absolutely, and again relative to that
     * value.
     */
    double tolerance();

    /** Golden values of what single tasks give; empty if the case knows none. */
    default Optional<ArgumentGolden> argumentGolden() {
        return Optional.empty();
    }

    /** Puts the outputs back to what they were before the first run. */
    void reset();

    /** Judges what a good run left in the outputs. */
    Verification verify(RunResult result);
}
