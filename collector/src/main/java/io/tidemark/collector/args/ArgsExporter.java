package io.tidemark.collector.args;

import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.args.ArgsHead;
import io.tidemark.capture.args.RecordDecoder;
import io.tidemark.collector.spool.PayloadSpool;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the payloads of a dump against their records and writes them into one file. One thread:
 * {@link #scan}, {@link #writePayloads}. Records and payloads stay in mapped files.
 */
final class ArgsExporter {
    private static final String OWNER = "args-export";

    /** Bytes of one lane that go to the payload file in one piece. */
    private record Run(int lane, long from, long bytes) {}

    private final SpoolReader spool;
    private final List<PayloadSpool> payloads;
    private final int level;
    private final BitSet overwritten = new BitSet();
    private final BitSet mismatched = new BitSet();
    private final List<Run> runs = new ArrayList<>();
    private final Map<ArgRemark, Long> remarks = new EnumMap<>(ArgRemark.class);
    private int records;
    private long entries;
    private long truncated;
    private long binBytes;
    private int brokenPatterns;

    ArgsExporter(SpoolReader spool, List<PayloadSpool> payloads, int level) {
        this.spool = spool;
        this.payloads = payloads;
        this.level = level;
    }

    /** Looks at every record and holds its payload against its digest. */
    void scan() throws IOException {
        for (int lane = 0; lane < payloads.size(); lane++) {
            try (OwnedArena arena = OffHeap.confined(OWNER)) {
                scan(lane, PayloadLane.open(lane, payloads.get(lane), arena));
            }
        }
    }

    private void scan(int lane, PayloadLane payload) throws IOException {
        boolean[] patternSeen = {false};
        long entriesBefore = entries;
        spool.eachRecord(ArgsStream.ARGUMENT.code(), lane, (records, at) -> {
            int record = this.records++;
            if (ArgumentRecord.KIND.get(records, at) != ArgumentKind.TEST_PATTERN.code()) {
                add(record, lane, payload, records, at);
            } else if (!patternSeen[0]) {
                patternSeen[0] = payload.take(records, at) && payload.isTestPattern(records, at);
            }
        });
        if (entries > entriesBefore && !patternSeen[0]) {
            brokenPatterns++;
        }
    }

    private void add(int record, int lane, PayloadLane payload, MemorySegment records, long at) {
        int marks = RecordDecoder.isDamaged(records, at) ? RecordDecoder.DAMAGED : 0;
        long bytes = ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        if (bytes != 0 && !payload.take(records, at)) {
            overwritten.set(record);
        } else if (bytes != 0) {
            append(lane, ArgumentRecord.PAYLOAD_AT.get(records, at), bytes);
            if (!payload.isGenuine(records, at)) {
                mismatched.set(record);
                marks |= RecordDecoder.MISMATCH;
            }
        }
        entries++;
        truncated += RecordDecoder.has(records, at, ArgumentFlags.TRUNCATED) ? 1 : 0;
        for (ArgRemark remark : RecordDecoder.remarks(records, at, marks)) {
            remarks.merge(remark, 1L, Long::sum);
        }
    }

    private void append(int lane, long from, long bytes) {
        binBytes += bytes;
        if (!runs.isEmpty()) {
            Run last = runs.getLast();
            if (last.lane == lane && last.from + last.bytes == from) {
                runs.set(runs.size() - 1, new Run(lane, last.from, last.bytes + bytes));
                return;
            }
        }
        runs.add(new Run(lane, from, bytes));
    }

    /** True if there is a payload file: at level 3 only with at least one byte. */
    boolean hasPayloadFile() {
        return binBytes > 0 || level != 3;
    }

    void writePayloads(Path file) throws IOException {
        try (FileChannel target = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (Run run : runs) {
                copy(run, target);
            }
        }
    }

    private void copy(Run run, FileChannel target) throws IOException {
        try (FileChannel source = FileChannel.open(payloads.get(run.lane).path(), StandardOpenOption.READ)) {
            long done = 0;
            while (done < run.bytes) {
                long moved = source.transferTo(run.from + done, run.bytes - done, target);
                if (moved <= 0) {
                    throw new IOException("payload file of lane " + run.lane + " ends at " + (run.from + done));
                }
                done += moved;
            }
        }
    }

    /**
     * What the table file does not say of its records.
     *
     * @param dropped records that the device could not store
     */
    ArgsHead head(long dropped) {
        return new ArgsHead(level, dropped, hasPayloadFile(), overwritten, mismatched);
    }

    ArgsSummary summary() {
        return new ArgsSummary(
                entries,
                binBytes,
                remarks.getOrDefault(ArgRemark.DIGEST_MISMATCH, 0L),
                remarks.getOrDefault(ArgRemark.CHANGED, 0L),
                truncated,
                overwritten.cardinality(),
                remarks.getOrDefault(ArgRemark.DAMAGED, 0L),
                brokenPatterns);
    }
}
