package io.tidemark.analysis.overhead;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.overhead.SchedulerLoops.PhaseTime;
import io.tidemark.analysis.overhead.SchedulerLoops.ThreadLoops;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Adds up what scheduler threads did: phases that count are work, the rest is idle. One thread. */
public final class SchedulerLoopScan {
    private static final List<String> ALWAYS_TOLD = List.of("complete", "async_poll", "dispatch");

    /** What counts as work: the answers of our own report, which another may replace. Pure. */
    public interface Rules {
        /** Every outer phase that got on is work, and each moment counts once. */
        Rules DEFAULT = new Rules() {};

        /** Kinds of phases in which a scheduler got nowhere. */
        Set<String> NO_PROGRESS = Set.of("idle", "poll", "scan");

        /**
         * @param word what the file calls the phase
         */
        default boolean counts(SchedPhaseKind kind, String word) {
            return kind.placement() == SchedPhaseKind.Placement.OUTER && !NO_PROGRESS.contains(word);
        }

        /** From when on a phase counts, of a thread whose phases cover the time before. */
        default long countsFrom(long begin, long coveredUntil) {
            return Math.max(begin, coveredUntil);
        }

        /** A resolver serves no cores: what it completes a scheduler has seen finish before. */
        default boolean countsFinishes(SwimlaneMetadata metadata, int thread) {
            List<Integer> threads = metadata.coreToThread();
            return threads.isEmpty() || threads.contains(thread);
        }
    }

    private final CaptureModel model;
    private final Rules rules;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final SwimlaneMetadata metadata;
    private final Moments moments;
    private final SchedulerPhases phases;
    private final boolean[] counts; // by name of phases
    private final double[] timeOfName;
    private final Set<String> told = new LinkedHashSet<>(ALWAYS_TOLD); // words, as they come
    private final List<ThreadLoops> threads = new ArrayList<>();
    private final long[] completedOfThread;
    private boolean hasOwner;
    private double idle;
    private long finishes;
    private long popHits;
    private long popMisses;

    SchedulerLoopScan(CaptureModel model, Rules rules) {
        this.model = model;
        this.rules = rules;
        this.runs = model.runs();
        this.tasks = model.tasks();
        this.metadata = model.table().metadata();
        this.moments = model.moments();
        this.phases = model.table().schedulerPhases();
        completedOfThread = new long[phases.laneCount()];
        counts = new boolean[phases.nameCount()];
        timeOfName = new double[phases.nameCount()];
        for (int name = 0; name < counts.length; name++) {
            counts[name] = rules.counts(phases.kindOfName(name), phases.nameText(name));
        }
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
        told.forEach(word -> times.add(new PhaseTime(word, moments.inMicros(timeOf(word)))));
        long[] degrees = degrees();
        return Optional.of(new SchedulerLoops(
                threads,
                times,
                moments.inMicros(idle),
                finishes,
                popHits,
                popMisses,
                degrees[0],
                (int) degrees[1],
                degrees[2],
                (int) degrees[3]));
    }

    private double timeOf(String word) {
        for (int name = 0; name < timeOfName.length; name++) {
            if (phases.nameText(name).equals(word)) {
                return timeOfName[name];
            }
        }
        return 0;
    }

    private int[] counted(int lane) {
        int[] rows = new int[phases.laneEnd(lane) - phases.laneBegin(lane)];
        int size = 0;
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (counts[phases.name(row)]) {
                rows[size++] = row;
            }
        }
        RowOrder.sort(rows, 0, size, phases::startTick);
        return Arrays.copyOf(rows, size);
    }

    private void scanLane(int lane, int[] rows) {
        double laneIdle = 0;
        double busy = 0;
        long until = begin(rows[0]);
        long loops = 0;
        long laneFinishes = 0;
        boolean[] isTold = new boolean[counts.length];
        SchedulerPhases.Pops pops = phases.pops();
        for (int row : rows) {
            long begin = begin(row);
            long end = end(row);
            laneIdle += Math.max(0, moments.length(until, begin));
            double time = Math.max(0, moments.length(rules.countsFrom(begin, until), end));
            busy += time;
            int name = phases.name(row);
            if (!isTold[name]) {
                isTold[name] = true;
                told.add(phases.nameText(name));
            }
            timeOfName[name] += time;
            until = Math.max(until, end);
            loops = Math.max(loops, phases.loopIteration(row));
            SchedPhaseKind kind = phases.kindOfName(name);
            if (kind == SchedPhaseKind.COMPLETE) {
                laneFinishes += phases.tasksProcessed(row);
            } else if (kind == SchedPhaseKind.DISPATCH) {
                pops.move(row);
                popHits += pops.hits();
                popMisses += pops.misses();
            }
        }
        idle += laneIdle;
        finishes += rules.countsFinishes(metadata, lane) ? laneFinishes : 0;
        long completed = hasOwner ? completedOfThread[lane] : laneFinishes;
        threads.add(new ThreadLoops(lane, loops, completed, moments.inMicros(busy + laneIdle)));
    }

    private long begin(int row) {
        return moments.ofTick(phases.startTick(row));
    }

    private long end(int row) {
        return moments.ofTick(phases.endTick(row));
    }

    /** Each task once, for the thread that serves the core it finished on last. */
    private void countCompleted() {
        for (int task = 0; task < tasks.size(); task++) {
            int first = tasks.firstRun(task);
            int last = Tasks.NONE;
            for (int run = first; run < first + tasks.runCount(task); run++) {
                boolean later = last == Tasks.NONE || !runs.hasFinish(last) || runs.finish(run) > runs.finish(last);
                if (threadOf(run) >= 0 && later) {
                    last = run;
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

    private int threadOf(int run) {
        return metadata.threadOf(runs.core(run));
    }

    /** Fan-out sum, largest fan-out, fan-in sum, largest fan-in of the tasks that ran. */
    private long[] degrees() {
        long[] degrees = new long[4];
        Digraph graph = model.graph();
        BitSet shown = new BitSet();
        threads.forEach(thread -> shown.set(thread.thread()));
        for (int node = 0; node < graph.nodeCount(); node++) {
            int first = tasks.firstRun(node);
            int thread = first == Tasks.NONE ? -1 : threadOf(first);
            boolean isServed = thread >= 0 && shown.get(thread);
            if (isServed) {
                degrees[0] += graph.outDegree(node);
                degrees[1] = Math.max(degrees[1], graph.outDegree(node));
                degrees[2] += graph.inDegree(node);
                degrees[3] = Math.max(degrees[3], graph.inDegree(node));
            }
        }
        return degrees;
    }
}
