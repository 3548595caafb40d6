package io.tidemark.capture.model;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.FunctionSource;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Optional;
import java.util.function.Supplier;

/** Which axis a model has, which runs of a swimlane it counts, and what their kernels are. */
public interface RunJoin {
    default Timeline axis(SwimlaneTable table) {
        return Timeline.of(table);
    }

    /** What the times of runs, phases and submits are. */
    default Moments moments(Timeline axis) {
        return axis;
    }

    /** The runs; the graph is asked for if a row does not say what it ran. */
    RunSource runs(SwimlaneTable table, Moments moments, Supplier<Optional<DependencyGraph>> graph);

    /** Counts every record of a core; {@code others} is asked for kernels without a name. */
    static RunJoin everyCoreRecord(FunctionSource others) {
        return (table, moments, graph) -> new CoreRecords(table, moments, graph, others);
    }
}
