package io.tidemark.capture.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Names the file of a write that failed. The system's own words for a full disk say neither which
 * file it was nor how far it got. Stateless; any thread.
 */
public final class WriteFailure {
    /** Something that writes one file, or the files of one directory. */
    @FunctionalInterface
    public interface Body<T> {
        T run() throws IOException;
    }

    private WriteFailure() {}

    /** Runs the body; what it throws without naming a file names this one. */
    public static <T> T naming(Path file, Body<T> body) throws IOException {
        try {
            return body.run();
        } catch (IOException cause) {
            throw of(file, file, cause);
        }
    }

    /**
     * The same failure with the file, the bytes that are in it and the room that is left.
     *
     * @param file what a person knows
     * @param part where the bytes went until the file would have been whole
     */
    public static IOException of(Path file, Path part, IOException cause) {
        if (cause instanceof FileSystemException named && named.getFile() != null) {
            return cause;
        }
        return named(file, reason(cause) + written(part) + free(part, ""), cause);
    }

    /** A failed copy: the file that it was to make, and the bytes that it takes. */
    public static IOException ofCopy(Path copy, long bytes, IOException cause) {
        return named(copy, reason(cause) + free(copy, "it takes " + bytes + " bytes, "), cause);
    }

    /** A file that could not be created. */
    public static IOException ofCreation(Path file, IOException cause) {
        return named(file, "cannot be created: " + refusal(cause), cause);
    }

    /** Why a file or a directory could not be created, as a part of a sentence. */
    public static String refusal(IOException cause) {
        return switch (cause) {
            case FileAlreadyExistsException file -> file.getFile() + " is a file";
            case AccessDeniedException _ -> "this user may not write there";
            case NoSuchFileException _ -> "the file system there takes nothing new";
            default -> reason(cause);
        };
    }

    private static IOException named(Path file, String what, IOException cause) {
        FileSystemException failure = new FileSystemException(file.toString(), null, what);
        failure.initCause(cause);
        return failure;
    }

    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static String written(Path part) {
        try {
            return Files.isRegularFile(part) ? " after " + Files.size(part) + " bytes" : "";
        } catch (IOException gone) { // the failure says enough
            return "";
        }
    }

    private static String free(Path file, String before) {
        try {
            Path there = Files.exists(file) ? file : file.toAbsolutePath().getParent();
            long freeBytes = Files.getFileStore(there).getUsableSpace();
            return " (" + before + "free there: " + freeBytes + " bytes)";
        } catch (IOException gone) {
            return "";
        }
    }
}
