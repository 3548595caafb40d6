package io.tidemark.collector;

import io.tidemark.capture.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes an artifact under another name and gives it its own only when it is whole. For the thread
 * that controls the session. When the disk is full the unfinished file is removed, region and spool
 * stay, and the failure says how to finish.
 */
public final class ExportFile {
    private ExportFile() {}

    /** The finished file, {@code path} below the capture directory. */
    public static Path write(CollectorSession session, String path, AtomicFile.Content content) throws IOException {
        Path file = session.captureDirectory().resolve(path);
        try {
            Files.createDirectories(file.getParent());
            return AtomicFile.write(file, content);
        } catch (IOException e) {
            throw session.unfinished(e);
        }
    }
}
