package io.tidemark.capture.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;

/**
 * A file that appears under its name only when it is whole. Bytes go to a sibling whose name ends
 * in {@link #SUFFIX}; {@link #commit} renames it, closing without commit removes it. One thread.
 *
 * <p>This class writes every file that is first written next to its final place. One rule,
 * {@link #isLeftover}, therefore distinguishes the leftover of a dead writer from a file of the
 * capture. Code that lists the files of a capture leaves leftovers out.
 */
public final class AtomicFile implements AutoCloseable {
    /** How the name of every file ends that is not whole yet. */
    public static final String SUFFIX = ".part";

    /** {@link #SUFFIX}, and how such names ended in captures of earlier versions. */
    private static final List<String> LEFTOVER_SUFFIXES = List.of(SUFFIX, ".tmp", ".partial");

    /** Writes the whole file to a path that nothing reads yet. */
    @FunctionalInterface
    public interface Content {
        void write(Path part) throws IOException;
    }

    private final Path target;
    private final Path temporary;
    private final OutputStream stream;
    private boolean committed;

    /** For an output that several processes may write at the same time. Makes its directory. */
    public AtomicFile(Path target) throws IOException {
        this.target = target;
        Path directory = target.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        temporary = directory.resolve(".%s.%d-%d%s"
                .formatted(
                        target.getFileName(),
                        ProcessHandle.current().pid(),
                        new SecureRandom().nextLong(Long.MAX_VALUE), // the pid is not alone: containers share files
                        SUFFIX));
        try {
            stream = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException refused) {
            throw WriteFailure.ofCreation(target, refused);
        }
    }

    /**
     * Writes a file of a capture, which has one writer; replaces the file that is there. When the
     * content fails, what it has written is removed.
     */
    public static Path write(Path target, Content content) throws IOException {
        Path part = target.resolveSibling(target.getFileName() + SUFFIX);
        Files.deleteIfExists(part); // of a writer that died, or a link, which must not be written through
        try {
            content.write(part);
            move(part, target);
            return target;
        } catch (IOException failure) {
            IOException named = WriteFailure.of(target, part, failure); // while its size is known
            Files.deleteIfExists(part); // half a file must not be taken for a whole one
            throw named;
        } catch (RuntimeException failure) {
            Files.deleteIfExists(part);
            throw failure;
        }
    }

    /** True for a file that a writer did not finish; by the name alone. */
    public static boolean isLeftover(Path file) {
        Path name = file.getFileName();
        return name != null && LEFTOVER_SUFFIXES.stream().anyMatch(name.toString()::endsWith);
    }

    /** Unbuffered; write large chunks. */
    public OutputStream stream() {
        return stream;
    }

    public void commit() throws IOException {
        stream.close();
        move(temporary, target);
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

    private static void move(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException unsupported) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
