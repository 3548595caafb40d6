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
        try (PmuWriter writer = create(file, table.counterNames())) {
            for (int row = 0; row < table.size(); row++) {
                writer.row(table.row(row));
            }
        }
    }

    /** A counter that was not measured becomes an empty cell. */
    public void row(PmuRow row) throws IOException {
        sink.number(row.thread()).ascii(",").number(row.core()).ascii(",0x");
        String hex = Long.toHexString(row.taskId());
        sink.ascii(ZEROS.substring(hex.length())).ascii(hex).ascii(",");
        sink.number(row.functionId()).ascii(",").number(row.coreType()).ascii(",");
        sink.unsigned(row.totalCycles());
        for (int at = 0; at < counterCount; at++) {
            sink.ascii(",");
            if ((row.knownBits() >>> at & 1) != 0) {
                sink.unsigned(row.counters()[at]);
            }
        }
        sink.ascii(",").number(row.eventType()).ascii("\n");
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
