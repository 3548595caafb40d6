package io.tidemark.runtime.engine;

import io.tidemark.chip.ChipMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.HostTensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places the host tensors of a run in device memory, copies them there and back. For the thread
 * that calls the worker.
 */
final class HostStaging {
    private static final long ALIGNMENT_BYTES = 1024;

    private final List<HostTensor> hostTensors;
    private final Map<String, Tensor> deviceTensors = new LinkedHashMap<>();
    private final long endAddress;

    HostStaging(List<HostTensor> hostTensors, long address) {
        this.hostTensors = List.copyOf(hostTensors);
        long next = address;
        for (HostTensor host : this.hostTensors) {
            next = next + ALIGNMENT_BYTES - 1 & -ALIGNMENT_BYTES;
            if (deviceTensors.put(host.name(), host.spec().at(next)) != null) {
                throw new IllegalArgumentException("name=" + host.name() + " is used by two host tensors");
            }
            next += host.spec().sizeBytes();
        }
        endAddress = next;
    }

    long endAddress() {
        return endAddress;
    }

    /** By name, in the order given. */
    Map<String, Tensor> deviceTensors() {
        return deviceTensors;
    }

    void copyIn(ChipMemory memory) {
        for (HostTensor host : hostTensors) {
            memory.copyIn(host.data(), address(host));
        }
    }

    void copyBack(ChipMemory memory) {
        for (HostTensor host : hostTensors) {
            if (host.direction().copiedBack()) {
                memory.copyOut(address(host), host.data());
            }
        }
    }

    private long address(HostTensor host) {
        return deviceTensors.get(host.name()).baseAddress();
    }
}
