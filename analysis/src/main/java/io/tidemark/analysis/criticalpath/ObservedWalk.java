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
    private final PathTasks tasks;
    private final PathEdges edges;
    private final CorePredecessors cores;

    ObservedWalk(PathTasks tasks, PathEdges edges, CorePredecessors cores) {
        this.tasks = tasks;
        this.edges = edges;
        this.cores = cores;
    }

    /** A task and what it waited for. */
    private record Visit(int task, Link link) {}

    List<PathStep> run(KernelNames names) {
        List<Visit> visits = new ArrayList<>();
        int task = tasks.lastTask();
        while (task >= 0) {
            int producer = latestProducer(task);
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
        return tile(visits, names);
    }

    /** The producer that ended last, by id text on equal ends; -1 when there is none. */
    private int latestProducer(int task) {
        int best = -1;
        for (int at = edges.begin(task); at < edges.end(task); at++) {
            int candidate = edges.origin(edges.predecessor(at));
            if (candidate < 0 || candidate == task || best == candidate) {
                continue;
            }
            boolean better =
                    best < 0
                            || tasks.end(candidate) > tasks.end(best)
                            || tasks.end(candidate) == tasks.end(best)
                                    && tasks.compareIdText(candidate, best) > 0;
            best = better && precedes(candidate, task) ? candidate : best;
        }
        return best;
    }

    /** A walk back must get earlier, or tasks of no length could send it in circles. */
    private boolean precedes(int candidate, int task) {
        return tasks.start(candidate) < tasks.start(task)
                || tasks.start(candidate) == tasks.start(task)
                        && tasks.end(candidate) < tasks.end(task);
    }

    private boolean isLater(int task, int producer, int onCore) {
        long core = cores.previousEnd(task);
        if (tasks.end(producer) != core) {
            return tasks.end(producer) > core;
        }
        return producer == onCore || tasks.compareIdText(producer, onCore) > 0;
    }

    private List<PathStep> tile(List<Visit> visits, KernelNames names) {
        List<PathStep> steps = new ArrayList<>(visits.size());
        long begin = tasks.begin();
        long frontier = begin;
        for (Visit visit : visits) {
            int task = visit.task();
            long start = tasks.start(task);
            long end = tasks.end(task);
            long stall = Math.max(0, start - frontier);
            long compute = Math.max(0, end - Math.max(start, frontier));
            StallParts parts = StallParts.of(tasks, task, frontier, Math.max(frontier, start));
            steps.add(
                    new PathStep(
                            tasks.taskId(task),
                            names.nameOf(tasks, task),
                            tasks.core(task),
                            tasks.runs(task),
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
