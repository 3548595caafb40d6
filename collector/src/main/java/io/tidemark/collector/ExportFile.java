package io.tidemark.collector;

import io.tidemark.capture.WriteFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes an artifact under another name and gives it its own only when it is whole. For the thread
 * that controls the session. When the disk is full the unfinished file is removed, region and spool
 * stay, and the failure says how to finish.
 */
public final class ExportFile {
    /** Writes the artifact to a path that nothing reads yet. */
    @FunctionalInterface
    public interface Content {
        void write(Path part) throws IOException;
    }

    private ExportFile() {}

    /** The finished file, {@code path} below the capture directory. */
    public static Path write(CollectorSession session, String path, Content content)
            throws IOException {
        Path file = session.captureDirectory().resolve(path);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.createDirectories(file.getParent());
            content.write(part);
            return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            IOException named = WriteFailure.of(file, part, e);
            Files.deleteIfExists(part); // half an export must not be taken for a whole one
            throw session.unfinished(named);
        }
    }
}
