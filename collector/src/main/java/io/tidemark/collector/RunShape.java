package io.tidemark.collector;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.OrchestrationSide;
import java.util.Collections;
import java.util.List;

/**
 * What a run has that writes records: channels lay out their lanes by it. Immutable.
 *
 * @param coreTypes by core
 * @param coreToThread the scheduler of each core
 * @param actors control threads that record as schedulers do
 * @param maxThreads control threads that the chip has; lanes of threads are strided by it, never by
 *     this run's count
 * @param side who builds the graph
 */
public record RunShape(
        List<CoreType> coreTypes, List<Integer> coreToThread, int actors, int maxThreads, OrchestrationSide side) {
    public RunShape {
        coreTypes = List.copyOf(coreTypes);
        coreToThread = List.copyOf(coreToThread);
        if (coreTypes.size() != coreToThread.size() || coreTypes.isEmpty()) {
            throw new IllegalArgumentException(
                    "coreTypes=" + coreTypes.size() + " coreToThread=" + coreToThread.size());
        }
        if (actors < 1 || actors > maxThreads) {
            throw new IllegalArgumentException("actors=" + actors + " maxThreads=" + maxThreads);
        }
    }

    /** This many cores of one type under one scheduler; the device builds the graph. */
    public static RunShape uniform(CoreType type, int cores, int maxThreads) {
        return new RunShape(
                Collections.nCopies(cores, type),
                Collections.nCopies(cores, 0),
                1,
                maxThreads,
                OrchestrationSide.DEVICE);
    }

    public int cores() {
        return coreTypes.size();
    }
}
