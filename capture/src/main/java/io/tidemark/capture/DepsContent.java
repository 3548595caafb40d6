package io.tidemark.capture;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.TopologicalOrder;

/** Dependencies that no run can have had. Pure. */
final class DepsContent {
    private DepsContent() {}

    static void check(Capture capture, ContentLosses losses) {
        capture.dependencies().ifPresent(graph -> judge(graph, capture));
    }

    private static void judge(DependencyGraph graph, Capture capture) {
        int[] cycle = TopologicalOrder.of(graph.links()).cycle();
        if (cycle.length > 0) {
            String first = TaskId.label(graph.taskId(cycle[0]));
            String text = "dependency cycle of " + cycle.length + " tasks through " + first;
            capture.findings().damage("deps.json", "", text);
        }
    }
}
