package io.tidemark.viewer.model;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.join.Run;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Optional;

/** The critical path of a run, worked out once when first asked for. Any thread may ask. */
public final class CriticalSource {
    private final SwimlaneTable table;
    private final Optional<DependencyGraph> graph;
    private final NameMap names;
    private CriticalPathReport report;

    CriticalSource(SwimlaneTable table, Optional<DependencyGraph> graph, NameMap names) {
        this.table = table;
        this.graph = graph;
        this.names = names;
    }

    public synchronized CriticalPathReport get() {
        if (report == null) {
            report = CriticalPath.of("", Run.of(table, graph, names, false));
        }
        return report;
    }
}
