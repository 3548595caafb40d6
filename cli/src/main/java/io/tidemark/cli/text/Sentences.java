package io.tidemark.cli.text;

import io.tidemark.runtime.fault.Thrown;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says in one sentence, for someone tired, what an exception means. */
public final class Sentences {
    private Sentences() {}

    public static String of(Throwable failure) {
        return switch (failure) {
            case UserError known -> known.getMessage();
            case UncheckedIOException wrapped -> of(wrapped.getCause());
            case NoSuchFileException missing -> missing.getFile() + " does not exist.";
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written by this user.";
            case FileAlreadyExistsException there -> there.getFile() + " exists already and is never overwritten.";
            case NotDirectoryException file -> file.getFile() + " is not a directory.";
            case FileNotFoundException missing -> missing.getMessage() + ".";
            case FileSystemException other -> other.getMessage() + ".";
            case IOException other -> "reading or writing failed: " + message(other) + ".";
            case IllegalArgumentException wrong -> message(wrong);
            case OutOfMemoryError full ->
                "the Java heap is too small for this capture; give it more, for example"
                        + " TIDEMARK_JVM_FLAGS=-Xmx4g.";
            case InternalError fault
            when message(fault).contains("memory access") ->
                "a file that is mapped into memory got no room: the disk, or /dev/shm, that holds"
                        + " the region is full. Make room, and 'tidemark recover' finishes the"
                        + " capture; or choose another place with --region-dir.";
            default ->
                "something went wrong that should not ("
                        + failure.getClass().getSimpleName()
                        + ": "
                        + message(failure)
                        + "); run again with --debug to see where.";
        };
    }

    private static String message(Throwable failure) {
        return Thrown.message(failure);
    }
}
