package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.compat.CompatRun;
import io.tidemark.analysis.convert.encode.RankedBits;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * What is to be drawn of one run, worked out before the first byte is written: lanes, markers,
 * anchors and the number of every slice. Built by one thread, then read by any.
 */
final class CompatScene {
    final CompatRun run;
    final IntPredicate isNamed; // the others are drawn as a dot
    final Vocabulary vocabulary = new Vocabulary();
    final KernelLabels labels;
    final CompatRows rows;
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
    private final StandIns standIns;
    private final RankedBits scheduled;

    CompatScene(CompatRun run, IntPredicate isNamed) {
        this.run = run;
        this.isNamed = isNamed;
        rows = run.rows();
        phases = run.table().schedulerPhases();
        isHostOrchestrated = run.timeline().isHostMode();
        submits =
                isHostOrchestrated ? run.table().hostSubmits() : run.table().orchestratorSubmits();
        orchestratorNumbers = numberOrchestrators();
        phaseTracks = new PhaseTracks(phases);
        schedulerThreads = countSchedulerThreads(run);
        markers = new MarkerScan(run, this).find();
        isSpmd = new boolean[run.tasks().size()];
        for (int unit = 0; unit < isSpmd.length; unit++) {
            isSpmd[unit] = run.isSpmd(unit);
        }
        labels = new KernelLabels(run, vocabulary, isSpmd);
        BitSet stamped = new BitSet(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            stamped.set(row, isDispatched(row) && rows.finish(row) > 0);
        }
        scheduled = new RankedBits(stamped);
        schedulerLanes = new CoreLanes(rows, this::isScheduled, rows::dispatch, rows::finish);
        standIns = new StandIns(rows, this::isScheduled, schedulerLanes);
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
            if (!isEmpty || !isHostOrchestrated) {
                numbers[lane] = next++;
            }
        }
        return numbers;
    }

    private static int countSchedulerThreads(CompatRun run) {
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

    boolean hasPhases() {
        return phases.laneCount() > 0;
    }

    boolean hasScheduledRows() {
        return scheduled.size() > 0;
    }

    /** Where a row's slice of the worker view begins. */
    double workerBegin(int row) {
        return rows.receive(row);
    }

    int workerSlice(int row) {
        return standIns.worker(row);
    }

    int workerTid(int row) {
        return TraceIds.core(rows.core(row));
    }

    int schedulerSlice(int row) {
        return ownSchedulerSlice(standIns.scheduled(row));
    }

    /** The number of the row's own slice, even where arrows go to another block's. */
    int ownSchedulerSlice(int row) {
        return scheduled.contains(row) ? rows.size() + scheduled.rank(row) : Arrow.NONE;
    }

    int schedulerLane(int row) {
        return schedulerLanes.lane(standIns.laned(row));
    }

    int schedulerTid(int row) {
        int core = rows.core(row);
        int lane = schedulerLane(row);
        return TraceIds.core(core) + lane;
    }

    /** True when a row has a dispatch to draw; today's converter draws none before the origin. */
    boolean isDispatched(int row) {
        return rows.dispatch(row) >= 0;
    }

    /** True when a row has a finish that a complete phase can have noticed. */
    boolean isFinished(int row) {
        return rows.finish(row) >= 0;
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
        return unit != Tasks.NONE && unit < isSpmd.length && isSpmd[unit];
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

    /**
     * Today's converter finds a slice by task and core, so where a core ran several blocks of a
     * task one of them stands for all: the last row among the worker's and among the scheduler's
     * slices, the one dispatched last for the scheduler's lane. Immutable.
     */
    private static final class StandIns {
        private final int[] worker;
        private final int[] scheduled;
        private final int[] laned;

        StandIns(CompatRows rows, IntPredicate isScheduled, CoreLanes schedulerLanes) {
            worker = lastOnSameCore(rows);
            scheduled = worker.clone();
            for (int row = 0; row < worker.length; row++) {
                if (isScheduled.test(row)) {
                    scheduled[worker[row]] = row;
                }
            }
            laned = worker.clone();
            for (int core = 0; core < schedulerLanes.cores(); core++) {
                for (int at = schedulerLanes.begin(core); at < schedulerLanes.end(core); at++) {
                    int row = schedulerLanes.row(at);
                    laned[worker[row]] = row;
                }
            }
        }

        /** Rows lie in order of task, so blocks of one task are neighbours. */
        private static int[] lastOnSameCore(CompatRows rows) {
            int[] last = new int[rows.size()];
            int[] lastOfCore = new int[rows.highestCore() + 1];
            for (int row = rows.size() - 1; row >= 0; row--) {
                int core = rows.core(row);
                int known = lastOfCore[core] - 1;
                boolean sameTask = known >= 0 && rows.taskId(known) == rows.taskId(row);
                last[row] = sameTask ? known : row;
                lastOfCore[core] = last[row] + 1;
            }
            return last;
        }

        /** The row whose slice of the worker view arrows go to. */
        int worker(int row) {
            return worker[row];
        }

        /** The row whose slice of the scheduler view arrows go to. */
        int scheduled(int row) {
            return scheduled[worker[row]];
        }

        /** The row on whose lane of the scheduler view this one is drawn. */
        int laned(int row) {
            return laned[worker[row]];
        }
    }
}
