package io.tidemark.workloads;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.runtime.tensormap.EdgeSink;
import java.util.Set;

/** Takes every producer alike, whatever the reason for the edge. */
record CollectedEdges(Set<Long> producers) implements EdgeSink {
    @Override
    public boolean explicit(long producer, int flags) {
        producers.add(producer);
        return true;
    }

    @Override
    public boolean creator(long producer, int argument) {
        producers.add(producer);
        return true;
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
        producers.add(producer);
        return true;
    }
}
