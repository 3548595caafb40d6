package io.tidemark.recording;

import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Orchestration;
import java.util.List;

/**
 * What a device runs: a task graph and the tensors that it reads and writes. Immutable; the caller
 * owns the memory behind the tensors.
 *
 * @param title what the capture calls it; names the file of its kernels' names
 * @param orchestration builds the graph; a device of its own process builds it there
 * @param tensors inputs and outputs, in the order in which the graph numbers its arguments
 */
public record Program(String title, Orchestration orchestration, List<HostTensor> tensors) {
    public Program {
        tensors = List.copyOf(tensors);
    }
}
