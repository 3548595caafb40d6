package io.tidemark.analysis.args;

import io.tidemark.capture.args.ArgsManifest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The bytes beside a manifest, mapped, not read: a dump larger than memory costs only the pages
 * that are looked at. Owns its mapping until closed; segments handed out die with it. Any thread
 * may read.
 */
public final class PayloadFile implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment bytes;

    private PayloadFile(Optional<Path> path) throws IOException {
        try {
            bytes = path.isEmpty() ? MemorySegment.NULL : map(path.get());
        } catch (IOException failure) {
            arena.close();
            throw failure;
        }
    }

    /** Opens the file; without one every payload counts as gone. */
    public static PayloadFile open(Optional<Path> path) throws IOException {
        return new PayloadFile(path);
    }

    private MemorySegment map(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    public long sizeBytes() {
        return bytes.byteSize();
    }

    public Presence presence(ArgsManifest manifest, int row) {
        if (manifest.isOverwritten(row)) {
            return Presence.OVERWRITTEN;
        }
        long size = manifest.payloadBytes(row);
        long offset = manifest.payloadOffset(row);
        if (size <= 0) {
            return Presence.NONE;
        }
        if (offset < 0 || offset >= bytes.byteSize()) {
            return Presence.GONE;
        }
        return size <= bytes.byteSize() - offset ? Presence.WHOLE : Presence.CUT;
    }

    /** The bytes of an entry that are there: all, the first part, or none. */
    public MemorySegment bytes(ArgsManifest manifest, int row) {
        return switch (presence(manifest, row)) {
            case WHOLE -> bytes.asSlice(manifest.payloadOffset(row), manifest.payloadBytes(row));
            case CUT -> bytes.asSlice(manifest.payloadOffset(row));
            default -> MemorySegment.NULL;
        };
    }

    @Override
    public void close() {
        arena.close();
    }
}
