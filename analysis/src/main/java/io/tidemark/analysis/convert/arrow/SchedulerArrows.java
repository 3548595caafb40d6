package io.tidemark.analysis.convert.arrow;

import io.tidemark.abi.swimlane.SchedPhaseKind.Placement;
import io.tidemark.analysis.convert.encode.Arrow;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.Completions;
import io.tidemark.analysis.convert.scene.PhaseLocator;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Arrows between runs on cores and the scheduler phases that handled them. */
final class SchedulerArrows {
    private final TraceScene scene;
    private final ArrowRules rules;
    private final KernelRuns rows;
    private final Tasks index;
    private final Completions completions;
    private final Anchors workerAnchors;
    private final Anchors schedulerAnchors;
    private final DispatchThreads threads;
    private PhaseLocator locator;
    private final Arrow arrow = new Arrow();
    private final int[] unitsById;

    SchedulerArrows(
            TraceScene scene,
            ArrowRules rules,
            Completions completions,
            Anchors workerAnchors,
            Anchors schedulerAnchors) {
        this.scene = scene;
        this.rules = rules;
        this.rows = scene.rows;
        this.index = scene.model.tasks();
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

    void complete(ArrowConsumer consumer) {
        for (int unit : unitsById) {
            if (!completions.isKnown(unit)) {
                continue;
            }
            if (consumer.isCounting()) {
                countComplete(consumer, unit);
                continue;
            }
            int phase = completions.phase(unit);
            int thread = completions.thread(unit);
            long noticed = completions.noticed(unit);
            boolean inWorkerView = consumer.wants(ArrowKind.COMPLETE);
            for (int at = workerAnchors.begin(unit); inWorkerView && at < workerAnchors.end(unit); at++) {
                int row = workerAnchors.row(at);
                long from = rules.leaves(scene.workerBegin(row), scene.end(row));
                arrow.named(scene.vocabulary.complete);
                arrow.from(scene.workerSlice(row), TraceIds.WORKER_VIEW, scene.workerTid(row), from);
                arrow.bindFrom();
                toPhase(thread, phase, noticed);
                consumer.accept(ArrowKind.COMPLETE, arrow);
            }
            if (consumer.wants(ArrowKind.COMPLETE_OF_SCHEDULER_VIEW)) {
                completeInSchedulerView(consumer, unit, thread, noticed);
            }
        }
    }

    private void countComplete(ArrowConsumer consumer, int unit) {
        consumer.add(ArrowKind.COMPLETE, workerAnchors.end(unit) - workerAnchors.begin(unit));
        for (int at = schedulerAnchors.begin(unit); at < schedulerAnchors.end(unit); at++) {
            if (rules.leavesSchedulerView(scene, schedulerAnchors.row(at))) {
                consumer.add(ArrowKind.COMPLETE_OF_SCHEDULER_VIEW, 1);
            }
        }
    }

    private void completeInSchedulerView(ArrowConsumer consumer, int unit, int thread, long noticed) {
        for (int at = schedulerAnchors.begin(unit); at < schedulerAnchors.end(unit); at++) {
            int row = schedulerAnchors.row(at);
            if (rules.leavesSchedulerView(scene, row)) {
                long from = rules.leaves(rows.dispatch(row), rows.finish(row));
                arrow.named(scene.vocabulary.complete);
                arrow.from(scene.schedulerSlice(row), TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), from);
                arrow.bindFrom();
                toPhase(thread, completions.phase(unit), noticed);
                consumer.accept(ArrowKind.COMPLETE_OF_SCHEDULER_VIEW, arrow);
            }
        }
    }

    private void toPhase(int thread, int phase, long moment) {
        arrow.to(scene.phaseSlice(phase), TraceIds.SCHEDULER, scene.phaseTracks.tid(thread, phase), moment);
    }

    /**
     * From the complete phase that satisfied a task's last producer to the task's first dispatch.
     */
    void ready(ArrowConsumer consumer) {
        Digraph graph = scene.model.graph();
        int[] satisfied = new int[graph.nodeCount()];
        RowGroups units = // positions of unitsById by the complete phase that noticed them
                RowGroups.of(completions.count(), unitsById.length, at -> completions.place(unitsById[at]));
        ReleasedTasks released = new ReleasedTasks(graph, satisfied);
        released.start();
        for (int place : completions.inOrderOfEnd()) {
            for (int at = units.begin(place); at < units.end(place); at++) {
                int unit = unitsById[units.row(at)];
                if (index.isNode(unit)) {
                    int thread = completions.thread(unit);
                    released.complete(unit, consumerUnit -> readyArrow(consumer, place, thread, consumerUnit));
                }
            }
        }
    }

    private void readyArrow(ArrowConsumer consumer, int place, int thread, int unit) {
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
        long end = completions.end(place);
        int phase = completions.row(place);
        long dispatch = rows.dispatch(earliest);
        if (dispatcher < 0 || dispatch < end) {
            return;
        }
        if (consumer.isCounting()) {
            consumer.add(ArrowKind.READY, 1);
            return;
        }
        arrow.named(scene.vocabulary.ready);
        arrow.from(
                scene.phaseSlice(phase),
                TraceIds.SCHEDULER,
                scene.phaseTracks.tid(thread, phase),
                rules.leaves(completions.begin(place), end));
        toDispatcher(dispatcher, dispatch);
        consumer.accept(ArrowKind.READY, arrow);
    }

