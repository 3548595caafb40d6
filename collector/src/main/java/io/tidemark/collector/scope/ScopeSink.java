package io.tidemark.collector.scope;

import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeSample;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.RecordTicks;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * What the host half does for the scope channel alone: it closes the books, judges them and writes
 * {@code scope_stats/scope_stats.jsonl}. The thread that controls the session only.
 */
public final class ScopeSink implements ChannelSink {
    /** File and line of a scope whose opening call is not known, the root scope among them. */
    private static final String UNKNOWN_SITE = "(unknown):0";

    private final CollectorSession session;

    public ScopeSink(CollectorSession session) {
        this.session = session;
    }

    @Override
    public ChannelResult finish(RunEvidence evidence) throws IOException {
        boolean fatal = !evidence.ok(); // what the device latched counts too
        ChannelBooks books = session.reconcile(ScopeChannel.CHANNEL, evidence.endTick());
        List<String> doubts = new ArrayList<>();
        if (books.reserved() == 0 && !fatal) {
            doubts.add("sample: expected data, got none"); // every run opens its root scope
        }
        ScopeHeader header = header(books, fatal);
        Path file =
                ExportFile.write(
                        session,
                        ScopeWriter.DIRECTORY + "/" + ScopeWriter.FILE_NAME,
                        part -> write(part, header));
        return new ChannelResult(
                books, ChannelJudge.verdict(books, doubts), List.of(), Optional.of(file));
    }

    private ScopeHeader header(ChannelBooks books, boolean fatal) {
        MemorySegment memory = session.region().memory();
        long at =
                session.region().stream(ScopeChannel.CHANNEL, ScopeStream.SAMPLE.code())
                        .map(StreamPlace::extraAt)
                        .orElseThrow();
        long total = 0;
        long dropped = 0;
        for (var lane :
                books.stream(ScopeStream.SAMPLE.label()).map(s -> s.lanes()).orElse(List.of())) {
            total += lane.reserved();
            dropped += lane.dropped();
        }
        return new ScopeHeader(
                ScopeWriter.VERSION,
                fatal || ScopeCapacities.FATAL.getAcquire(memory, at) != 0,
                dropped,
                total,
                byRing(ring -> ScopeCapacities.TASK_WINDOW.get(memory, at, ring)),
                byRing(ring -> ScopeCapacities.HEAP_BYTES.get(memory, at, ring)),
                byRing(ring -> ScopeCapacities.DEP_POOL.get(memory, at, ring)),
                ScopeCapacities.TENSOR_MAP.get(memory, at));
    }

    private static List<Long> byRing(IntToLongFunction value) {
        return IntStream.range(0, ScopeCapacities.RINGS).mapToLong(value).boxed().toList();
    }

    private void write(Path part, ScopeHeader header) throws IOException {
        try (SpoolReader spool = session.reader(ScopeChannel.CHANNEL);
                ScopeWriter writer = ScopeWriter.create(part, header)) {
            Map<Long, String> sites = sites(spool);
            spool.eachRecord(
                    ScopeStream.SAMPLE.code(),
                    0,
                    (bytes, at) -> writer.sample(sample(bytes, at, sites)));
        }
    }

    private static Map<Long, String> sites(SpoolReader spool) throws IOException {
        Map<Long, String> sites = new HashMap<>();
        spool.eachRecord(
                ScopeStream.SITE.code(),
                0,
                (bytes, at) -> {
                    int length =
                            Math.min(
                                    ScopeSiteRecord.FILE_BYTES.get(bytes, at),
                                    ScopeSiteRecord.MAX_FILE_BYTES);
                    String file =
                            new String(
                                    ScopeSiteRecord.FILE.getBytes(bytes, at),
                                    0,
                                    length,
                                    StandardCharsets.UTF_8);
                    sites.put(
                            ScopeSiteRecord.SITE.get(bytes, at),
                            file + ":" + ScopeSiteRecord.LINE.get(bytes, at));
                });
        return sites;
    }

    private static ScopeSample sample(MemorySegment bytes, long at, Map<Long, String> sites) {
        return new ScopeSample(
                sites.getOrDefault(ScopeRecord.SITE.get(bytes, at), UNKNOWN_SITE),
                ScopeRecord.PHASE.get(bytes, at) == ScopePhase.BEGIN.code(),
                ScopeRecord.DEPTH.get(bytes, at),
                ScopeRecord.RING.get(bytes, at),
                ScopeRecord.TASK_START.get(bytes, at),
                ScopeRecord.TASK_END.get(bytes, at),
                ScopeRecord.HEAP_START.get(bytes, at),
                ScopeRecord.HEAP_END.get(bytes, at),
                ScopeRecord.DEP_POOL_START.get(bytes, at),
                ScopeRecord.DEP_POOL_END.get(bytes, at),
                ScopeRecord.TENSOR_MAP.get(bytes, at));
    }

    /** Where the stamps of scope samples lie; a site has none. Any thread. */
    private static final class ScopeTicks implements RecordTicks {
        @Override
        public long beginTick(int kind, MemorySegment records, long at) {
            return kind == ScopeStream.SAMPLE.code() ? ScopeRecord.TICK.get(records, at) : 0;
        }

        @Override
        public long endTick(int kind, MemorySegment records, long at) {
            return beginTick(kind, records, at);
        }
    }
}
