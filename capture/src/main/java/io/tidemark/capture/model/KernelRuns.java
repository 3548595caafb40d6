package io.tidemark.capture.model;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.DistinctInts;
import io.tidemark.capture.column.NearLongs;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.column.RowOrder;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Every run of a kernel on a core, in columns of primitives, sorted by unsigned task id and in file
 * order within a task: the runs of a task stand together. A task in several blocks or of several
 * kernels has several runs. Times are moments of the model, which are nanoseconds on the axis of
 * the capture; {@link #NONE} where there is no stamp; a negative time is a time. Immutable; any
 * thread may read.
 */
public final class KernelRuns {
    /** No stamp; before every time. */
    public static final long NONE = Long.MIN_VALUE;

    private final NearLongs taskId;
    private final int[] core;
    private final int[] kernel;
    private final NearLongs receive;
    private final NearLongs start;
    private final NearLongs end;
    private final NearLongs dispatch;
    private final NearLongs finish;
    private final BitSet timed = new BitSet();
    private final BitSet failed = new BitSet();
    private final List<CoreType> coreTypes;
    private int highestCore = -1;
    private RowGroups timedByCore; // when first asked for

    private KernelRuns(int size, List<CoreType> coreTypes) {
        this.coreTypes = coreTypes;
        taskId = new NearLongs(size);
        core = new int[size];
        kernel = new int[size];
        receive = new NearLongs(size);
        start = new NearLongs(size);
        end = new NearLongs(size);
        dispatch = new NearLongs(size);
        finish = new NearLongs(size);
    }

    /** The table of a capture without a swimlane. */
    public static KernelRuns none() {
        return new KernelRuns(0, List.of());
    }

    /** Copies the runs of a source. */
    static KernelRuns of(RunSource source, List<CoreType> coreTypes) {
        int[] order = RowOrder.by(source.size(), run -> source.taskId(run) ^ Long.MIN_VALUE);
        KernelRuns runs = new KernelRuns(order.length, coreTypes);
        int timedFrom = 0; // runs up to this one are marked
        for (int run = 0; run < order.length; run++) {
            int from = order[run];
            runs.taskId.put(run, source.taskId(from));
            runs.core[run] = source.core(from);
            runs.kernel[run] = source.kernel(from);
            runs.receive.put(run, source.receive(from));
            runs.start.put(run, source.start(from));
            runs.end.put(run, source.end(from));
            runs.dispatch.put(run, source.dispatch(from));
            runs.finish.put(run, source.finish(from));
            if (!source.isTimed(from)) {
                runs.timed.set(timedFrom, run);
                timedFrom = run + 1;
            }
            if (source.isFailed(from)) {
                runs.failed.set(run);
            }
            runs.highestCore = Math.max(runs.highestCore, runs.core[run]);
        }
        runs.timed.set(timedFrom, order.length);
        return runs;
    }

    public int size() {
        return core.length;
    }

    /** Largest core number of any run, -1 without runs. */
    public int highestCore() {
        return highestCore;
    }

    public long taskId(int run) {
        return taskId.get(run);
    }

    public int core(int run) {
        return core[run];
    }

    /** The type of its core; a core that no list names counts as AIV. */
    public CoreType coreType(int run) {
        return core[run] < coreTypes.size() ? coreTypes.get(core[run]) : CoreType.AIV;
    }

    /** Kernel id, -1 when unknown. */
    public int kernel(int run) {
        return kernel[run];
    }

    /** The kernels of all runs, in the order in which they first come. */
    public int[] distinctKernels() {
        DistinctInts found = new DistinctInts();
        for (int one : kernel) {
            found.add(one);
        }
        return found.toArray();
    }

    /** When the core read its dispatch register. */
    public long receive(int run) {
        return receive.get(run);
    }

    public long start(int run) {
        return start.get(run);
    }

    public long end(int run) {
        return end.get(run);
    }

    /** When a scheduler sent it to the core. */
    public long dispatch(int run) {
        return dispatch.get(run);
    }

    /** When a scheduler saw that it had ended. */
    public long finish(int run) {
        return finish.get(run);
    }

    public boolean hasDispatch(int run) {
        return dispatch.get(run) != NONE;
    }

    public boolean hasFinish(int run) {
        return finish.get(run) != NONE;
    }

    /** True when the core stamped both ends, the start first; only such runs have a length. */
    public boolean isTimed(int run) {
        return timed.get(run);
    }

    /** Runs that have a length. */
    public int timedCount() {
        return timed.cardinality();
    }

    /** True when its kernel threw: its end is the moment of that. */
    public boolean isFailed(int run) {
        return failed.get(run);
    }

    /** The wanted runs of each core in order of one of their times; equal times in row order. */
    public RowGroups byCore(IntPredicate wanted, IntToLongFunction time) {
        return RowGroups.of(highestCore + 1, size(), run -> wanted.test(run) ? core[run] : RowGroups.NONE)
                .sortedBy(time);
    }

    /** The runs that have a length, of each core in order of their start. */
    public synchronized RowGroups timedByCore() {
        if (timedByCore == null) {
            timedByCore = byCore(this::isTimed, this::start);
        }
        return timedByCore;
    }
}
