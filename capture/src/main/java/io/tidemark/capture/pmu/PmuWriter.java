package io.tidemark.capture.pmu;

import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.capture.json.TextSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes {@code pmu.csv} row by row. One thread; nothing but a buffer is kept. */
public final class PmuWriter implements Closeable {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = PmuChannel.FILE;

    private static final String ZEROS = "0000000000000000";

    private final TextSink sink;
    private final int counterCount;

    private PmuWriter(TextSink sink, int counterCount) {
        this.sink = sink;
        this.counterCount = counterCount;
    }

    /** Starts a file; names of counters must hold neither commas nor line ends. */
    public static PmuWriter create(Path file, List<String> counterNames) throws IOException {
        if (counterNames.size() > Long.SIZE) {
            throw new IllegalArgumentException("counterNames=" + counterNames.size());
        }
        for (String name : counterNames) {
            if (!name.matches("[A-Za-z0-9_.]+")) {
                throw new IllegalArgumentException("counterName=" + name);
            }
        }
        PmuWriter writer = new PmuWriter(TextSink.create(file), counterNames.size());
        writer.sink.ascii("thread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,");
        for (String name : counterNames) {
            writer.sink.ascii(name).ascii(",");
        }
        writer.sink.ascii("event_type\n");
        return writer;
    }

    public static void write(Path file, PmuTable table) throws IOException {
        long[] counters = new long[table.counterNames().size()];
        try (PmuWriter writer = create(file, table.counterNames())) {
            for (int row = 0; row < table.size(); row++) {
                long known = 0;
                for (int at = 0; at < counters.length; at++) {
                    counters[at] = table.counter(row, at);
                    known |= table.hasCounter(row, at) ? 1L << at : 0;
                }
                writer.row(
                        table.thread(row),
                        table.core(row),
                        table.taskId(row),
                        table.functionId(row),
                        table.coreType(row),
                        table.totalCycles(row),
                        counters,
                        known,
                        table.eventType(row));
            }
        }
    }

    /** One row that has every counter, one value per name in the same order. */
    public void row(
            int thread,
            int core,
            long taskId,
            int functionId,
            int coreType,
            long totalCycles,
            long[] counters,
            int eventType)
            throws IOException {
        row(thread, core, taskId, functionId, coreType, totalCycles, counters, -1, eventType);
    }

    /**
     * One row; {@code counters} has one value per name, in the same order. A counter whose bit is
     * not set in {@code knownBits} becomes an empty cell: a counter that was not measured is not 0.
     */
    public void row(
            int thread,
            int core,
            long taskId,
            int functionId,
            int coreType,
            long totalCycles,
            long[] counters,
            long knownBits,
            int eventType)
            throws IOException {
        sink.number(thread).ascii(",").number(core).ascii(",0x");
        String hex = Long.toHexString(taskId);
        sink.ascii(ZEROS.substring(hex.length())).ascii(hex).ascii(",");
        sink.number(functionId).ascii(",").number(coreType).ascii(",").unsigned(totalCycles);
        for (int at = 0; at < counterCount; at++) {
            sink.ascii(",");
            if ((knownBits >>> at & 1) != 0) {
                sink.unsigned(counters[at]);
            }
        }
        sink.ascii(",").number(eventType).ascii("\n");
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
