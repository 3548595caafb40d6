package io.tidemark.collector.pmu;

import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.abi.pmu.PmuStream;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.pmu.PmuTables;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RecordTicks;
import io.tidemark.collector.RunEvidence;
import io.tidemark.memory.region.RegionSettings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host half does for the pmu channel alone: it closes the books, judges them and names the
 * counters. The thread that controls the session only. The counters are those of the event group,
 * then what the platform knows without it.
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
                : Optional.of(session.writeHead(
                        PmuChannel.CHANNEL, part -> PmuTables.writeHead(part, PmuPools.counters(settings))));
        ClockDomain clock = new ClockDomain("pmu." + label, "device_syscnt_cycles", settings.clockHz(), 0);
        return new ChannelResult(books, ChannelJudge.verdict(books, doubts), List.of(clock), file);
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
