package io.tidemark.capture;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.BitSet;
import java.util.Optional;

/**
 * A submitted task with a kernel ran on a core, unless a scheduler says its predicate was false.
 * Pure.
 */
final class RunsContent {
    private RunsContent() {}

    static void check(Capture capture, ContentLosses losses) {
        Optional<SwimlaneTable> table = capture.swimlane();
        Optional<DependencyGraph> graph = capture.dependencies();
        if (table.isEmpty() || graph.isEmpty() || table.get().level() < 3) {
            return; // below level 3 nothing says what was skipped
        }
        BitSet seen = new BitSet();
        AicoreRows runs = table.get().aicore();
        for (int row = 0; row < runs.size(); row++) {
            see(seen, graph.get(), runs.taskId(row));
        }
        SchedulerPhases phases = table.get().schedulerPhases();
        for (int row = 0; row < phases.size(); row++) {
            if (phases.hasTask(row)) {
                see(seen, graph.get(), phases.taskId(row));
            }
        }
        int unseen = 0;
        for (int node = 0; node < graph.get().taskCount(); node++) {
            boolean kernels = graph.get().hasKernels(node);
            boolean expected = kernels && graph.get().kind(node) == NodeKind.SUBMIT;
            unseen += expected && !seen.get(node) ? 1 : 0;
        }
        losses.lost(SwimlaneChannel.CHANNEL, unseen, "submitted tasks that no core recorded");
    }

    private static void see(BitSet seen, DependencyGraph graph, long taskId) {
        int node = graph.nodeOf(taskId);
        if (node != DependencyGraph.NO_NODE) {
            seen.set(node);
        }
    }
}
