package io.tidemark.capture.pmu;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
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

    /** Adds a row that has every counter; {@code values} has one entry per counter name. */
    public void add(
            int thread,
            int core,
            long taskId,
            int functionId,
            int coreType,
            long totalCycles,
            long[] values,
            int eventType) {
        add(thread, core, taskId, functionId, coreType, totalCycles, values, -1, eventType);
    }

    /**
     * Adds a row; {@code values} has one entry per counter name, and counts where its bit is set in
     * {@code knownBits}.
     */
    public void add(
            int thread,
            int core,
            long taskId,
            int functionId,
            int coreType,
            long totalCycles,
            long[] values,
            long knownBits,
            int eventType) {
        this.thread.add(thread);
        this.core.add(core);
        this.taskId.add(taskId);
        this.functionId.add(functionId);
        this.coreType.add(coreType);
        this.totalCycles.add(totalCycles);
        for (int at = 0; at < counterNames.size(); at++) {
            counters.add((knownBits >>> at & 1) == 0 ? 0 : values[at]);
        }
        known.add(knownBits);
        this.eventType.add(eventType);
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
