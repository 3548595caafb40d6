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
    private final IntColumn eventType = new IntColumn();

    public PmuTable(List<String> counterNames) {
        this.counterNames = List.copyOf(counterNames);
    }

    /** Adds a row; {@code values} has one entry per counter name. */
    public void add(
            int thread,
            int core,
            long taskId,
            int functionId,
            int coreType,
            long totalCycles,
            long[] values,
            int eventType) {
        this.thread.add(thread);
        this.core.add(core);
        this.taskId.add(taskId);
        this.functionId.add(functionId);
        this.coreType.add(coreType);
        this.totalCycles.add(totalCycles);
        for (int at = 0; at < counterNames.size(); at++) {
            counters.add(values[at]);
        }
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

    public long counter(int row, int counter) {
        return counters.get(row * counterNames.size() + counter);
    }

    public int eventType(int row) {
        return eventType.get(row);
    }
}
