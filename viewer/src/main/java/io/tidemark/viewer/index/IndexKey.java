package io.tidemark.viewer.index;

import io.tidemark.capture.directory.ArtifactFiles;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * What an index was made from: the files of a capture with their sizes and times, the name of the
 * capture, and the program that read them. Two equal keys give the same answers, unless someone
 * changed a file and put its time back: the reading that follows finds that. Immutable.
 *
 * @param digest of all that
 * @param sourceBytes how large the files are together
 */
record IndexKey(byte[] digest, long sourceBytes) {
    static final int DIGEST_BYTES = 32;

    IndexKey {
        digest = digest.clone();
    }

    /** The key of a capture as it is now; empty when one of its files cannot be asked. */
    static Optional<IndexKey> of(CaptureDirectory directory) {
        try {
            StringBuilder text = new StringBuilder();
            text.append(IndexFile.VERSION)
                    .append('\n')
                    .append(ProgramStamp.text())
                    .append('\n');
            text.append(CaptureViewReader.label(directory)).append('\n');
            long bytes = 0;
            for (Path file : sources(directory)) {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                bytes += found.size();
                text.append(file.toAbsolutePath().normalize())
                        .append('\0')
                        .append(found.size())
                        .append('\0')
                        .append(nanos(found.lastModifiedTime()))
                        .append('\0')
                        .append(found.fileKey())
                        .append('\n');
            }
            directory.misfits().forEach(misfit -> text.append(misfit).append('\n'));
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return Optional.of(new IndexKey(digest, bytes));
        } catch (IOException unreadable) {
            return Optional.empty(); // the reader of the capture reports why
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    private static long nanos(FileTime time) {
        return time.to(TimeUnit.NANOSECONDS);
    }

    /** Every file that may have a say in what the page shows, in a fixed order. */
    private static Iterable<Path> sources(CaptureDirectory directory) {
        List<Path> files = new ArrayList<>();
        new ArtifactFiles(directory)
                .present()
                .forEach(name -> files.add(directory.root().resolve(name)));
        directory.certificate().ifPresent(files::add);
        directory.swimlane().ifPresent(files::add);
        files.addAll(directory.logs());
        return new TreeSet<>(files);
    }

    boolean isSame(byte[] other) {
        return MessageDigest.isEqual(digest, other);
    }

    @Override
    public byte[] digest() {
        return digest.clone();
    }
}