    /** The phase that runs on a thread, asked for only when arrows are drawn. */
    private int phaseAt(int thread, long moment) {
        if (!rules.endsOnPhases()) {
            return PhaseLocator.NONE;
        }
        if (locator == null) {
            locator = new PhaseLocator(scene.model, kind -> kind.placement() == Placement.OUTER);
        }
        return locator.containing(thread, moment);
    }

    private void toDispatcher(int thread, long moment) {
        int phase = phaseAt(thread, moment);
        arrow.to(sliceOf(phase), TraceIds.SCHEDULER, tid(thread, phase), moment);
    }

    private void fromDispatcher(int thread, long moment) {
        int phase = phaseAt(thread, moment);
        arrow.from(sliceOf(phase), TraceIds.SCHEDULER, tid(thread, phase), moment);
    }

    private int sliceOf(int phase) {
        return phase == PhaseLocator.NONE ? Arrow.NONE : scene.phaseSlice(phase);
    }

    private int tid(int thread, int phase) {
        return phase == PhaseLocator.NONE ? TraceIds.scheduler(thread) : scene.phaseTracks.tid(thread, phase);
    }

    void dispatch(ArrowConsumer consumer) {
        for (int row = 0; row < rows.size(); row++) {
            int thread = threads.of(rows.core(row));
            if (!scene.isDispatched(row) || thread < 0) {
                continue;
            }
            if (consumer.isCounting()) {
                consumer.add(ArrowKind.DISPATCH, 1);
                consumer.add(ArrowKind.DISPATCH_OF_SCHEDULER_VIEW, 1);
                continue;
            }
            arrow.named(scene.vocabulary.dispatch);
            fromDispatcher(thread, rows.dispatch(row));
            arrow.to(row, TraceIds.WORKER_VIEW, scene.workerTid(row), scene.start(row));
            consumer.accept(ArrowKind.DISPATCH, arrow);
            arrow.to(scene.schedulerSlice(row), TraceIds.SCHEDULER_VIEW, scene.schedulerTid(row), rows.dispatch(row));
            arrow.bindTo();
            consumer.accept(ArrowKind.DISPATCH_OF_SCHEDULER_VIEW, arrow);
        }
    }

    void submit(ArrowConsumer consumer) {
        SubmitTimes first = scene.model.submits();
        String step = first.step().substring("orch_".length());
        Word name = scene.vocabulary.of(step + "\u2192dispatch");
        for (int row = 0; row < rows.size(); row++) {
            int thread = threads.of(rows.core(row));
            int submit = first.row(index.ofRun(row));
            if (!scene.isDispatched(row) || thread < 0 || submit < 0) {
                continue;
            }
            if (consumer.isCounting()) {
                consumer.add(ArrowKind.SUBMIT, 1);
                continue;
            }
            arrow.named(name);
            arrow.from(
                    scene.submitSlice(submit),
                    TraceIds.ORCHESTRATOR,
                    scene.orchestratorTid(first.lane(submit)),
                    rules.leavesSubmit(scene.submitBegin(submit), scene.submitEnd(submit)));
            toDispatcher(thread, rows.dispatch(row));
            consumer.accept(ArrowKind.SUBMIT, arrow);
        }
    }

    /**
     * Replays completions against the graph and says which tasks each of them released. A task that
     * no core ran completes by itself once its producers have, if the rules say so. One thread.
     */
    private final class ReleasedTasks {
        private final Digraph graph;
        private final int[] satisfied;
        private int[] stack = new int[64];
        private int depth;

        ReleasedTasks(Digraph graph, int[] satisfied) {
            this.graph = graph;
            this.satisfied = satisfied;
        }

        /** Completes the tasks without rows that wait for no other task. */
        void start() {
            boolean isOwn = rules.releasesThroughTasksWithoutRuns();
            for (int node = 0; isOwn && node < graph.nodeCount(); node++) {
                if (graph.inDegree(node) == 0 && !scene.model.tasks().hasRuns(node)) {
                    complete(node, released -> {});
                }
            }
        }

        /** Completes a node and tells every task with rows that waits for nothing more. */
        void complete(int node, IntConsumer released) {
            push(node);
            while (depth > 0) {
                int done = stack[--depth];
                for (int edge = graph.firstSuccessor(done); edge < graph.endSuccessor(done); edge++) {
                    int consumer = graph.successor(edge);
                    if (++satisfied[consumer] == graph.inDegree(consumer)) {
                        if (scene.model.tasks().hasRuns(consumer)) {
                            released.accept(consumer);
                        } else if (rules.releasesThroughTasksWithoutRuns()) {
                            push(consumer);
                        }
                    }
                }
            }
        }

        private void push(int node) {
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
            }
            stack[depth++] = node;
        }
    }
}
