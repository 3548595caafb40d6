package io.tidemark.collector.pmu;

import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.abi.pmu.PmuStream;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.pmu.PmuRecords;
import io.tidemark.capture.pmu.PmuWriter;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.RecordTicks;
import io.tidemark.collector.RunEvidence;
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
 * group, then what the platform knows without it; a counter that was not read is an empty cell.
 */
public final class PmuSink implements ChannelSink {
    private final CollectorSession session;

    public PmuSink(CollectorSession session) {
        this.session = session;
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        ChannelBooks books = session.reconcile(PmuChannel.CHANNEL, evidence.endTick());
        String label = PmuStream.COUNTERS.label();
        long subtasks = evidence.subtasks();
        List<String> doubts = new ArrayList<>();
        if (subtasks >= 0 && books.reserved() != subtasks) {
            doubts.add("%s: the run counted %d subtasks, the lanes reserved %d"
                    .formatted(label, subtasks, books.reserved()));
        }
        RegionSettings settings = session.region().settings();
        Optional<Path> file = books.present() == 0
                ? Optional.empty()
                : Optional.of(ExportFile.write(session, PmuWriter.FILE_NAME, part -> write(part, settings)));
        ClockDomain clock = new ClockDomain("pmu." + label, "device_syscnt_cycles", settings.clockHz(), 0);
        return new ChannelResult(books, ChannelJudge.verdict(books, doubts), List.of(clock), file);
    }

    private void write(Path part, RegionSettings settings) throws IOException {
        PmuEvent event = PmuEvent.ofCode(settings.pmuEvent()).orElse(PmuEvent.DEFAULT);
        PmuRecords rows = new PmuRecords(event, settings.platform());
        int cores = session.region().stream(PmuChannel.CHANNEL, PmuStream.COUNTERS.code())
                .map(StreamPlace::lanes)
                .orElse(0);
        try (SpoolReader spool = session.reader(PmuChannel.CHANNEL);
                PmuWriter writer = PmuWriter.create(part, rows.names())) {
            for (int core = 0; core < cores; core++) {
                rows.eachRow(spool, core, writer::row);
            }
        }
    }

    /** Where the stamps of counter records lie. Any thread. */
    private static final class PmuTicks implements RecordTicks {
        @Override
        public long beginTick(int kind, MemorySegment records, long at) {
            return PmuRecord.START_TICK.get(records, at);
        }

        @Override
        public long endTick(int kind, MemorySegment records, long at) {
            return PmuRecord.START_TICK.get(records, at) + PmuRecord.TOTAL_CYCLES.get(records, at);
        }
    }
}
