package io.tidemark.analysis.convert;

import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunIndex;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What is to be drawn of one run, worked out before the first byte is written: lanes, markers,
 * anchors and the number of every slice. Built by one thread, then read by any.
 */
final class TraceScene {
    final Run run;
    final TraceOptions options;
    final Highlight highlight;
    final RunEnding ending;
    final Vocabulary vocabulary = new Vocabulary();
    final KernelLabels labels;
    final RunRows rows;
    final SchedulerPhases phases;
    final SubmitPhases submits;
    final boolean isHostOrchestrated;
    final int schedulerThreads;
    private final int[] orchestratorNumbers; // of each lane of submits, -1 for one left out
    final PhaseTracks phaseTracks;
    final Markers markers;
    final CoreLanes workerLanes;
    final CoreLanes schedulerLanes;
    final boolean[] isSpmd;
    private final StandIns standIns; // null unless today's picture is wanted
    private final RankedBits scheduled;

    TraceScene(Run run, TraceOptions options, Highlight highlight, RunEnding ending) {
        this.run = run;
        this.options = options;
        this.highlight = highlight;
        this.ending = ending;
        rows = run.rows();
        phases = run.table().schedulerPhases();
        isHostOrchestrated = run.timeline().isHostMode();
        submits =
                isHostOrchestrated ? run.table().hostSubmits() : run.table().orchestratorSubmits();
        orchestratorNumbers = numberOrchestrators();
        phaseTracks = new PhaseTracks(this, phases);
        schedulerThreads = countSchedulerThreads(run);
        markers = new MarkerScan(run, this).find();
        isSpmd = new boolean[run.index().size()];
        for (int unit = 0; unit < isSpmd.length; unit++) {
            isSpmd[unit] = run.isSpmd(unit);
        }
        labels = new KernelLabels(run, vocabulary, isSpmd);
        BitSet stamped = new BitSet(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            boolean isWhole = compat() ? rows.finish(row) > 0 : rows.hasFinish(row);
            stamped.set(row, isDispatched(row) && isWhole);
        }
        scheduled = new RankedBits(stamped);
        schedulerLanes = new CoreLanes(rows, this::isScheduled, rows::dispatch, rows::finish);
        standIns = options.compat() ? new StandIns(rows, this::isScheduled, schedulerLanes) : null;
        workerLanes = new CoreLanes(rows, row -> true, this::workerBegin, rows::end);
    }

    /**
     * Today's reader leaves out host threads that submitted nothing and numbers the others anew.
     */
    private int[] numberOrchestrators() {
        int[] numbers = filled(submits.laneCount(), -1);
        int next = 0;
        for (int lane = 0; lane < numbers.length; lane++) {
            boolean isEmpty = submits.laneBegin(lane) == submits.laneEnd(lane);
            if (!isEmpty || !compat() || !isHostOrchestrated) {
                numbers[lane] = next++;
            }
        }
        return numbers;
    }

