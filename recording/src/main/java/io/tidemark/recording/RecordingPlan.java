package io.tidemark.recording;

import io.tidemark.abi.DfxFlags;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.OnFull;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one run records and where it goes. Immutable.
 *
 * @param argsLevel how much of the arguments is dumped; 0 for nothing
 * @param pmuEvent code of the event group that is counted; 0 for nothing
 * @param capture the capture directory, which exists
 * @param regionDirectory where the region goes; empty to choose by what is there
 */
public record RecordingPlan(
        String caseTitle,
        DfxFlags flags,
        int argsLevel,
        int pmuEvent,
        OnFull onFull,
        SwimlanePools swimlanePools,
        RuntimeConfig config,
        int aicpuThreads,
        Path capture,
        Optional<Path> regionDirectory) {
    /** Schedulers that own cores. */
    public int schedulers() {
        return config.runtime().schedulers(aicpuThreads);
    }

    /** Whether the host builds the graph. */
    public boolean isOnHost() {
        return config.runtime() == RuntimeKind.HBG;
    }
}
