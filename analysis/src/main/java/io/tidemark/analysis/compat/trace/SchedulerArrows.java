package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;
import java.util.function.Consumer;

/** Arrows between what the cores ran and what the schedulers did about it. */
final class SchedulerArrows {
    private static final double BEFORE_END_MICROS = 0.01; // so that the arrow lies on the slice

    private final CompatScene scene;
    private final CompatRows rows;
    private final Tasks index;
    private final Completions completions;
    private final Anchors workerAnchors;
    private final Anchors schedulerAnchors;
    private final DispatchThreads threads;
    private final Arrow arrow = new Arrow();
    private final int[] unitsById;

    SchedulerArrows(
            CompatScene scene,
            Completions completions,
            Anchors workerAnchors,
            Anchors schedulerAnchors) {
        this.scene = scene;
        this.rows = scene.rows;
        this.index = scene.run.tasks();
        this.completions = completions;
        this.workerAnchors = workerAnchors;
        this.schedulerAnchors = schedulerAnchors;
        threads = DispatchThreads.of(scene);
        unitsById = unitsWithRows();
    }

    /** Rows are sorted by task id, so their tasks in row order are the tasks in order of id. */
    private int[] unitsWithRows() {
        int[] units = new int[rows.size()];
        int size = 0;
        for (int row = 0; row < rows.size(); row++) {
            int unit = index.ofRun(row);
            if (size == 0 || units[size - 1] != unit) {
                units[size++] = unit;
            }
        }
        return Arrays.copyOf(units, size);
    }

    private static double beforeEnd(double end) {
        return end - BEFORE_END_MICROS;
    }

    void complete(Consumer<Arrow> consumer) {
        for (int unit : unitsById) {
            if (!completions.isKnown(unit)) {
                continue;
            }
            int phase = completions.phase(unit);
            int thread = completions.thread(unit);
            double noticed = completions.noticed(unit);
            for (int at = workerAnchors.begin(unit); at < workerAnchors.end(unit); at++) {
                int row = workerAnchors.row(at);
                double from = beforeEnd(rows.end(row));
                arrow.named(scene.vocabulary.complete);
                arrow.from(
                        scene.workerSlice(row), TraceIds.WORKER_VIEW, scene.workerTid(row), from);
                arrow.bindFrom();
                toPhase(thread, phase, noticed);
                consumer.accept(arrow);
            }
            completeInSchedulerView(consumer, unit, thread, noticed);
        }
    }

    private void completeInSchedulerView(
            Consumer<Arrow> consumer, int unit, int thread, double noticed) {
        for (int at = schedulerAnchors.begin(unit); at < schedulerAnchors.end(unit); at++) {
            int row = schedulerAnchors.row(at);
            if (hasCompleteOfSchedulerView(row)) {
                double from = beforeEnd(rows.finish(row));
                arrow.named(scene.vocabulary.complete);
                arrow.from(
                        scene.schedulerSlice(row),
                        TraceIds.SCHEDULER_VIEW,
                        scene.schedulerTid(row),
                        from);
                arrow.bindFrom();
                toPhase(thread, completions.phase(unit), noticed);
                consumer.accept(arrow);
            }
        }
    }

    /** Today's converter looks at the finish alone: the arrow may begin where it drew no slice. */
    private boolean hasCompleteOfSchedulerView(int row) {
        return rows.finish(row) > 0;
    }

    private void toPhase(int thread, int phase, double micros) {
        arrow.to(
                scene.phaseSlice(phase),
                TraceIds.SCHEDULER,
                scene.phaseTracks.tid(thread, phase),
                micros);
    }

    /**
     * From the complete phase that satisfied a task's last producer to the task's first dispatch.
     */
    void ready(Consumer<Arrow> consumer) {
        Digraph graph = scene.run.graph();
        int[] satisfied = new int[graph.nodeCount()];
        UnitsByPhase units = new UnitsByPhase(completions, unitsById);
        for (int place : completions.inOrderOfEnd()) {
            for (int at = units.begin(place); at < units.end(place); at++) {
                int unit = units.unit(at);
                int end = graph.endSuccessor(unit);
                for (int edge = graph.firstSuccessor(unit); edge < end; edge++) {
                    int waiting = graph.successor(edge);
                    boolean isReleased = ++satisfied[waiting] == graph.inDegree(waiting);
                    if (isReleased && index.hasRuns(waiting)) {
                        readyArrow(consumer, place, completions.thread(unit), waiting);
                    }
                }
            }
        }
    }

