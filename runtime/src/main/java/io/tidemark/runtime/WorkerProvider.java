package io.tidemark.runtime;

import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * The engine behind {@link Worker}, found as a service: the API knows nothing else of it.
 * Stateless; any thread.
 */
public interface WorkerProvider {
    /** As {@link Worker#open(RuntimeConfig)}. */
    Worker open(RuntimeConfig config);

    /** As {@link Worker#open(RuntimeConfig, Chip)}. */
    Worker open(RuntimeConfig config, Chip chip);

    /** As {@link Worker#placed}. */
    Map<String, Tensor> placed(
            RuntimeConfig config, CallConfig callConfig, List<HostTensor> hostTensors, long baseAddress);
}
