package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.Extent;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.SpanColumn;
import io.tidemark.capture.column.SparseLongColumn;
import io.tidemark.capture.column.StringIndex;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What each scheduler thread did: the rows of lane 0, then of lane 1 and so on, in file order.
 * Filled by one reader, read by anyone. At most 255 different names are distinguished.
 */
public final class SchedulerPhases {
    /** What {@link #depthsAtStart} answers when the file has no queue depths. */
    public static final long NO_DEPTHS = -1L;

    /** Largest queue depth a row can hold; larger ones are cut to it. */
    public static final int MAX_DEPTH = (1 << 21) - 1;

    private static final byte HAS_POPS = 1;
    private static final byte HAS_TASK = 2;
    private static final byte HAS_NO_COUNT = 4;

    private final StringIndex names = new StringIndex(255);
    private final IntColumn laneStarts = new IntColumn();
    private final ByteColumn name = new ByteColumn();
    private final ByteColumn flags = new ByteColumn();
    private final SpanColumn span = new SpanColumn();
    private final IntColumn loopIteration = new IntColumn();
    private final IntColumn tasksProcessed = new IntColumn();
    private final SparseLongColumn pops = new SparseLongColumn();
    private final SparseLongColumn taskId = new SparseLongColumn();
    private final DepthColumn depthsAtStart = new DepthColumn();
    private final DepthColumn depthsAtEnd = new DepthColumn();
    private SchedPhaseKind[] kinds = new SchedPhaseKind[0];

    /** Reads the ready-queue counters of rows, fastest in ascending order. One thread. */
    public final class Pops {
        private int place = -1;
        private long packed;

        private Pops() {}

        /** Goes to a row; one without counters has none found and none missed. */
        public void move(int row) {
            packed = 0;
            if (hasPops(row)) {
                place = pops.placeAfter(place, row);
                packed = pops.at(place);
            }
        }

        public int hits() {
            return (int) (packed >>> 32);
        }

        public int misses() {
            return (int) packed;
        }
    }

    /** Opens the next lane; rows added from here on belong to it. */
    public void beginLane() {
        laneStarts.add(size());
    }

    public void add(String kind, long startTick, long endTick, int loopIteration, int tasksProcessed) {
        name.add((byte) nameOf(kind));
        flags.add((byte) 0);
        span.add(startTick, endTick);
        this.loopIteration.add(loopIteration);
        this.tasksProcessed.add(tasksProcessed);
    }

    /** Adds phases from the words of their records. */
    public void addRecords(long[] words, int count) {
        int step = SchedPhaseRecord.LAYOUT.sizeBytes() / Long.BYTES;
        byte[] nameOfRow = new byte[count];
        byte[] flagsOfRow = new byte[count];
        int row = size();
        long lastKind = -1;
        byte lastName = 0;
        for (int i = 0; i < count; i++) {
            long kind = SchedPhaseRecord.KIND.of(words, i * step);
            if (kind != lastKind) {
                lastKind = kind;
                lastName = (byte) nameOf(SchedPhaseKind.labelOf(kind));
            }
            nameOfRow[i] = lastName;
            if (kind == SchedPhaseKind.DISPATCH.code()) {
                flagsOfRow[i] = HAS_POPS;
                long hits = SchedPhaseRecord.POP_HIT.of(words, i * step);
                pops.put(row + i, hits << 32 | SchedPhaseRecord.POP_MISS.of(words, i * step));
            }
        }
        name.addAll(nameOfRow, count);
        flags.addAll(flagsOfRow, count);
        span.addFields(words, SchedPhaseRecord.START_TICK.word(), step, count);
        loopIteration.addFields(words, SchedPhaseRecord.LAYOUT, SchedPhaseRecord.LOOP_ITERATION, count);
        tasksProcessed.addFields(words, SchedPhaseRecord.LAYOUT, SchedPhaseRecord.TASKS_PROCESSED, count);
    }

    /** The number of a name, given when it first comes. */
    private int nameOf(String kind) {
        int index = names.add(kind);
        if (index >= kinds.length) {
            kinds = Arrays.copyOf(kinds, index + 1);
            kinds[index] = PhaseWords.kindOf(kind);
        }
        return index;
    }

    /** Says that the file does not know how many tasks the row added last handled. */
    public void noCountOfLast() {
        int row = size() - 1;
        flags.set(row, (byte) (flags.get(row) | HAS_NO_COUNT));
    }

    /** Gives the row added last its ready-queue counters. */
    public void popsOfLast(int hits, int misses) {
        int row = size() - 1;
        flags.set(row, (byte) (flags.get(row) | HAS_POPS));
        pops.put(row, ((long) hits << 32) | (misses & 0xFFFF_FFFFL));
    }

    /** Gives the row added last the task it names. */
    public void taskOfLast(long task) {
        int row = size() - 1;
        flags.set(row, (byte) (flags.get(row) | HAS_TASK));
        taskId.put(row, task);
    }