    private static int countSchedulerThreads(Run run) {
        SchedulerPhases phases = run.table().schedulerPhases();
        int highest = -1;
        for (int thread : run.table().metadata().coreToThread()) {
            highest = Math.max(highest, thread);
        }
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            if (phases.laneEnd(lane) > phases.laneBegin(lane)) {
                highest = Math.max(highest, lane);
            }
        }
        return highest < 0 ? phases.laneCount() : highest + 1;
    }

    boolean compat() {
        return options.compat();
    }

    boolean hasPhases() {
        return phases.laneCount() > 0;
    }

    boolean hasQueueDepths() {
        for (int row = 0; row < phases.size(); row++) {
            if (phases.hasDepths(row)) {
                return true;
            }
        }
        return false;
    }

    boolean hasScheduledRows() {
        return scheduled.size() > 0;
    }

    /** Where a row's slice of the worker view begins. */
    double workerBegin(int row) {
        return rows.receive(row);
    }

    /** True when tasks may have been submitted that could not run any more. */
    boolean isCutShort() {
        return ending.isBad() && !ending.kind().equals("wrong-result");
    }

    /** Whether a core has a lane in the worker view for runs that ended. */
    boolean hasWorkerRows(int core) {
        return core < workerLanes.cores() && workerLanes.end(core) > workerLanes.begin(core);
    }

    /** When the last run on the first lane of a core ended, 0 when there was none. */
    double lastWorkerEnd(int core) {
        double last = 0;
        if (hasWorkerRows(core)) {
            for (int at = workerLanes.begin(core); at < workerLanes.end(core); at++) {
                int row = workerLanes.row(at);
                last = workerLanes.lane(row) == 0 ? Math.max(last, rows.end(row)) : last;
            }
        }
        return last;
    }

    int workerSlice(int row) {
        return standIns == null ? row : standIns.worker(row);
    }

    int workerTid(int row) {
        return compat()
                ? TraceIds.core(rows.core(row))
                : TraceIds.core(rows.core(row), workerLanes.lane(row));
    }

    int schedulerSlice(int row) {
        return ownSchedulerSlice(standIns == null ? row : standIns.scheduled(row));
    }

    /** The number of the row's own slice, even where arrows go to another block's. */
    int ownSchedulerSlice(int row) {
        return scheduled.contains(row) ? rows.size() + scheduled.rank(row) : Arrow.NONE;
    }

    int schedulerLane(int row) {
        return schedulerLanes.lane(standIns == null ? row : standIns.laned(row));
    }

    int schedulerTid(int row) {
        int core = rows.core(row);
        int lane = schedulerLane(row);
        return compat() ? TraceIds.core(core) + lane : TraceIds.core(core, lane);
    }

    /** True when a row has a dispatch to draw; today's converter draws none before the origin. */
    boolean isDispatched(int row) {
        return compat() ? rows.dispatch(row) >= 0 : rows.hasDispatch(row);
    }

    /** True when a row has a finish that a complete phase can have noticed. */
    boolean isFinished(int row) {
        return compat() ? rows.finish(row) >= 0 : rows.hasFinish(row);
    }

    /** True when the scheduler stamped both ends of a row. */
    boolean isScheduled(int row) {
        return scheduled.contains(row);
    }

    int markerSlice(int marker) {
        return rows.size() + scheduled.size() + marker;
    }

    int phaseSlice(int row) {
        return markerSlice(markers.size()) + row;
    }

    int submitSlice(int row) {
        return phaseSlice(phases.size()) + row;
    }

    double phaseBegin(int row) {
        return run.timeline().micros(phases.startTick(row));
    }

    double phaseEnd(int row) {
        return run.timeline().micros(phases.endTick(row));
    }

    double submitBegin(int row) {
        return submitMicros(submits.start(row));
    }

    double submitEnd(int row) {
        return submitMicros(submits.end(row));
    }

    private double submitMicros(long stamp) {
        return isHostOrchestrated ? run.timeline().hostMicros(stamp) : run.timeline().micros(stamp);
    }

    /** The number of an orchestrator thread in the picture, -1 when it has no place there. */
    int orchestratorNumber(int lane) {
        return orchestratorNumbers[lane];
    }

    /** Orchestrator threads of the picture. */
    int orchestrators() {
        int count = 0;
        for (int number : orchestratorNumbers) {
            count += number >= 0 ? 1 : 0;
        }
        return count;
    }

    int orchestratorTid(int lane) {
        return TraceIds.orchestrator(orchestratorNumbers[lane]);
    }

    /** The AICPU worker lane of an orchestrator thread. */
    int orchestratorWorker(int lane) {
        return schedulerThreads + orchestratorNumbers[lane];
    }

    boolean isSpmd(int unit) {
        return unit != RunIndex.NONE && unit < isSpmd.length && isSpmd[unit];
    }

    /** The thread that serves a core, -1 when unknown. */
    int threadOf(int core) {
        return run.table().metadata().threadOf(core);
    }

    boolean knowsThreads() {
        return !run.table().metadata().coreToThread().isEmpty();
    }

    static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }
}
