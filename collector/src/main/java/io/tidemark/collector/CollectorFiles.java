package io.tidemark.collector;

import io.tidemark.abi.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a run that is not finished: spools, and a note that says where the region is. They
 * lie in {@code spool} below the capture directory and go when the export has succeeded. Immutable.
 */
record CollectorFiles(Path captureDirectory) {
    private static final List<String> SIGNS_OF_A_CAPTURE =
            List.of("certificate.json", "chip_swimlane_records.json", "args_dump", "spool");

    /** Makes the directory; refuses one that holds an earlier capture. */
    void create() throws IOException {
        for (String name : SIGNS_OF_A_CAPTURE) {
            if (Files.exists(captureDirectory.resolve(name))) {
                throw new FileAlreadyExistsException(
                        captureDirectory
                                + " already holds a capture ("
                                + name
                                + "); it is never overwritten, choose another directory");
            }
        }
        Files.createDirectories(spoolDirectory());
    }

    Path spoolDirectory() {
        return captureDirectory.resolve("spool");
    }

    Path spool(Channel channel) {
        return spoolDirectory().resolve(channel.word() + ".spool");
    }

    /** Payload bytes of one lane. */
    Path payload(Channel channel, int lane) {
        return spoolDirectory().resolve(channel.word() + "." + lane + ".payload");
    }

    private Path note() {
        return spoolDirectory().resolve("region.path");
    }

    void noteRegion(Path region) throws IOException {
        Files.writeString(note(), region.toAbsolutePath() + "\n", StandardCharsets.UTF_8);
    }

    /** The region that the note names. */
    Path region() throws IOException {
        if (!Files.exists(note())) {
            throw new NoSuchFileException(
                    captureDirectory
                            + " holds nothing to recover: it has no "
                            + note().getFileName());
        }
        return Path.of(Files.readString(note(), StandardCharsets.UTF_8).strip());
    }

    void delete(List<Channel> channels) throws IOException {
        for (Channel channel : channels) {
            Files.deleteIfExists(spool(channel));
        }
        try (DirectoryStream<Path> payloads =
                Files.newDirectoryStream(spoolDirectory(), "*.payload")) {
            for (Path payload : payloads) {
                Files.delete(payload);
            }
        }
        Files.deleteIfExists(note());
        Files.deleteIfExists(spoolDirectory());
    }
}
