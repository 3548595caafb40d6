package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentFlags;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A dump in its table file: the records of all lanes by task, stage, argument and role. One use, one
 * thread.
 */
final class ArgsTables {
    private final ArgsHead head;
    private final ArgsRows rows = new ArgsRows();
    private final long[] byRole = new long[ArgumentRole.values().length];
    private int records;
    private long payloadBytes;
    private long before;
    private long truncated;

    private ArgsTables(ArgsHead head) {
        this.head = head;
    }

    /** The dump whose head this is; empty, with a finding, when it cannot be read. */
    static Optional<ArgsManifest> read(Path file, Findings findings) {
        Optional<ArgsHead> head = ArgsHead.read(file, findings);
        if (head.isEmpty()) {
            return Optional.empty();
        }
        String label = JsonDocument.label(file);
        try (TableSet tables =
                TableSet.open(file.getParent(), ArgsChannel.CHANNEL, damage -> findings.damage(label, "", damage))) {
            ArgsTables dump = new ArgsTables(head.get());
            for (int lane : tables.lanes(ArgsStream.ARGUMENT.code())) {
                tables.eachRecord(ArgsStream.ARGUMENT.code(), lane, dump::take);
            }
            return Optional.of(dump.manifest(tables.bytes(ArgsStream.ARGUMENT.code())));
        } catch (IOException unreadable) {
            findings.damage(label, "", unreadable.getMessage());
            return Optional.empty();
        }
    }

    private void take(MemorySegment bytes, long at) {
        int record = records++;
        if (ArgumentRecord.KIND.get(bytes, at) == ArgumentKind.TEST_PATTERN.code()) {
            return;
        }
        boolean isGone = head.overwritten().get(record);
        int marks = RecordDecoder.isDamaged(bytes, at) ? RecordDecoder.DAMAGED : 0;
        marks |= isGone ? RecordDecoder.OVERWRITTEN : 0;
        marks |= head.mismatched().get(record) ? RecordDecoder.MISMATCH : 0;
        rows.add(at, head.hasPayloads() ? payloadBytes : ArgsManifest.NO_PAYLOAD_FILE, marks);
        payloadBytes += isGone ? 0 : ArgumentRecord.PAYLOAD_BYTES.get(bytes, at);
        before += ArgumentRecord.STAGE.get(bytes, at) == ArgumentStage.BEFORE_DISPATCH.code() ? 1 : 0;
        byRole[ArgumentRole.ofCode(ArgumentRecord.ROLE.get(bytes, at)).ordinal()]++;
        truncated += RecordDecoder.has(bytes, at, ArgumentFlags.TRUNCATED) ? 1 : 0;
    }

    private ArgsManifest manifest(MemorySegment bytes) {
        ArgsManifest manifest = new ArgsManifest(new ArgsHeader(
                ArgsHeader.Form.T3,
                ArgsWriter.DIRECTORY,
                head.level(),
                rows.size(),
                before,
                rows.size() - before,
                byRole[ArgumentRole.INPUT.ordinal()],
                byRole[ArgumentRole.OUTPUT.ordinal()],
                byRole[ArgumentRole.INOUT.ordinal()],
                truncated,
                head.dropped(),
                head.overwritten().cardinality(),
                head.hasPayloads() ? ArgsWriter.PAYLOAD_NAME : null));
        for (int row : rows.manifestOrder(bytes)) {
            manifest.add(RecordDecoder.entry(bytes, rows.recordAt(row), rows.payloadAt(row), rows.marks(row)));
        }
        return manifest;
    }
}
