package io.tidemark.capture.swimlane;

import java.util.Map;

/**
 * The accumulated orchestrator times that files of era A carry.
 *
 * @param nanosByPhase accumulated nanoseconds by phase word, in file order; empty when not written
 */
public record OrchestratorSummary(long startTick, long endTick, long submitCount, Map<String, Long> nanosByPhase) {}
