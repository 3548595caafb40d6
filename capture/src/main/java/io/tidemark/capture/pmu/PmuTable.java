package io.tidemark.capture.pmu;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import java.util.Arrays;
import java.util.List;

/**
 * Performance counters, one row per subtask, in file order. Filled by one reader, read by anyone.
 */
public final class PmuTable {
    private final List<String> counterNames;
    private final IntColumn thread = new IntColumn();
    private final IntColumn core = new IntColumn();
    private final LongColumn taskId = new LongColumn();
    private final IntColumn functionId = new IntColumn();
    private final IntColumn coreType = new IntColumn();
    private final LongColumn totalCycles = new LongColumn();
    private final LongColumn counters = new LongColumn();
    private final LongColumn known = new LongColumn(); // bit i: the row has counter i
    private final IntColumn eventType = new IntColumn();

    public PmuTable(List<String> counterNames) {
        this.counterNames = List.copyOf(counterNames);
    }

    public void add(PmuRow row) {
        thread.add(row.thread());
        core.add(row.core());
        taskId.add(row.taskId());
        functionId.add(row.functionId());
        coreType.add(row.coreType());
        totalCycles.add(row.totalCycles());
        for (int at = 0; at < counterNames.size(); at++) {
            counters.add((row.knownBits() >>> at & 1) == 0 ? 0 : row.counters()[at]);
        }
        known.add(row.knownBits());
        eventType.add(row.eventType());
    }

    PmuRow row(int row) {
        long[] values = new long[counterNames.size()];
        Arrays.setAll(values, at -> counter(row, at));
        return new PmuRow(
                thread(row),
                core(row),
                taskId(row),
                functionId(row),
                coreType(row),
                totalCycles(row),
                values,
                known.get(row),
                eventType(row));
    }

    public List<String> counterNames() {
        return counterNames;
    }

    public int size() {
        return core.size();
    }

    public int thread(int row) {
        return thread.get(row);
    }

    public int core(int row) {
        return core.get(row);
    }

    public long taskId(int row) {
        return taskId.get(row);
    }

    public int functionId(int row) {
        return functionId.get(row);
    }

    /** 0 AIC, 1 AIV. */
    public int coreType(int row) {
        return coreType.get(row);
    }

    public long totalCycles(int row) {
        return totalCycles.get(row);
    }

    /** False where the platform has no such counter: the cell is empty, which is not 0. */
    public boolean hasCounter(int row, int counter) {
        return (known.get(row) >>> counter & 1) != 0;
    }

    /** 0 where {@link #hasCounter} is false. */
    public long counter(int row, int counter) {
        return counters.get(row * counterNames.size() + counter);
    }

    public int eventType(int row) {
        return eventType.get(row);
    }
}
