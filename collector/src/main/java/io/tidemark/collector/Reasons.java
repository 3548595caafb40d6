package io.tidemark.collector;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** What a failed file operation says to a person. Any thread. */
final class Reasons {
    private Reasons() {}

    static String of(IOException failure) {
        if (failure instanceof FileSystemException named && named.getReason() != null) {
            return named.getFile() + ": " + named.getReason();
        }
        return failure.getMessage() == null
                ? failure.getClass().getSimpleName()
                : failure.getMessage();
    }
}
