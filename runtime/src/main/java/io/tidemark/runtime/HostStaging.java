package io.tidemark.runtime;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.MemorySegment;
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
                throw new IllegalArgumentException(
                        "name=" + host.name() + " is used by two host tensors");
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

    void copyIn(DeviceMemory memory) {
        for (HostTensor host : hostTensors) {
            slice(memory, host).copyFrom(host.data());
        }
    }

    void copyBack(DeviceMemory memory) {
        for (HostTensor host : hostTensors) {
            if (host.direction().copiedBack()) {
                host.data().copyFrom(slice(memory, host));
            }
        }
    }

    private MemorySegment slice(DeviceMemory memory, HostTensor host) {
        long address = deviceTensors.get(host.name()).baseAddress();
        return memory.segment().asSlice(memory.offset(address), host.spec().sizeBytes());
    }
}
