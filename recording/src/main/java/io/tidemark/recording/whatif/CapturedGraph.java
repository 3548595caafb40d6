package io.tidemark.recording.whatif;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.runtime.ModelledTime.DumpedTensors;
import io.tidemark.runtime.recording.OrchestrationLog;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The submits of a captured run in their order, in columns: what the orchestration does before
 * each, its kernels, blocks, outputs and producers, and how long every kernel run took. Filled by
 * {@link CapturedGraphBuilder}, read by anyone afterwards.
 */
public final class CapturedGraph implements DumpedTensors {
    /** Kernels of a task: one for the matrix core, two for the vector cores of a cluster. */
    static final int SLOTS = 3;

    static final int NO_KERNEL = -1;
    static final long NOT_TOLD = -1;

    /** What a submit is. */
    enum Kind {
        TASK,
        /** Without a kernel, or one whose predicate kept it from running. */
        DUMMY,
        ALLOCATION
    }

    final LongIndex ids = new LongIndex();
    final ByteColumn kind = new ByteColumn();
    final ByteColumn cohort = new ByteColumn();
    final IntColumn firstCall = new IntColumn(); // what is done before it
    final ByteColumn callKind = new ByteColumn();
    final IntColumn firstCallTask = new IntColumn();
    final LongColumn callTask = new LongColumn();
    final IntColumn kernels = new IntColumn(); // SLOTS for each
    final IntColumn blocks = new IntColumn();
    final ByteColumn early = new ByteColumn();
    final IntColumn inputs = new IntColumn();
    final IntColumn firstOutput = new IntColumn();
    final LongColumn outputBytes = new LongColumn();
    final IntColumn firstEdge = new IntColumn();
    final LongColumn producer = new LongColumn();
    final ByteColumn retains = new ByteColumn();
    final IntColumn firstDuration = new IntColumn(); // SLOTS for each
    final LongColumn durations = new LongColumn(); // nanoseconds, by block
    final LongColumn toldPicos = new LongColumn(); // of each duration, or NOT_TOLD
    final IntColumn dumped = new IntColumn(); // tensors before and after each, where arguments were dumped
    final LongColumn dumpedBytes = new LongColumn();
    final IntColumn durationKernel = new IntColumn(); // of each duration
    final LongColumn startNanos = new LongColumn(); // of each run, by the clock of the chip
    final LongColumn endNanos = new LongColumn();

    private static final Kind[] KINDS = Kind.values();
    private static final OrchestrationLog.Kind[] CALLS = OrchestrationLog.Kind.values();

    private List<String> remarks = List.of();
    private long makespanNanos;
    private boolean saysCalls;
    private final int[][] stepByLocal = new int[TaskId.RINGS][]; // tasks of a ring are counted
    private List<RecordedCosts> costs = List.of();
    private SubmitRows rows;
    private SortedSet<Integer> kernelIds;

    CapturedGraph() {}

