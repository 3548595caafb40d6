package io.tidemark.runtime.replay;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The regions of tasks that are not gone, as the tensors they were written with: the map keeps only
 * what its own test needs. One thread.
 */
final class LiveWriters {
    private final TensorMap map;
    private final WrittenRegion[] byEntry; // of the map
    private final List<ArrayDeque<WrittenRegion>> byRing = new ArrayList<>();

    LiveWriters(TensorMap map) {
        this.map = map;
        byEntry = new WrittenRegion[map.capacity()];
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            byRing.add(new ArrayDeque<>());
        }
    }

    /** Adds what a task wrote, in the order in which the map has just taken it. */
    void add(List<WrittenRegion> written) {
        for (WrittenRegion region : written) {
            byRing.get(TaskId.ring(region.producer())).add(region);
        }
        for (int i = written.size() - 1; i >= 0; i--) { // the map gives the newest first
            WrittenRegion region = written.get(i);
            int entry = map.first(region.tensor().baseAddress());
            while (isOf(entry, region.producer())) {
                entry = map.after(entry); // a later argument of the same task
            }
            if (entry != TensorMap.NONE) { // else a damaged record calls its own task gone
                byEntry[entry] = region;
            }
        }
    }

    private boolean isOf(int entry, long producer) {
        return entry != TensorMap.NONE && byEntry[entry] != null && byEntry[entry].producer() == producer;
    }

    /** The region that an entry of the map stands for; null if no task like that wrote one. */
    WrittenRegion of(int entry, long producer) {
        return isOf(entry, producer) ? byEntry[entry] : null;
    }

    /**
     * Forgets tasks that are gone; what they wrote and no other task covered goes to the consumer.
     */
    void retireBefore(int ring, int oldestAlive, Consumer<WrittenRegion> uncovered) {
        ArrayDeque<WrittenRegion> regions = byRing.get(ring);
        while (!regions.isEmpty() && TaskId.isBefore(TaskId.local(regions.peek().producer()), oldestAlive)) {
            WrittenRegion region = regions.remove();
            if (!region.isCovered()) {
                uncovered.accept(region);
            }
        }
    }
}
