package io.tidemark.recording.whatif;

import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.model.KernelRuns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The recorded costs of a captured run in real time, without its kernels. Each submit has its own time and the time
 * that passed before it. Each task has the time for which it was held after its producers were done. Each kernel run
 * has the time for which it kept its core before it started. Schedulers, links and the host are all included; the costs
 * are taken as properties of the task. Immutable; nanoseconds.
 *
 * <p>A core that was free when a task became ready shows how long the task was held: until it was dispatched, or
 * started where that was not recorded. A task that waited for its core is held as long as the tasks that were ready
 * before it, because schedulers take tasks in that order. It keeps the core from the moment at which the core was free.
 */
final class RecordedCosts {
    private static final int SHAPES = 3; // matrix, vector, mixed: each has a separate queue

    private final CapturedGraph graph;
    private final KernelRuns runs;
    private final int[] runOf;
    private final boolean heldToStart;
    private final long[] gaps; // by submit: from the end of the one before
    private final long[] submits; // by submit
    private final long[] holds; // by submit
    private final long[] leads; // by duration of the graph

    private RecordedCosts(CapturedGraph graph, KernelRuns runs, int[] runOf, boolean heldToStart) {
        this.heldToStart = heldToStart;
        this.graph = graph;
        this.runs = runs;
        this.runOf = runOf;
        this.gaps = new long[graph.size()];
        this.submits = new long[graph.size()];
        this.holds = new long[graph.size()];
        this.leads = new long[runOf.length];
    }

    /**
     * @param runOf the run of each duration of the graph
     * @param begins when each submit began; none where submits were not recorded
     * @param ends when each ended
     * @param heldToStart what passes between dispatch and start passes without a core too
     */
    static RecordedCosts of(
            CapturedGraph graph, KernelRuns runs, int[] runOf, long[] begins, long[] ends, boolean heldToStart) {
        RecordedCosts costs = new RecordedCosts(graph, runs, runOf, heldToStart);
        for (int step = 0; step < begins.length; step++) {
            costs.gaps[step] = step == 0 ? 0 : Math.max(0, begins[step] - ends[step - 1]);
            costs.submits[step] = ends[step] - begins[step];
        }
        costs.place(costs.readyAt(ends), costs.freeAt());
        return costs;
    }

    /** When the producers of each submit were done, and it was there. */
    private long[] readyAt(long[] ends) {
        long first = IntStream.range(0, runs.size())
                .filter(runs::isTimed)
                .mapToLong(this::dispatch)
                .min()
                .orElse(0);
        long[] readyAt = new long[graph.size()];
        long[] doneAt = new long[graph.size()];
        for (int step = 0; step < graph.size(); step++) {
            long ready = ends.length > 0 ? ends[step] : first;
            for (int edge = graph.firstEdge.get(step); edge < graph.endEdge(step); edge++) {
                int producer = graph.ids.find(graph.producer.get(edge));
                ready = producer == LongIndex.ABSENT ? ready : Math.max(ready, doneAt[producer]);
            }
            readyAt[step] = ready;
            doneAt[step] = ready;
            for (int block = 0; isTask(step) && block < graph.blocks.get(step); block++) {
                for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
                    if (graph.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                        int run = runOf[graph.place(step, slot, block)];
                        doneAt[step] = Math.max(doneAt[step], runs.end(run));
                    }
                }
            }
        }
        return readyAt;
    }

    private boolean isTask(int step) {
        return graph.kind(step) == CapturedGraph.Kind.TASK;
    }

    private long dispatch(int run) {
        return runs.hasDispatch(run) && !heldToStart ? Math.min(runs.dispatch(run), runs.start(run)) : runs.start(run);
    }

    /** Of each run, when its core ended the one before. */
    private long[] freeAt() {
        long[] freeAt = new long[runs.size()];
        Arrays.fill(freeAt, Long.MIN_VALUE);
        int[] order = IntStream.range(0, runs.size())
                .filter(runs::isTimed)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(runs::core)
                        .thenComparingLong(runs::start)
                        .thenComparingLong(runs::end))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int at = 1; at < order.length; at++) {
            if (runs.core(order[at]) == runs.core(order[at - 1])) {
                freeAt[order[at]] = runs.end(order[at - 1]);
            }
        }
        return freeAt;
    }

    /** Fills in holds and leads, in the order in which tasks became ready. */
    private void place(long[] readyAt, long[] freeAt) {
        int[] order = IntStream.range(0, graph.size())
                .filter(this::isTask)
                .boxed()
                .sorted(Comparator.comparingLong(step -> readyAt[step]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] taken = new long[SHAPES]; // when the one before could be taken
        Arrays.fill(taken, Long.MIN_VALUE);
        for (int step : order) {
            long ready = readyAt[step];
            long hold = Long.MAX_VALUE;
            for (int block = 0; block < graph.blocks.get(step); block++) {
                hold = Math.min(hold, hold(step, block, ready, freeAt, taken[shape(step)]));
            }
            holds[step] = hold;
            taken[shape(step)] = Math.max(taken[shape(step)], ready + hold);
            for (int block = 0; block < graph.blocks.get(step); block++) {
                long free = free(step, block, freeAt);
                for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
                    if (graph.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                        int at = graph.place(step, slot, block);
                        leads[at] = Math.max(0, runs.start(runOf[at]) - Math.max(ready + hold, free));
                    }
                }
            }
        }
    }

    private long hold(int step, int block, long ready, long[] freeAt, long taken) {
        long free = free(step, block, freeAt);
        if (free > ready) {
            return Math.clamp(taken, ready, free) - ready;
        }
        long dispatched = Long.MAX_VALUE;
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            if (graph.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                int run = runOf[graph.place(step, slot, block)];
                dispatched = Math.min(dispatched, dispatch(run));
            }
        }
        return Math.max(0, dispatched - ready);
    }

    /** When the cores of a block had ended what they ran before: a mixed one needs all of them. */
    private long free(int step, int block, long[] freeAt) {
        long free = Long.MIN_VALUE;
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            if (graph.kernel(step, slot) != CapturedGraph.NO_KERNEL) {
                free = Math.max(free, freeAt[runOf[graph.place(step, slot, block)]]);
            }
        }
        return free;
    }

    private int shape(int step) {
        boolean matrix = graph.kernel(step, 0) != CapturedGraph.NO_KERNEL;
        boolean first = graph.kernel(step, 1) != CapturedGraph.NO_KERNEL;
        boolean second = graph.kernel(step, 2) != CapturedGraph.NO_KERNEL;
        boolean vector = first || second;
        return matrix && vector || first && second ? 2 : matrix ? 0 : 1;
    }

    /** What passes from the end of the submit before to the end of this one. */
    long submitNanos(int step, double factor) {
        return gaps[step] + Math.round(submits[step] * factor);
    }

    /** What passes from the moment at which a task is ready until a core may take it. */
    long holdNanos(int step) {
        return holds[step];
    }

    /** What passes on a core before each run, by duration of the graph. */
    long[] leads() {
        return leads.clone();
    }
}
