package io.tidemark.collector.args;

import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.args.ArgsWriter;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Streams spooled records and payloads into the two files of a dump. One thread: {@link #scan},
 * {@link #writePayloads}, {@link #writeManifest}. Records and payloads stay in mapped files; the
 * heap holds 21 bytes a record.
 */
final class ArgsExporter {
    private static final String OWNER = "args-export";

    /** Bytes of one lane that go to the payload file in one piece. */
    private record Run(int lane, long from, long bytes) {}

    private final SpoolReader spool;
    private final List<PayloadSpool> payloads;
    private final int level;
    private final ArgsRows rows = new ArgsRows();
    private final List<Run> runs = new ArrayList<>();
    private final Map<ArgRemark, Long> remarks = new EnumMap<>(ArgRemark.class);
    private final long[] byRole = new long[ArgumentRole.values().length];
    private long before;
    private long truncated;
    private long overwritten;
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
        int rowsBefore = rows.size();
        spool.eachRecord(ArgsStream.ARGUMENT.code(), lane, (records, at) -> {
            boolean isPattern = ArgumentRecord.KIND.get(records, at) == ArgumentKind.TEST_PATTERN.code();
            if (isPattern && !patternSeen[0]) {
                patternSeen[0] = payload.take(records, at) && payload.isTestPattern(records, at);
            } else {
                add(lane, payload, records, at);
            }
        });
        if (rows.size() > rowsBefore && !patternSeen[0]) {
            brokenPatterns++;
        }
    }

    private void add(int lane, PayloadLane payload, MemorySegment records, long at) {
        int marks = RecordDecoder.isDamaged(records, at) ? RecordDecoder.DAMAGED : 0;
        long binAt = 0;
        long bytes = ArgumentRecord.PAYLOAD_BYTES.get(records, at);
        if (bytes != 0) {
            if (!payload.take(records, at)) {
                marks |= RecordDecoder.OVERWRITTEN;
            } else {
                marks |= payload.isGenuine(records, at) ? 0 : RecordDecoder.MISMATCH;
                binAt = binBytes;
                append(lane, ArgumentRecord.PAYLOAD_AT.get(records, at), bytes);
            }
        }
        rows.add(at, binAt, marks);
        count(records, at, rows.size() - 1);
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

    private void count(MemorySegment records, long at, int row) {
        int stage = ArgumentRecord.STAGE.get(records, at);
        before += stage == ArgumentStage.BEFORE_DISPATCH.code() ? 1 : 0;
        byRole[ArgumentRole.ofCode(ArgumentRecord.ROLE.get(records, at)).ordinal()]++;
        truncated += RecordDecoder.has(records, at, ArgumentFlags.TRUNCATED) ? 1 : 0;
        overwritten += (rows.marks(row) & RecordDecoder.OVERWRITTEN) != 0 ? 1 : 0;
        for (ArgRemark remark : RecordDecoder.remarks(records, at, rows.marks(row))) {
            remarks.merge(remark, 1L, Long::sum);
        }
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
     * @param droppedRecords what the device counted as dropped
     */
    void writeManifest(Path file, long droppedRecords) throws IOException {
        ArgsHeader header = new ArgsHeader(
                ArgsHeader.Form.T3,
                ArgsWriter.DIRECTORY,
                level,
                rows.size(),
                before,
                rows.size() - before,
                byRole[ArgumentRole.INPUT.ordinal()],
                byRole[ArgumentRole.OUTPUT.ordinal()],
                byRole[ArgumentRole.INOUT.ordinal()],
                truncated,
                droppedRecords,
                overwritten,
                hasPayloadFile() ? ArgsWriter.PAYLOAD_NAME : null);
        MemorySegment records = spool.bytes(ArgsStream.ARGUMENT.code());
        try (ArgsWriter writer = ArgsWriter.create(file, header, remarks)) {
            for (int row : rows.manifestOrder(records)) {
                long at = rows.recordAt(row);
                writer.entry(RecordDecoder.entry(records, at, rows.payloadAt(row), rows.marks(row)));
            }
        }
    }

    ArgsSummary summary() {
        return new ArgsSummary(
                rows.size(),
                binBytes,
                remarks.getOrDefault(ArgRemark.DIGEST_MISMATCH, 0L),
                remarks.getOrDefault(ArgRemark.CHANGED, 0L),
                truncated,
                overwritten,
                remarks.getOrDefault(ArgRemark.DAMAGED, 0L),
                brokenPatterns);
    }
}
