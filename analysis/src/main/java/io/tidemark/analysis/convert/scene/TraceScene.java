package io.tidemark.analysis.convert.scene;

import io.tidemark.analysis.convert.encode.Arrow;
import io.tidemark.analysis.convert.encode.RankedBits;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What is to be drawn of one run, worked out before the first byte is written: lanes, markers,
 * anchors and the number of every slice. Built by one thread, then read by any.
 */
public final class TraceScene {
    public final CaptureModel model;
    public final SceneRules rules;
    public final Moments moments;
    public final Highlight highlight;
    public final RunEnding ending;
    public final Vocabulary vocabulary = new Vocabulary();
    public final KernelLabels labels;
    public final KernelRuns rows;
    public final SchedulerPhases phases;
    public final SubmitPhases submits;
    public final boolean isHostOrchestrated;
    public final int schedulerThreads;
    public final PhaseTracks phaseTracks;
    public final Markers markers;
    public final CoreLanes workerLanes;
    public final CoreLanes schedulerLanes;
    public final boolean[] isSpmd;
    private final int[] orchestratorNumbers;
    private final RowPlaces places;
    private final RankedBits scheduled;

    public TraceScene(CaptureModel model, SceneRules rules, Highlight highlight, RunEnding ending) {
        this.model = model;
        this.rules = rules;
        this.moments = model.moments();
        this.highlight = highlight;
        this.ending = ending;
        rows = model.runs();
        phases = model.table().schedulerPhases();
        isHostOrchestrated = model.axis().isHostMode();
        submits =
                isHostOrchestrated ? model.table().hostSubmits() : model.table().orchestratorSubmits();
        orchestratorNumbers = rules.orchestratorNumbers(submits, isHostOrchestrated);
        phaseTracks = new PhaseTracks(phases, rules);
        schedulerThreads = countSchedulerThreads(model);
        markers = new MarkerScan(this).find();
        isSpmd = new boolean[model.tasks().size()];
        for (int unit = 0; unit < isSpmd.length; unit++) {
            isSpmd[unit] = model.isSpmd(unit);
        }
        labels = new KernelLabels(model, rules, vocabulary, isSpmd);
        BitSet stamped = new BitSet(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            stamped.set(row, isDispatched(row) && rules.hasDrawnFinish(rows, row));
        }
        scheduled = new RankedBits(stamped);
        schedulerLanes = new CoreLanes(rows, this::isScheduled, rows::dispatch, rows::finish);
        workerLanes = new CoreLanes(rows, row -> true, this::workerBegin, this::end);
        places = rules.places(rows, this::isScheduled, workerLanes, schedulerLanes);
    }

    private static int countSchedulerThreads(CaptureModel model) {
        SchedulerPhases phases = model.table().schedulerPhases();
        int highest = -1;
        for (int thread : model.table().metadata().coreToThread()) {
            highest = Math.max(highest, thread);
        }
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            if (phases.laneEnd(lane) > phases.laneBegin(lane)) {
                highest = Math.max(highest, lane);
            }
        }
        return highest < 0 ? phases.laneCount() : highest + 1;
    }

    public boolean hasPhases() {
        return phases.laneCount() > 0;
    }

    public boolean hasQueueDepths() {
        for (int row = 0; row < phases.size(); row++) {
            if (phases.hasDepths(row)) {
                return true;
            }
        }
        return false;
    }

    public boolean hasScheduledRows() {
        return scheduled.size() > 0;
    }

    /** Where a row's slice of the worker view begins. */
    public long workerBegin(int row) {
        return orOrigin(rows.receive(row));
    }

    /** When a row started; a row without that stamp is drawn from the origin. */
    public long start(int row) {
        return orOrigin(rows.start(row));
    }

    /** When a row ended; a row without that stamp is drawn up to the origin. */
    public long end(int row) {
        return orOrigin(rows.end(row));
    }

    private static long orOrigin(long moment) {
        return moment == KernelRuns.NONE ? 0 : moment;
    }

    /** True when tasks may have been submitted that could not run any more. */
    public boolean isCutShort() {
        return ending.isBad() && ending.kind() != EndingKind.WRONG_RESULT;
    }

    /** Whether a core has a lane in the worker view for runs that ended. */
    public boolean hasWorkerRows(int core) {
        return core < workerLanes.cores() && workerLanes.end(core) > workerLanes.begin(core);
    }

    /** When the last run on the first lane of a core ended, 0 when there was none. */
    public long lastWorkerEnd(int core) {
        long last = 0;
        if (hasWorkerRows(core)) {
            for (int at = workerLanes.begin(core); at < workerLanes.end(core); at++) {
                int row = workerLanes.row(at);
                last = workerLanes.lane(row) == 0 ? Math.max(last, end(row)) : last;
            }
        }
        return last;
    }

    public int workerTid(int row) {
        return places.workerTid(row);
    }

    public int schedulerTid(int row) {
        return places.schedulerTid(row);
    }

    /** The slice of the worker view at which arrows of a row end. */
    public int workerSlice(int row) {
        return places.workerEnd(row);
    }

    /** The slice of the scheduler view at which arrows of a row end. */
    public int schedulerSlice(int row) {
        return ownSchedulerSlice(places.schedulerEnd(row));
    }

    /** The slice of the scheduler view that a row is drawn as. */
    public int ownSchedulerSlice(int row) {
        return scheduled.contains(row) ? rows.size() + scheduled.rank(row) : Arrow.NONE;
    }

    public boolean isDispatched(int row) {
        return rules.isDispatched(rows, row);
    }

    public boolean isFinished(int row) {
        return rules.isFinished(rows, row);
    }

    /** True when the scheduler stamped both ends of a row. */
    public boolean isScheduled(int row) {
        return scheduled.contains(row);
    }

    public int markerSlice(int marker) {
        return rows.size() + scheduled.size() + marker;
    }

    public int phaseSlice(int row) {
        return markerSlice(markers.size()) + row;
    }

    public int submitSlice(int row) {
        return phaseSlice(phases.size()) + row;
    }

    public long phaseBegin(int row) {
        return moments.ofTick(phases.startTick(row));
    }

    public long phaseEnd(int row) {
        return moments.ofTick(phases.endTick(row));
    }

    public long submitBegin(int row) {
        return submitMoment(submits.start(row));
    }

    public long submitEnd(int row) {
        return submitMoment(submits.end(row));
    }

    private long submitMoment(long stamp) {
        return isHostOrchestrated ? moments.ofHost(stamp) : moments.ofTick(stamp);
    }

    /** Orchestrator threads of the picture. */
    public int orchestrators() {
        return (int)
                Arrays.stream(orchestratorNumbers).filter(number -> number >= 0).count();
    }

    /** The number of an orchestrator thread in the picture, -1 when it has no place there. */
    public int orchestratorNumber(int lane) {
        return orchestratorNumbers[lane];
    }

    public int orchestratorTid(int lane) {
        return TraceIds.orchestrator(orchestratorNumbers[lane]);
    }

    /** The AICPU worker lane of an orchestrator thread. */
    public int orchestratorWorker(int lane) {
        return schedulerThreads + orchestratorNumbers[lane];
    }

    public boolean isSpmd(int unit) {
        return unit != Tasks.NONE && isSpmd[unit];
    }

    /** The thread that serves a core, -1 when unknown. */
    public int threadOf(int core) {
        return model.table().metadata().threadOf(core);
    }

    public boolean knowsThreads() {
        return !model.table().metadata().coreToThread().isEmpty();
    }

    public static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }
}
