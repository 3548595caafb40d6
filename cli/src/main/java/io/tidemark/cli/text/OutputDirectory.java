package io.tidemark.cli.text;

import io.tidemark.capture.file.WriteFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory that a command writes into. Every command creates the parent directories of its
 * output. All commands use the same message if that fails.
 */
public final class OutputDirectory {
    private OutputDirectory() {}

    /** The directory, made if it was not there. */
    public static Path make(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException refused) {
            throw refusal(directory, refused);
        }
    }

    /**
     * A new directory in one that exists.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    public static Path makeNew(Path directory) throws FileAlreadyExistsException {
        try {
            return Files.createDirectory(directory);
        } catch (FileAlreadyExistsException taken) {
            throw taken;
        } catch (IOException refused) {
            throw refusal(directory, refused);
        }
    }

    /** The directory of a file, made if it was not there. */
    public static Path makeFor(Path file) {
        return make(file.toAbsolutePath().normalize().getParent());
    }

    private static UserError refusal(Path directory, IOException refused) {
        return UserError.failed(
                "the directory %s cannot be made: %s; choose another place."
                        .formatted(directory, WriteFailure.refusal(refused)),
                refused);
    }
}
