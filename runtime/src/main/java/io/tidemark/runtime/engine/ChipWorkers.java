package io.tidemark.runtime.engine;

import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.runtime.WorkerProvider;
import java.util.List;
import java.util.Map;

/** The service that gives the API its workers. Stateless; any thread. */
public final class ChipWorkers implements WorkerProvider {
    @Override
    public Worker open(RuntimeConfig config) {
        return ChipWorker.open(config);
    }

    @Override
    public Worker open(RuntimeConfig config, Chip chip) {
        return ChipWorker.open(config, chip);
    }

    @Override
    public Map<String, Tensor> placed(
            RuntimeConfig config, CallConfig callConfig, List<HostTensor> hostTensors, long baseAddress) {
        return ChipWorker.placed(config, callConfig, hostTensors, baseAddress);
    }
}