    private void readyArrow(Consumer<Arrow> consumer, int place, int thread, int unit) {
        int earliest = Tasks.NONE;
        int first = index.firstRun(unit);
        for (int row = first; row < first + index.runCount(unit); row++) {
            boolean better = earliest == Tasks.NONE || rows.dispatch(row) < rows.dispatch(earliest);
            if (scene.isDispatched(row) && better) {
                earliest = row;
            }
        }
        if (earliest == Tasks.NONE) {
            return;
        }
        int dispatcher = scene.threadOf(rows.core(earliest));
        double end = completions.end(place);
        int phase = completions.row(place);
        double dispatch = rows.dispatch(earliest);
        if (dispatcher < 0 || dispatch < end) {
            return;
        }
        arrow.named(scene.vocabulary.ready);
        arrow.from(
                scene.phaseSlice(phase),
                TraceIds.SCHEDULER,
                scene.phaseTracks.tid(thread, phase),
                beforeEnd(end));
        toDispatcher(dispatcher, dispatch);
        consumer.accept(arrow);
    }

    /** The tools of simpler know no phase at the scheduler's end of these arrows. */
    private void toDispatcher(int thread, double micros) {
        arrow.to(Arrow.NONE, TraceIds.SCHEDULER, TraceIds.scheduler(thread), micros);
    }

    private void fromDispatcher(int thread, double micros) {
        arrow.from(Arrow.NONE, TraceIds.SCHEDULER, TraceIds.scheduler(thread), micros);
    }

    void dispatch(Consumer<Arrow> consumer) {
        for (int row = 0; row < rows.size(); row++) {
            int thread = threads.of(rows.core(row));
            if (!scene.isDispatched(row) || thread < 0) {
                continue;
            }
            arrow.named(scene.vocabulary.dispatch);
            fromDispatcher(thread, rows.dispatch(row));
            arrow.to(row, TraceIds.WORKER_VIEW, scene.workerTid(row), rows.start(row));
            consumer.accept(arrow);
            arrow.to(
                    scene.schedulerSlice(row),
                    TraceIds.SCHEDULER_VIEW,
                    scene.schedulerTid(row),
                    rows.dispatch(row));
            arrow.bindTo();
            consumer.accept(arrow);
        }
    }

    void submit(Consumer<Arrow> consumer) {
        SubmitTimes first =
                new SubmitTimes(scene.run.table(), scene.run.timeline(), scene.run.tasks());
        String step = first.step().substring("orch_".length());
        Word name = scene.vocabulary.of(step + "\u2192dispatch");
        for (int row = 0; row < rows.size(); row++) {
            int thread = threads.of(rows.core(row));
            int submit = first.row(index.ofRun(row));
            if (!scene.isDispatched(row) || thread < 0 || submit < 0) {
                continue;
            }
            arrow.named(name);
            double end = scene.submitEnd(submit);
            arrow.from(
                    scene.submitSlice(submit),
                    TraceIds.ORCHESTRATOR,
                    scene.orchestratorTid(first.lane(submit)),
                    end);
            toDispatcher(thread, rows.dispatch(row));
            consumer.accept(arrow);
        }
    }

    /**
     * The tasks each complete phase noticed, by the phase's position, in order of id. Immutable.
     */
    private static final class UnitsByPhase {
        private final int[] starts;
        private final int[] units;

        UnitsByPhase(Completions completions, int[] unitsById) {
            int phases = completions.count();
            starts = new int[phases + 1];
            for (int unit : unitsById) {
                if (completions.isKnown(unit)) {
                    starts[completions.place(unit) + 1]++;
                }
            }
            for (int phase = 0; phase < phases; phase++) {
                starts[phase + 1] += starts[phase];
            }
            units = new int[starts[phases]];
            int[] next = Arrays.copyOf(starts, phases);
            for (int unit : unitsById) {
                if (completions.isKnown(unit)) {
                    units[next[completions.place(unit)]++] = unit;
                }
            }
        }

        int begin(int place) {
            return starts[place];
        }

        int end(int place) {
            return starts[place + 1];
        }

        int unit(int at) {
            return units[at];
        }
    }
}
