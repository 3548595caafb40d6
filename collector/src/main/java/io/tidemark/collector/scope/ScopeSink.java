package io.tidemark.collector.scope;

import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTables;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RecordTicks;
import io.tidemark.collector.RunEvidence;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * What the host half does for the scope channel alone: it closes the books, judges them and writes
 * the head of its table files. The thread that controls the session only.
 */
public final class ScopeSink implements ChannelSink {
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
        Path head = session.writeHead(ScopeChannel.CHANNEL, part -> ScopeTables.writeHead(part, header));
        return new ChannelResult(books, ChannelJudge.verdict(books, doubts), List.of(), Optional.of(head));
    }

    private ScopeHeader header(ChannelBooks books, boolean fatal) {
        MemorySegment memory = session.region().memory();
        long at = session.region().stream(ScopeChannel.CHANNEL, ScopeStream.SAMPLE.code())
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
        return IntStream.range(0, ScopeCapacities.RINGS)
                .mapToLong(value)
                .boxed()
                .toList();
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
