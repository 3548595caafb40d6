package io.tidemark.analysis.convert.scene;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;

/**
 * Tasks no core ran, which still have a moment: dummies, skipped tasks and allocations. They are
 * drawn as slices of the thread that handled them, and arrows end at them. Filled by one thread
 * while the scene is built, then read by any.
 */
public final class Markers {
    /** What a marker stands for. */
    public enum Kind {
        DUMMY,
        SKIPPED,
        ALLOCATION
    }

    private static final Kind[] KINDS = Kind.values();

    private final SceneRules rules;
    private final ByteColumn kind = new ByteColumn();
    private final LongColumn taskId = new LongColumn();
    private final IntColumn unit = new IntColumn();
    private final IntColumn sourceRow = new IntColumn();
    private final IntColumn pid = new IntColumn();
    private final IntColumn tid = new IntColumn();
    private final LongColumn begin = new LongColumn();
    private final LongColumn end = new LongColumn();
    private int[] firstOfUnit = {};
    private final IntColumn nextOfUnit = new IntColumn();
    private int[] lastOfUnit = {};

    Markers(SceneRules rules) {
        this.rules = rules;
    }

    /** Adds a marker; {@code sourceRow} is its scheduler or submit phase. */
    void add(Kind kind, long taskId, int unit, int sourceRow, int pid, int tid, long begin, long end) {
        int marker = size();
        this.kind.add((byte) kind.ordinal());
        this.taskId.add(taskId);
        this.unit.add(unit);
        this.sourceRow.add(sourceRow);
        this.pid.add(pid);
        this.tid.add(tid);
        this.begin.add(begin);
        this.end.add(end);
        nextOfUnit.add(Tasks.NONE);
        if (unit != Tasks.NONE) {
            chain(unit, marker);
        }
    }

    private void chain(int unit, int marker) {
        if (unit >= firstOfUnit.length) {
            int old = firstOfUnit.length;
            firstOfUnit = Arrays.copyOf(firstOfUnit, Math.max(unit + 16, old * 2));
            lastOfUnit = Arrays.copyOf(lastOfUnit, firstOfUnit.length);
            Arrays.fill(firstOfUnit, old, firstOfUnit.length, Tasks.NONE);
        }
        if (firstOfUnit[unit] == Tasks.NONE) {
            firstOfUnit[unit] = marker;
        } else {
            nextOfUnit.set(lastOfUnit[unit], marker);
        }
        lastOfUnit[unit] = marker;
    }

    /** Gives back what only adding needed. */
    Markers complete() {
        int known = firstOfUnit.length;
        while (known > 0 && firstOfUnit[known - 1] == Tasks.NONE) {
            known--;
        }
        firstOfUnit = Arrays.copyOf(firstOfUnit, known);
        lastOfUnit = null;
        return this;
    }

    public int size() {
        return kind.size();
    }

    public Kind kind(int marker) {
        return KINDS[kind.get(marker)];
    }

    public long taskId(int marker) {
        return taskId.get(marker);
    }

    /** The task's number, or {@code Tasks.NONE} when the record names none. */
    public int unit(int marker) {
        return unit.get(marker);
    }

    /** Row in {@link SchedulerPhases}, or of the submit for an allocation. */
    public int sourceRow(int marker) {
        return sourceRow.get(marker);
    }

    public int pid(int marker) {
        return pid.get(marker);
    }

    public int tid(int marker) {
        return tid.get(marker);
    }

    public long begin(int marker) {
        return begin.get(marker);
    }

    /** True when the records give it less length than a slice needs. */
    public boolean isTooShort(int marker) {
        return rules.isTooShort(begin(marker), end.get(marker));
    }

    /** The end as recorded. */
    public long recordedEnd(int marker) {
        return end.get(marker);
    }

    /** The end of its slice. */
    public long end(int marker) {
        return rules.markerEnd(begin(marker), end.get(marker));
    }

    /** First marker of a task, or {@code Tasks.NONE}. */
    public int firstOf(int unit) {
        return unit < firstOfUnit.length ? firstOfUnit[unit] : Tasks.NONE;
    }

    /** The next marker of the same task, or {@code Tasks.NONE}. */
    public int next(int marker) {
        return nextOfUnit.get(marker);
    }
}
