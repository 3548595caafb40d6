package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.criticalpath.PathStep.Link;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Walks back from the task that ended last: each task is preceded by whatever released it last, a
 * producer or the task before it on its core. What lies between two neighbours is a stall. One
 * thread.
 */
final class ObservedWalk {
    private final TaskSpans tasks;
    private final PathEdges edges;
    private final CorePredecessors cores;
    private final StepFacts facts;

    ObservedWalk(TaskSpans tasks, PathEdges edges, CorePredecessors cores, StepFacts facts) {
        this.tasks = tasks;
        this.edges = edges;
        this.cores = cores;
        this.facts = facts;
    }

    /** A task and what it waited for. */
    private record Visit(int task, Link link) {}

    List<PathStep> run() {
        List<Visit> visits = new ArrayList<>();
        int task = tasks.last();
        while (task >= 0) {
            int producer = edges.latestProducer(task);
            int onCore = cores.previous(task);
            if (onCore >= 0 && tasks.start(onCore) >= tasks.start(task)) {
                onCore = CorePredecessors.NONE;
            }
            boolean takesData = producer >= 0 && (onCore < 0 || isLater(task, producer, onCore));
            Link link = takesData ? Link.DATA : onCore >= 0 ? Link.CORE : Link.FRONT;
            visits.add(new Visit(task, link));
            task = takesData ? producer : onCore;
        }
        Collections.reverse(visits);
        return tile(visits);
    }

    private boolean isLater(int task, int producer, int onCore) {
        long core = cores.previousEnd(task);
        if (tasks.end(producer) != core) {
            return tasks.end(producer) > core;
        }
        return producer == onCore || tasks.compareIdText(producer, onCore) > 0;
    }

    private List<PathStep> tile(List<Visit> visits) {
        List<PathStep> steps = new ArrayList<>(visits.size());
        PathRuns runs = tasks.runs();
        long begin = tasks.begin();
        long frontier = begin;
        for (Visit visit : visits) {
            int task = visit.task();
            long start = tasks.start(task);
            long end = tasks.end(task);
            long stall = Math.max(0, start - frontier);
            long compute = Math.max(0, end - Math.max(start, frontier));
            StallParts parts = facts.stall(task, frontier, Math.max(frontier, start));
            steps.add(new PathStep(
                    tasks.taskId(task),
                    facts.kernel(task),
                    runs.core(tasks.firstRun(task)),
                    tasks.runCount(task),
                    start - begin,
                    end - start,
                    compute,
                    stall,
                    visit.link(),
                    parts.submit(),
                    parts.scheduler(),
                    parts.pickup(),
                    parts.unknown()));
            frontier = Math.max(frontier, end);
        }
        return steps;
    }
}
