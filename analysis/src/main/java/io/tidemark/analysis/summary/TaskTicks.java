package io.tidemark.analysis.summary;

import io.tidemark.analysis.join.Readiness;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Optional;

/** When each task was submitted and when its data was there, in ticks by task id. Immutable. */
final class TaskTicks {
    /** What is answered where the capture does not tell. */
    static final long UNKNOWN = -1;

    private final Optional<DependencyGraph> graph;
    private final Optional<Readiness> readiness;
    private final LongIndex submitted = new LongIndex();
    private final long[] submitTick;

    TaskTicks(JoinedTasks tasks, Optional<DependencyGraph> graph) {
        this.graph = graph;
        this.readiness = graph.map(known -> Readiness.inTicks(tasks, known));
        SubmitPhases submits = tasks.table().orchestratorSubmits();
        for (int row = 0; row < submits.size(); row++) {
            submitted.add(submits.taskId(row));
        }
        submitTick = new long[submitted.size()];
        for (int row = 0; row < submits.size(); row++) {
            int task = submitted.find(submits.taskId(row));
            submitTick[task] = Math.max(submitTick[task], submits.end(row));
        }
    }

    /** The tick from which nothing but the scheduler held the task back; 0 for a root. */
    long readyTick(long taskId) {
        int node = graph.map(known -> known.nodeOf(taskId)).orElse(-1);
        return node < 0 ? UNKNOWN : Math.max(0, (long) readiness.orElseThrow().dataReady(node));
    }

    /** The tick at which the orchestrator was done submitting the task. */
    long submitTick(long taskId) {
        int task = submitted.find(taskId);
        return task < 0 ? UNKNOWN : submitTick[task];
    }
}
