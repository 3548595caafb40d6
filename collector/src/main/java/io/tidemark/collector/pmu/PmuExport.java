package io.tidemark.collector.pmu;

import io.tidemark.abi.Channel;
import io.tidemark.abi.pmu.ArgumentCounter;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.pmu.PmuWriter;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the pmu channel alone: it closes the books, judges them and writes
 * {@code pmu.csv}. The thread that controls the session only. The columns are those of the event
 * group, then what the platform knows without it; a counter that nobody has read is an empty cell.
 */
public final class PmuExport {
    private static final String LABEL = "counters";

    private final CollectorSession session;

    public PmuExport(CollectorSession session) {
        this.session = session;
    }

    /**
     * Closes the books and exports; after {@link CollectorSession#stop}, or on a session that was
     * resumed.
     *
     * @param subtasks kernel runs on cores that the run counted, -1 if nobody knows
     * @param endTick when the run ended, 0 if nobody knows
     */
    public ChannelResult finish(long subtasks, long endTick) throws IOException {
        ChannelBooks books = session.reconcile(Channel.PMU, kind -> LABEL, new PmuTicks(), endTick);
        List<String> doubts = new ArrayList<>();
        if (subtasks >= 0 && books.reserved() != subtasks) {
            doubts.add(
                    "%s: the run counted %d subtasks, the lanes reserved %d"
                            .formatted(LABEL, subtasks, books.reserved()));
        }
        RegionSettings settings = session.region().settings();
        Optional<Path> file =
                books.present() == 0
                        ? Optional.empty()
                        : Optional.of(
                                ExportFile.write(
                                        session,
                                        PmuWriter.FILE_NAME,
                                        part -> write(part, settings)));
        ClockDomain clock =
                new ClockDomain("pmu." + LABEL, "device_syscnt_cycles", settings.clockHz(), 0);
        return new ChannelResult(books, ChannelJudge.verdict(books, doubts), List.of(clock), file);
    }

    private void write(Path part, RegionSettings settings) throws IOException {
        PmuEvent event = PmuEvent.ofCode(settings.pmuEvent()).orElse(PmuEvent.DEFAULT);
        List<String> names = new ArrayList<>(event.counters(settings.platform()));
        int eventCounters = names.size();
        for (ArgumentCounter counter : ArgumentCounter.values()) {
            names.add(counter.column());
        }
        int cores = session.region().stream(Channel.PMU, 0).map(StreamPlace::lanes).orElse(0);
        try (SpoolReader spool = session.reader(Channel.PMU);
                PmuWriter writer = PmuWriter.create(part, names)) {
            long[] values = new long[names.size()];
            for (int core = 0; core < cores; core++) {
                spool.eachRecord(
                        0, core, (bytes, at) -> row(bytes, at, writer, values, eventCounters));
            }
        }
    }

    private static void row(
            MemorySegment bytes, long at, PmuWriter writer, long[] values, int eventCounters)
            throws IOException {
        long bits = PmuRecord.KNOWN.get(bytes, at);
        long known = bits & (1L << eventCounters) - 1;
        for (int counter = 0; counter < eventCounters; counter++) {
            values[counter] = PmuRecord.COUNTERS.get(bytes, at, counter);
        }
        int column = eventCounters;
        for (ArgumentCounter counter : ArgumentCounter.values()) {
            values[column] = counter.field().get(bytes, at);
            known |= (bits & counter.bit()) != 0 ? 1L << column : 0;
            column++;
        }
        writer.row(
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
