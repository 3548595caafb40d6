package io.tidemark.runtime.replay;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The regions of tasks that are not gone, as the tensors they were written with: the map keeps only
 * what its own test needs. One thread.
 */
final class LiveWriters {
    private final Map<Long, List<WrittenRegion>> byProducer = new HashMap<>();
    private final List<ArrayDeque<Long>> producersByRing = new ArrayList<>();

    LiveWriters() {
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            producersByRing.add(new ArrayDeque<>());
        }
    }

    void add(WrittenRegion region) {
        byProducer
                .computeIfAbsent(
                        region.producer(),
                        producer -> {
                            producersByRing.get(TaskId.ring(producer)).add(producer);
                            return new ArrayList<>(2);
                        })
                .add(region);
    }

    /** The region that an entry of the map stands for; null if no task wrote such a one. */
    WrittenRegion find(TensorMap map, int entry, long baseAddress) {
        List<WrittenRegion> regions = byProducer.get(map.producer(entry));
        if (regions == null) {
            return null;
        }
        WrittenRegion found = null;
        for (WrittenRegion region : regions) {
            if (!region.isCovered() && isSame(map, entry, baseAddress, region.tensor())) {
                found = region; // two that are the same stand in for each other
            }
        }
        return found;
    }

    private static boolean isSame(TensorMap map, int entry, long baseAddress, Tensor tensor) {
        boolean same =
                tensor.baseAddress() == baseAddress
                        && tensor.rank() == map.rank(entry)
                        && tensor.startOffset() == map.startOffset(entry)
                        && tensor.version() == map.version(entry)
                        && tensor.dtype() == map.dtype(entry);
        for (int axis = 0; same && axis < tensor.rank(); axis++) {
            same =
                    tensor.dimension(axis) == map.dimension(entry, axis)
                            && tensor.stride(axis) == map.stride(entry, axis);
        }
        return same;
    }

    /**
     * Forgets tasks that are gone; what they wrote and no other task covered goes to the consumer.
     */
    void retireBefore(int ring, int oldestAlive, Consumer<WrittenRegion> uncovered) {
        ArrayDeque<Long> producers = producersByRing.get(ring);
        while (!producers.isEmpty()
                && TaskId.isBefore(TaskId.local(producers.peek()), oldestAlive)) {
            for (WrittenRegion region : byProducer.remove(producers.remove())) {
                if (!region.isCovered()) {
                    uncovered.accept(region);
                }
            }
        }
    }
}