    /** Gives the row added last its queue depths, each packed by {@link #pack}. */
    public void depthsOfLast(long atStart, long atEnd) {
        depthsAtStart.set(size() - 1, atStart);
        depthsAtEnd.set(size() - 1, atEnd);
    }

    /** Three depths in one long, each cut to {@link #MAX_DEPTH}. */
    public static long pack(long aic, long aiv, long mix) {
        return (cut(aic) << 42) | (cut(aiv) << 21) | cut(mix);
    }

    /** One of the three depths of a packed value: 0 AIC, 1 AIV, 2 MIX. */
    public static int depth(long packed, int queue) {
        return (int) (packed >>> (42 - 21 * queue)) & MAX_DEPTH;
    }

    /** All lanes with the rows that {@code left} does not name, in the same order. */
    public SchedulerPhases without(BitSet left) {
        SchedulerPhases kept = new SchedulerPhases();
        for (int lane = 0; lane < laneCount(); lane++) {
            kept.beginLane();
            for (int row = laneBegin(lane); row < laneEnd(lane); row++) {
                if (!left.get(row)) {
                    kept.addRowOf(this, row);
                }
            }
        }
        return kept;
    }

    private void addRowOf(SchedulerPhases other, int row) {
        add(
                other.kindName(row),
                other.startTick(row),
                other.endTick(row),
                other.loopIteration(row),
                other.tasksProcessed(row));
        if (!other.hasCount(row)) {
            noCountOfLast();
        }
        if (other.hasPops(row)) {
            popsOfLast(other.popHits(row), other.popMisses(row));
        }
        if (other.hasTask(row)) {
            taskOfLast(other.taskId(row));
        }
        if (other.hasDepths(row)) {
            depthsOfLast(other.depthsAtStart(row), other.depthsAtEnd(row));
        }
    }

    public int laneCount() {
        return laneStarts.size();
    }

    public int laneBegin(int lane) {
        return laneStarts.get(lane);
    }

    /** One past the last row of the lane. */
    public int laneEnd(int lane) {
        return lane + 1 < laneCount() ? laneStarts.get(lane + 1) : size();
    }

    public int size() {
        return span.size();
    }

    /** How many different names rows have. */
    public int nameCount() {
        return names.size();
    }

    /** Which of the names a row has, counted from 0. */
    public int name(int row) {
        return name.get(row) & 0xFF;
    }

    /** A name as written in the file. */
    public String nameText(int which) {
        return names.text(which);
    }

    /** What a name means. */
    public SchedPhaseKind kindOfName(int which) {
        return kinds[which];
    }

    public SchedPhaseKind kind(int row) {
        return kinds[name.get(row) & 0xFF];
    }

    /** The name as written in the file, whether known or not. */
    public String kindName(int row) {
        return names.text(name.get(row) & 0xFF);
    }

    public long startTick(int row) {
        return span.start(row);
    }

    public long endTick(int row) {
        return span.end(row);
    }

    public Extent starts() {
        return span.starts();
    }

    public Extent ends() {
        return span.ends();
    }

    public int loopIteration(int row) {
        return loopIteration.get(row);
    }

    /** Tasks the phase handled; 0 when not recorded. */
    public int tasksProcessed(int row) {
        return tasksProcessed.get(row);
    }

    /** False when the file does not say how many tasks the phase handled. */
    public boolean hasCount(int row) {
        return (flags.get(row) & HAS_NO_COUNT) == 0;
    }

    public boolean hasPops(int row) {
        return (flags.get(row) & HAS_POPS) != 0;
    }

    /** Ready-queue pops that found work; 0 when the row has no such counter. */
    public int popHits(int row) {
        return hasPops(row) ? (int) (pops.get(row) >>> 32) : 0;
    }

    /** The counters of many rows. */
    public Pops pops() {
        return new Pops();
    }

    public int popMisses(int row) {
        return hasPops(row) ? (int) pops.get(row) : 0;
    }

    public boolean hasTask(int row) {
        return (flags.get(row) & HAS_TASK) != 0;
    }

    /** Whether any row names a task. */
    public boolean nameTasks() {
        return !taskId.isEmpty();
    }

    /** The task a marker names, or {@code TaskId.INVALID}. */
    public long taskId(int row) {
        return hasTask(row) ? taskId.get(row) : -1L;
    }

    public boolean hasDepths(int row) {
        return depthsAtStart.get(row) != NO_DEPTHS;
    }

    /** Depths of the shared ready queues, packed; {@link #NO_DEPTHS} when not recorded. */
    public long depthsAtStart(int row) {
        return depthsAtStart.get(row);
    }

    public long depthsAtEnd(int row) {
        return depthsAtEnd.get(row);
    }

    private static long cut(long depth) {
        return Math.min(Math.max(depth, 0), MAX_DEPTH);
    }
}
