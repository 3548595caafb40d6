package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The files of a run that is not finished: spools, and a note that says where the region is. They
 * lie in {@code spool} below the capture directory; when the export has succeeded, the table files
 * move to {@code tables} and the rest goes. Immutable.
 */
record CollectorFiles(Path captureDirectory, Path spoolDirectory) {
    private static final String SPOOL = CaptureDirectory.SPOOL;
    private static final String COPIES = "recovering";
    private static final List<String> SIGNS_OF_A_CAPTURE =
            List.of(CertificateWriter.FILE_NAME, "chip_swimlane_records.json", "args_dump", TableFile.DIRECTORY, SPOOL);

    CollectorFiles(Path captureDirectory) {
        this(captureDirectory, captureDirectory.resolve(SPOOL));
    }

    /** Makes the directory; refuses one that holds an earlier capture. */
    void create() throws IOException {
        for (String name : SIGNS_OF_A_CAPTURE) {
            if (Files.exists(captureDirectory.resolve(name))) {
                throw new FileAlreadyExistsException(captureDirectory
                        + " already holds a capture ("
                        + name
                        + "); it is never overwritten, choose another directory");
            }
        }
        Files.createDirectories(spoolDirectory());
    }

    /**
     * Copies of the spools, to go on with while the spools themselves stay as a dead run left them.
     */
    CollectorFiles copied() throws IOException {
        CollectorFiles copies = copies();
        copies.deleteAll(); // of a recovery that was cut off itself
        Files.createDirectories(copies.spoolDirectory);
        copyFrom(spoolDirectory, copies);
        if (Files.isDirectory(tableDirectory())) { // it died after it had begun to move them there
            copyFrom(tableDirectory(), copies);
        }
        return copies;
    }

    private static void copyFrom(Path directory, CollectorFiles copies) throws IOException {
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(directory, "*.{tide,payload}")) {
            for (Path spool : spools) {
                Path copy = copies.spoolDirectory.resolve(spool.getFileName());
                if (Files.exists(copy)) {
                    continue; // what lies in the spool goes before
                }
                try {
                    Files.copy(FileKind.required(spool), copy);
                } catch (IOException failure) {
                    throw WriteFailure.ofCopy(copy, Files.size(spool), failure);
                }
            }
        }
    }

    /** Where the table files of a finished capture lie. */
    private Path tableDirectory() {
        return captureDirectory.resolve(TableFile.DIRECTORY);
    }

    /** Moves the table files to where they stay; each is there whole or not at all. */
    void keepTables() throws IOException {
        Files.createDirectories(tableDirectory());
        try (DirectoryStream<Path> tables = Files.newDirectoryStream(spoolDirectory, "*" + TableFile.SUFFIX)) {
            for (Path table : tables) {
                Files.move(
                        table,
                        tableDirectory().resolve(table.getFileName()),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Payload bytes of one lane. */
    Path payload(Channel channel, int lane) {
        return spoolDirectory().resolve(channel.word() + "." + lane + ".payload");
    }

    /** The place of the copies that {@link #copied} makes. */
    CollectorFiles copies() {
        return new CollectorFiles(captureDirectory, captureDirectory.resolve(COPIES));
    }

    Path note() {
        return spoolDirectory().resolve(CaptureDirectory.REGION_NOTE);
    }

    void noteRegion(Path region) throws IOException {
        String text = region.toAbsolutePath() + "\n";
        AtomicFile.write(note(), part -> Files.writeString(part, text, StandardCharsets.UTF_8));
    }

    /** Held by a recovery. No other code opens it: to close a file gives up every lock on it. */
    Path claim() {
        return spoolDirectory().resolve("recovery.lock");
    }

    boolean hasNote() {
        return Files.exists(note());
    }

    /**
     * The region that the note names. One of that name in the capture directory goes before: it
     * came here with a capture that was moved or copied.
     */
    Path region() throws IOException {
        if (!Files.exists(note())) {
            throw new NoSuchFileException(note().toString());
        }
        String text = Files.readString(FileKind.required(note()), StandardCharsets.UTF_8);
        Path noted = Path.of(text.strip());
        Path brought = captureDirectory.resolve(noted.getFileName());
        return FileKind.required(Files.exists(brought) ? brought : noted);
    }

    /** Removes spools, payloads and note, the note last: while it is there, so is the rest. */
    void deleteAll() throws IOException {
        if (!Files.isDirectory(spoolDirectory)) {
            return;
        }
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(spoolDirectory, "*.{tide,payload,head.json}")) {
            for (Path spool : spools) {
                Files.delete(spool);
            }
        }
        Files.deleteIfExists(note());
        Files.deleteIfExists(claim());
        Files.deleteIfExists(spoolDirectory);
    }
}
