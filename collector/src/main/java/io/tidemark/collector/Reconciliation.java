package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.DropCause;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.Transport;
import io.tidemark.memory.region.CommittedBuffers;
import io.tidemark.memory.region.CommittedBuffers.CommittedBuffer;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.LaneCounters;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Closes the books of one channel after its device half is at rest or dead. It takes over every committed record that
 * is not in the spool, each exactly once. Then it compares the number of records that the lanes reserved with what
 * became of them. One thread, the only one that touches the spool. Run twice it finds the same.
 */
public final class Reconciliation {
    private static final I64 WORD = new I64(0);
    private static final int COPY_ATTEMPTS = 16;
    private static final long MOST_TORN = 1; // a lane has one writer, so one record can be under way

    private final Channel channel;
    private final Transport transport;
    private final SpoolWriter spool;
    private final List<StreamPlace> streams;
    private final IntFunction<String> labels;
    private final Map<Damage, Long> damage = new EnumMap<>(Damage.class);
    private final List<String> contradictions = new ArrayList<>();

    /**
     * @param labels the name of each buffer kind
     * @param damageSoFar what the collector met
     */
    public Reconciliation(
            DeviceRegion region,
            Channel channel,
            Transport transport,
            SpoolWriter spool,
            IntFunction<String> labels,
            Map<Damage, Long> damageSoFar) {
        this.channel = channel;
        this.transport = transport;
        this.spool = spool;
        this.labels = labels;
        damage.putAll(damageSoFar);
        streams = region.streams().stream()
                .filter(stream -> stream.channelCode() == channel.code())
                .toList();
    }

    /**
     * @param ticks where the stamps of a record lie
     * @param endTick when the run ended, 0 if it is not known
     * @throws IOException if the region cannot be read or the spool cannot be written; both stay as
     *     they are
     */
    public ChannelBooks run(RecordTicks ticks, long endTick) throws IOException {
        refreshWhole();
        for (StreamPlace stream : streams) {
            recover(stream);
        }
        List<ChannelLedger> ledgers = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        try (SpoolReader reader = new SpoolReader(spool)) {
            GapFinder finder = new GapFinder(reader, ticks, channel.word(), endTick);
            for (StreamPlace stream : streams) {
                String label = labels.apply(stream.kind());
                ChannelLedger ledger = ledger(stream, label);
                ledgers.add(ledger);
                for (LaneLedger lane : ledger.lanes()) {
                    if (lane.dropped() + lane.torn() > 0) {
                        gaps.addAll(finder.gaps(stream, label, lane));
                    }
                }
            }
        }
        return new ChannelBooks(channel, ledgers, gaps, spool.index().freezes(), damage, contradictions);
    }

    private void refreshWhole() throws IOException {
        for (int attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
            if (transport.refresh(0, transport.view().byteSize())) {
                return;
            }
        }
        throw new IOException(
                "the device's memory could not be read after " + COPY_ATTEMPTS + " attempts; the region stays");
    }

    private void recover(StreamPlace stream) throws IOException {
        MemorySegment view = transport.view();
        CommittedBuffers scan = CommittedBuffers.scan(view, stream);
        ChannelStream declared = channel.streams().stream()
                .filter(known -> known.code() == stream.kind())
                .findFirst()
                .orElseThrow();
        if (scan.strayBuffers() > 0) {
            contradictions.add(
                    "%s: %d buffers in the region have records of lanes that say they have none: it lost a page"
                            .formatted(labels.apply(stream.kind()), scan.strayBuffers()));
        }
        if (scan.damagedBuffers() > 0) {
            damage.merge(Damage.BUFFER_HEADER, scan.damagedBuffers(), Long::sum);
        }
        for (int lane = 0; lane < stream.lanes(); lane++) {
            long told = LaneTail.FREE_QUEUE_DAMAGE.get(view, stream.laneTailAt(lane));
            if (told > 0) {
                damage.merge(Damage.FREE_QUEUE, Math.min(told, Integer.MAX_VALUE), Long::sum);
            }
        }
        for (CommittedBuffer buffer : scan.unspooled()) {
            if (spool.index().contains(stream.kind(), buffer.lane(), buffer.sequence())) {
                continue; // spooled behind one that was not
            }
            long empty = emptyRecords(view, stream, declared, buffer);
            if (empty > 0) {
                contradictions.add("%s lane %d: %d records in the region are all zeros, which none is: it lost a page"
                        .formatted(labels.apply(stream.kind()), buffer.lane(), empty));
            }
            spool.append(
                    stream.kind(),
                    buffer.lane(),
                    buffer.sequence(),
                    buffer.records(),
                    BufferHeader.DROPPED_BEFORE.get(view, buffer.bufferAt()),
                    buffer.firstPosition(),
                    true,
                    view,
                    StreamPlace.recordsAt(buffer.bufferAt()));
        }
    }

    /** Counts what a lost page leaves: records of zeros where there cannot be one. */
    private static long emptyRecords(
            MemorySegment view, StreamPlace stream, ChannelStream declared, CommittedBuffer buffer) {
        long empty = 0;
        for (int record = 0; record < buffer.records(); record++) {
            long at = stream.recordAt(buffer.bufferAt(), record);
            long end = at + stream.recordBytes();
            while (at < end && WORD.get(view, at) == 0) {
                at += Long.BYTES;
            }
            empty += at == end && !declared.mayBeZero(buffer.firstPosition() + record) ? 1 : 0;
        }
        return empty;
    }

    private ChannelLedger ledger(StreamPlace stream, String label) {
        List<LaneLedger> lanes = new ArrayList<>();
        for (int lane = 0; lane < stream.lanes(); lane++) {
            LaneLedger books = lane(stream, lane);
            if (books.reserved() == 0 && books.delivered() + books.recovered() == 0) {
                continue; // lanes are strided by the maximum; most of a small run's are never used
            }
            lanes.add(books);
            check(stream, label, books);
        }
        return new ChannelLedger(channel.word(), label, lanes);
    }

    private LaneLedger lane(StreamPlace stream, int lane) {
        LaneCounters said = LaneCounters.read(transport.view(), stream, lane);
        Map<String, Long> causes = new LinkedHashMap<>();
        putIfSome(causes, DropCause.NO_BUFFER, said.droppedNoBuffer());
        putIfSome(causes, DropCause.QUEUE_FULL, said.droppedQueueFull());
        putIfSome(causes, DropCause.NO_SPACE, said.droppedNoSpace());
        putIfSome(causes, DropCause.REFUSED, said.droppedRefused());
        return new LaneLedger(
                lane,
                said.reserved(),
                spool.index().records(stream.kind(), lane, false),
                spool.index().records(stream.kind(), lane, true),
                causes,
                Math.clamp(said.torn(), 0, MOST_TORN)); // more than that is no tearing
    }

    private static void putIfSome(Map<String, Long> causes, DropCause cause, long count) {
        if (count != 0) {
            causes.put(cause.word(), count);
        }
    }

    private void check(StreamPlace stream, String label, LaneLedger books) {
        String name = label + " lane " + books.lane();
        if (books.unaccounted() != 0) {
            contradictions.add("%s: %d of %d reserved records are unaccounted for"
                    .formatted(name, books.unaccounted(), books.reserved()));
        }
        long position = 0;
        for (StoredChunk chunk : spool.index().chunks(stream.kind(), books.lane())) {
            if (chunk.firstPosition() != position) {
                contradictions.add(
                        "%s: record %d follows record %d".formatted(name, chunk.firstPosition(), position - 1));
            }
            position = chunk.firstPosition() + chunk.records();
        }
    }
}
