package io.tidemark.runtime;

import io.tidemark.memory.tensor.DeviceMemory;
import java.util.List;

/**
 * One simulated chip and its memory, for any number of runs one after the other. A run takes the
 * whole chip and leaves nothing behind for the next. Not for concurrent use.
 */
public final class Worker implements AutoCloseable {
    private final RuntimeConfig config;

    private Worker(RuntimeConfig config) {
        this.config = config;
    }

    public static Worker open(RuntimeConfig config) {
        return new Worker(config);
    }

    public RuntimeConfig config() {
        return config;
    }

    /** The device's memory; host tensors lie in it only during a run. */
    public DeviceMemory memory() {
        throw new UnsupportedOperationException("comes with the next commit");
    }

    public RunResult run(
            Orchestration orchestration, List<HostTensor> hostTensors, CallConfig callConfig) {
        throw new UnsupportedOperationException("comes with the next commit");
    }

    public RunResult run(Orchestration orchestration, List<HostTensor> hostTensors) {
        return run(orchestration, hostTensors, CallConfig.defaults());
    }

    @Override
    public void close() {}
}
