package io.tidemark.analysis.convert;

import io.tidemark.capture.WriteFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears under its name only when it is whole. Bytes go to a sibling with a name of
 * its own; {@link #commit} renames it, closing without commit removes it. One thread.
 */
public final class AtomicFile implements AutoCloseable {
    private final Path target;
    private final Path temporary;
    private final OutputStream stream;
    private boolean committed;

    public AtomicFile(Path target) throws IOException {
        this.target = target;
        Path directory = target.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        temporary =
                directory.resolve(
                        "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        stream =
                Files.newOutputStream(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
    }

    /** Unbuffered; write large chunks. */
    public OutputStream stream() {
        return stream;
    }

    public void commit() throws IOException {
        stream.close();
        try {
            Files.move(
                    temporary,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException unsupported) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
        committed = true;
    }

    /** Names the file in a failure to write it; before closing. */
    public IOException failure(IOException cause) {
        return WriteFailure.of(target, temporary, cause);
    }

    @Override
    public void close() throws IOException {
        if (!committed) {
            stream.close();
            Files.deleteIfExists(temporary);
        }
    }
}
