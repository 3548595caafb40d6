package io.tidemark.runtime;

import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Runs task graphs on a chip, any number of runs one after the other. A run takes the whole chip
 * and leaves nothing behind for the next. Not for concurrent use.
 *
 * <p>A worker whose kernel or orchestration never returned cannot run again: that code may still
 * write to its memory.
 */
public interface Worker extends AutoCloseable {
    /** Opens a worker with a new simulated chip, as the config describes it. */
    static Worker open(RuntimeConfig config) {
        return engine().open(config);
    }

    /**
     * On a chip of the caller's, who closes it after the worker. What the config says of a
     * simulated chip (platform, clusters, carriers, memory) is not looked at.
     */
    static Worker open(RuntimeConfig config, Chip chip) {
        return engine().open(config, chip);
    }

    /**
     * Where a chip has the tensors of the host, by name and in the order given.
     *
     * @param baseAddress where its memory begins
     */
    static Map<String, Tensor> placed(
            RuntimeConfig config, CallConfig callConfig, List<HostTensor> hostTensors, long baseAddress) {
        return engine().placed(config, callConfig, hostTensors, baseAddress);
    }

    Chip chip();

    RuntimeConfig config();

    /** The device's memory; a run that needs more replaces it. */
    DeviceMemory memory();

    /** The run that is going on, if any, for another thread that watches it. */
    Optional<RunMonitor> monitor();

    default RunResult run(Orchestration orchestration, List<HostTensor> hostTensors) {
        return run(orchestration, hostTensors, CallConfig.defaults());
    }

    /** Runs without recording anything. */
    RunResult run(Orchestration orchestration, List<HostTensor> hostTensors, CallConfig callConfig);

    /**
     * Ends the current run, in order and soon, and every later run when it begins. Such a run fails with
     * {@code RUN_INTERRUPTED}, unless it was complete before. Any thread.
     */
    void interrupt();

    /** Frees the chip, if it is the worker's own; not while code that never returned may use it. */
    @Override
    void close();

    private static WorkerProvider engine() {
        return ServiceLoader.load(WorkerProvider.class, Worker.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no engine beside this API"));
    }
}
