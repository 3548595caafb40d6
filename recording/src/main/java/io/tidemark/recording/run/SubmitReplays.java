package io.tidemark.recording.run;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.GraphReplay;
import io.tidemark.capture.table.LaneRecords;
import io.tidemark.collector.deps.ReplayedGraph;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;

/** Replays the submits of a capture by the runtime's own code. A service. Stateless. */
public final class SubmitReplays implements GraphReplay {
    @Override
    public DependencyGraph read(LaneRecords submits, DepsHead head) throws IOException {
        return ReplayedGraph.read(submits, new DependencyReplay(), head);
    }
}
