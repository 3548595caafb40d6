package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentKind;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The arguments in the table file of a run that has not written its own manifest yet, lane by lane.
 * Their payloads are not looked at: there is no payload file, so no entry has a place in it.
 * Stateless.
 */
final class ArgsSpool {
    private ArgsSpool() {}

    static Optional<ArgsManifest> read(Path file, ReadContext context) {
        ArgsManifest manifest = new ArgsManifest(null);
        try (TableFile described = TableFile.open(file);
                TableSet records =
                        TableSet.open(file.getParent(), ArgsChannel.CHANNEL, damage -> context.damage("", damage))) {
            for (int lane : described.lanes()) {
                records.eachRecord(ArgsStream.ARGUMENT.code(), lane, (bytes, at) -> add(manifest, bytes, at));
            }
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
        }
        manifest.setHeader(new ArgsHeader(
                ArgsHeader.Form.T3, ArgsWriter.DIRECTORY, -1, manifest.size(), -1, -1, -1, -1, -1, -1, -1, -1, null));
        return Optional.of(manifest);
    }

    private static void add(ArgsManifest manifest, MemorySegment bytes, long at) {
        if (ArgumentRecord.KIND.get(bytes, at) != ArgumentKind.TEST_PATTERN.code()) {
            int marks = RecordDecoder.isDamaged(bytes, at) ? RecordDecoder.DAMAGED : 0;
            manifest.add(RecordDecoder.entry(bytes, at, ArgsManifest.NO_PAYLOAD_FILE, marks));
        }
    }
}
