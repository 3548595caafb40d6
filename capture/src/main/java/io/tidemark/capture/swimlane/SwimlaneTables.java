package io.tidemark.capture.swimlane;

import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the table files of a swimlane do not say themselves: level, cores, clocks and uploads, in a
 * records file without rows beside them. Stateless.
 */
public final class SwimlaneTables {
    /** Where it lies, below the capture's root. */
    public static final String HEAD = TableFile.DIRECTORY + "/swimlane.head.json";

    private SwimlaneTables() {}

    public static void writeHead(
            Path file, int level, SwimlaneMetadata metadata, List<HostUpload> uploads)
            throws IOException {
        try (SwimlaneWriter writer = SwimlaneWriter.create(file, level, metadata)) {
            for (HostUpload upload : uploads) {
                writer.hostUpload(upload);
            }
        }
    }
}