    void finish(long makespan, boolean callsAreSaid, List<String> said) {
        saysCalls = callsAreSaid;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            stepByLocal[ring] = new int[0];
        }
        for (int step = 0; step < size(); step++) {
            int ring = TaskId.ring(ids.key(step));
            int local = TaskId.local(ids.key(step));
            if (local >= stepByLocal[ring].length) {
                stepByLocal[ring] = Arrays.copyOf(stepByLocal[ring], Math.max(local + 1, 2 * stepByLocal[ring].length));
            }
            stepByLocal[ring][local] = step;
        }
        rows = new SubmitRows(this);
        kernelIds = kernelsOfRuns();
        makespanNanos = makespan;
        remarks = List.copyOf(said);
    }

    /** The same submits as a replay reads them. */
    SubmitRows rows() {
        return rows;
    }

    /** Whether the capture says what the orchestration did beside its submits. */
    boolean saysCalls() {
        return saysCalls;
    }

    /** Submits, allocations and dummies included. */
    public int size() {
        return ids.size();
    }

    /** Kernel runs. */
    public int runs() {
        return durations.size();
    }

    /** From the first start to the last end on a core, as captured. */
    public long makespanNanos() {
        return makespanNanos;
    }

    /** What is missing in the capture and the value taken instead, one sentence each. */
    public List<String> remarks() {
        return remarks;
    }

    /**
     * Of every submit, how much time lies on the longest path from its start to the end of the
     * graph.
     *
     * @param picos how long kernel runs take
     */
    long[] picosBehind(long[] picos) {
        long[] behind = new long[size()];
        for (int step = size() - 1; step >= 0; step--) {
            long longest = 0;
            int end = step + 1 < size() ? firstDuration.get((step + 1) * SLOTS) : picos.length;
            for (int at = firstDuration.get(step * SLOTS); at < end; at++) {
                longest = Math.max(longest, picos[at]);
            }
            behind[step] += longest;
            for (int edge = firstEdge.get(step); edge < endEdge(step); edge++) {
                int before = step(producer.get(edge));
                behind[before] = Math.max(behind[before], behind[step]);
            }
        }
        return behind;
    }

    /** Whether a submit is on this ring. */
    boolean usesRing(int ring) {
        return stepByLocal[ring].length > 0;
    }

    /** Whether a task has this producer. */
    public boolean hasEdge(long from, long to) {
        int step = ids.find(to);
        if (step == LongIndex.ABSENT) {
            return false;
        }
        for (int edge = firstEdge.get(step); edge < endEdge(step); edge++) {
            if (producer.get(edge) == from) {
                return true;
            }
        }
        return false;
    }

    /** Function ids in order. */
    SortedSet<Integer> kernels() {
        return kernelIds;
    }

    private SortedSet<Integer> kernelsOfRuns() {
        SortedSet<Integer> all = new TreeSet<>();
        int last = NO_KERNEL;
        for (int at = 0; at < durationKernel.size(); at++) {
            if (durationKernel.get(at) != last) { // most are as the one before
                last = durationKernel.get(at);
                all.add(last);
            }
        }
        return Collections.unmodifiableSortedSet(all);
    }

    Kind kind(int step) {
        return KINDS[kind.get(step)];
    }

    int kernel(int step, int slot) {
        return kernels.get(step * SLOTS + slot);
    }

    int endEdge(int step) {
        return step + 1 < size() ? firstEdge.get(step + 1) : producer.size();
    }

    OrchestrationLog.Kind callKind(int call) {
        return CALLS[callKind.get(call)];
    }

    int endCallTask(int call) {
        return call + 1 < callKind.size() ? firstCallTask.get(call + 1) : callTask.size();
    }

    void addCall(OrchestrationLog.Kind made) {
        callKind.add((byte) made.ordinal());
        firstCallTask.add(callTask.size());
    }

    /** Place in {@link #durations} of a block's kernel run. */
    int duration(long taskId, int slot, int block) {
        return place(step(taskId), slot, block);
    }

    /** The submit of a task that is there. */
    int step(long taskId) {
        return stepByLocal[TaskId.ring(taskId)][TaskId.local(taskId)];
    }

    @Override
    public int count(long taskId, boolean isAfter) {
        return dumped.get(dumpedAt(taskId, isAfter));
    }

    @Override
    public long bytes(long taskId, boolean isAfter) {
        return dumpedBytes.get(dumpedAt(taskId, isAfter));
    }

    private int dumpedAt(long taskId, boolean isAfter) {
        return 2 * step(taskId) + (isAfter ? 1 : 0);
    }

    /** The same by the number of its submit. */
    int place(int step, int slot, int block) {
        return firstDuration.get(step * SLOTS + slot) + block;
    }

    /**
     * What was recorded beside the kernels of a run in real time, in each way that it can be
     * understood; none for virtual time.
     */
    List<RecordedCosts> costs() {
        return costs;
    }

    void costs(List<RecordedCosts> recorded) {
        costs = List.copyOf(recorded);
    }
}
