package io.tidemark.analysis.compat;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.overhead.SchedulerLoops;
import io.tidemark.analysis.overhead.SchedulerLoops.PhaseTime;
import io.tidemark.analysis.overhead.SchedulerLoops.ThreadLoops;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up what scheduler threads did: three kinds of phases are work, everything else is idle. One
 * thread.
 */
final class SchedulerLoopScan {
    private static final List<String> COUNTED_TODAY = List.of("complete", "async_poll", "dispatch");

    private final CompatRun run;
    private final SchedulerPhases phases;
    private final Map<String, Double> timeByWord = new LinkedHashMap<>();
    private final List<ThreadLoops> threads = new ArrayList<>();
    private final long[] completedOfThread;
    private boolean hasOwner;
    private double idle;
    private long finishes;
    private long popHits;
    private long popMisses;

    SchedulerLoopScan(CompatRun run) {
        this.run = run;
        this.phases = run.table().schedulerPhases();
        completedOfThread = new long[phases.laneCount()];
        COUNTED_TODAY.forEach(word -> timeByWord.put(word, 0.0));
    }

    /** Empty when the capture has no phases that count. */
    Optional<SchedulerLoops> scan() {
        countCompleted();
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            int[] rows = counted(lane);
            if (rows.length > 0) {
                scanLane(lane, rows);
            }
        }
        if (threads.isEmpty()) {
            return Optional.empty();
        }
        List<PhaseTime> times = new ArrayList<>();
        timeByWord.forEach((word, time) -> times.add(new PhaseTime(word, time)));
        long[] degrees = degrees();
        return Optional.of(
                new SchedulerLoops(
                        threads,
                        times,
                        idle,
                        finishes,
                        popHits,
                        popMisses,
                        degrees[0],
                        (int) degrees[1],
                        degrees[2],
                        (int) degrees[3]));
    }

    private int[] counted(int lane) {
        int[] rows = new int[phases.laneEnd(lane) - phases.laneBegin(lane)];
        int size = 0;
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (counts(row)) {
                rows[size++] = row;
            }
        }
        RowOrder.sort(rows, 0, size, phases::startTick);
        return Arrays.copyOf(rows, size);
    }

    private boolean counts(int row) {
        return COUNTED_TODAY.contains(phases.kindName(row));
    }

    private void scanLane(int lane, int[] rows) {
        double laneIdle = 0;
        double busy = 0;
        double until = begin(rows[0]);
        long loops = 0;
        long laneFinishes = 0;
        for (int row : rows) {
            double begin = begin(row);
            double end = end(row);
            laneIdle += Math.max(0, begin - until);
            double time = Math.max(0, end - begin);
            busy += time;
            timeByWord.merge(phases.kindName(row), time, Double::sum);
            until = Math.max(until, end);
            loops = Math.max(loops, phases.loopIteration(row));
            if (phases.kind(row) == SchedPhaseKind.COMPLETE) {
                laneFinishes += phases.tasksProcessed(row);
            } else if (phases.kind(row) == SchedPhaseKind.DISPATCH) {
                popHits += phases.popHits(row);
                popMisses += phases.popMisses(row);
            }
        }
        idle += laneIdle;
        finishes += laneFinishes;
        long completed = hasOwner ? completedOfThread[lane] : laneFinishes;
        threads.add(new ThreadLoops(lane, loops, completed, busy + laneIdle));
    }

    private double begin(int row) {
        return run.timeline().micros(phases.startTick(row));
    }

    private double end(int row) {
        return run.timeline().micros(phases.endTick(row));
    }

    /** Each task once, for the thread that serves the core it finished on last. */
    private void countCompleted() {
        CompatRows rows = run.rows();
        Tasks index = run.tasks();
        for (int unit = 0; unit < index.size(); unit++) {
            int first = index.firstRun(unit);
            int last = Tasks.NONE;
            for (int row = first; row < first + index.runCount(unit); row++) {
                boolean later = last == Tasks.NONE || rows.finish(row) > rows.finish(last);
                if (threadOf(row) >= 0 && later) {
                    last = row;
                }
            }
            if (last != Tasks.NONE) {
                hasOwner = true;
                if (threadOf(last) < completedOfThread.length) {
                    completedOfThread[threadOf(last)]++;
                }
            }
        }
    }

    private int threadOf(int row) {
        return run.table().metadata().threadOf(run.rows().core(row));
    }

    /** Fan-out sum, largest fan-out, fan-in sum, largest fan-in of the tasks that ran. */
    private long[] degrees() {
        long[] degrees = new long[4];
        Digraph graph = run.graph();
        for (int node = 0; node < graph.nodeCount(); node++) {
            int first = run.tasks().firstRun(node);
            boolean isServed = first != Tasks.NONE && isShown(threadOf(first));
            if (isServed) {
                degrees[0] += graph.outDegree(node);
                degrees[1] = Math.max(degrees[1], graph.outDegree(node));
                degrees[2] += graph.inDegree(node);
                degrees[3] = Math.max(degrees[3], graph.inDegree(node));
            }
        }
        return degrees;
    }

    private boolean isShown(int thread) {
        for (ThreadLoops shown : threads) {
            if (shown.thread() == thread) {
                return true;
            }
        }
        return false;
    }
}
