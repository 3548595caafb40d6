package io.tidemark.recording;

import io.tidemark.abi.DfxFlags;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.region.OnFull;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one run records and where it goes. Immutable. What is recorded the call says, and nobody
 * beside it.
 *
 * @param capture the capture directory, which exists
 * @param regionDirectory where the region goes; empty to choose by what is there
 */
public record RecordingPlan(
        String caseTitle,
        CallConfig call,
        OnFull onFull,
        SwimlanePools swimlanePools,
        RuntimeConfig config,
        Path capture,
        Optional<Path> regionDirectory) {
    public DfxFlags flags() {
        return call.flags();
    }

    /** How much of the arguments is dumped; 0 for nothing. */
    public int argsLevel() {
        return call.dumpArgsLevel();
    }

    /** Code of the event group that is counted; 0 for nothing. */
    public int pmuEvent() {
        return call.pmuEvent();
    }

    /** Orchestrator and schedulers together. */
    public int aicpuThreads() {
        return call.aicpuThreads() == 0 ? config.platform().maxAicpuThreads() : call.aicpuThreads();
    }

    /** Schedulers that own cores. */
    public int schedulers() {
        return config.runtime().schedulers(aicpuThreads());
    }

    /** Whether the host builds the graph. */
    public boolean isOnHost() {
        return config.runtime() == RuntimeKind.HBG;
    }
}
