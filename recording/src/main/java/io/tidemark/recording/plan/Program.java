package io.tidemark.recording.plan;

import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import java.util.List;

/**
 * What a device runs: a task graph and the tensors that it reads and writes. Immutable; the caller
 * owns the memory behind the tensors.
 *
 * @param title what the capture calls it; names the file with the names of its kernels
 * @param orchestration builds the graph; a device in a separate process builds it there
 * @param tensors inputs and outputs, in the order in which the graph numbers its arguments
 * @param kernels whose names the capture keeps; a kernel that is not in the list has no name there
 */
public record Program(String title, Orchestration orchestration, List<HostTensor> tensors, List<Kernel> kernels) {
    public Program {
        tensors = List.copyOf(tensors);
        kernels = List.copyOf(kernels);
    }
}
