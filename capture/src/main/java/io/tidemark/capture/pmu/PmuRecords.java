package io.tidemark.capture.pmu;

import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.ArgumentCounter;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.abi.pmu.PmuStream;
import io.tidemark.capture.table.LaneRecords;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that the records of a run make, wherever these lie. The columns are those of the event
 * group, then what the platform knows without it. One thread.
 */
public final class PmuRecords {
    /** More than these no record holds. */
    static final int MOST_COUNTERS = PmuRecord.EVENT_COUNTERS + ArgumentCounter.values().length;

    private final int eventCounters;
    private final List<ArgumentCounter> others;
    private final long[] values;

    /**
     * @param names of the counters, as {@link #names} gives them
     */
    public PmuRecords(List<String> names) {
        others = Arrays.stream(ArgumentCounter.values())
                .filter(counter -> names.contains(counter.column()))
                .toList();
        eventCounters = Math.min(names.size() - others.size(), PmuRecord.EVENT_COUNTERS);
        values = new long[names.size()];
    }

    /** Takes a row, which is valid until the next one comes. */
    @FunctionalInterface
    public interface RowVisitor {
        void row(PmuRow row) throws IOException;
    }

    /** The names of the counters that a platform has for an event group. */
    public static List<String> names(PmuEvent event, Platform platform) {
        List<String> names = new ArrayList<>(event.counters(platform));
        for (ArgumentCounter counter : ArgumentCounter.values()) {
            names.add(counter.column());
        }
        return names;
    }

    /** The rows of one core, in the order in which they were recorded. */
    public void eachRow(LaneRecords records, int core, RowVisitor visitor) throws IOException {
        records.eachRecord(PmuStream.COUNTERS.code(), core, (bytes, at) -> visitor.row(row(bytes, at)));
    }

    private PmuRow row(MemorySegment bytes, long at) {
        long bits = PmuRecord.KNOWN.get(bytes, at);
        long known = bits & (1L << eventCounters) - 1;
        for (int counter = 0; counter < eventCounters; counter++) {
            values[counter] = PmuRecord.COUNTERS.get(bytes, at, counter);
        }
        int column = eventCounters;
        for (ArgumentCounter counter : others) {
            values[column] = counter.field().get(bytes, at);
            known |= (bits & counter.bit()) != 0 ? 1L << column : 0;
            column++;
        }
        return new PmuRow(
                PmuRecord.THREAD.get(bytes, at),
                PmuRecord.CORE.get(bytes, at),
                PmuRecord.TASK_ID.get(bytes, at),
                PmuRecord.FUNCTION_ID.get(bytes, at),
                PmuRecord.CORE_TYPE.get(bytes, at),
                PmuRecord.TOTAL_CYCLES.get(bytes, at),
                values,
                known,
                PmuRecord.EVENT.get(bytes, at));
    }
}
