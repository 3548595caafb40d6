package io.tidemark.cli.capture;

import io.tidemark.cli.text.UserError;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The one rule for a capture that is not there, for every command: wrong usage, because nothing
 * could be done. A capture that is there but lacks what the command needs is a failure instead.
 */
public final class MissingCapture {
    private MissingCapture() {}

    /** The path, if it exists; a usage error otherwise. */
    public static Path existing(Path path) {
        if (!Files.exists(path)) {
            throw UserError.usage(path + " does not exist; name a capture directory.");
        }
        return path;
    }

    /** The error when no capture was named and outputs/ holds none. */
    public static UserError amongOutputs() {
        return UserError.usage("there is no capture under outputs/; name one, or record one with 'tidemark run'.");
    }

    /** The error when the named path exists but is no capture. */
    public static UserError at(Path path) {
        return UserError.usage(
                Files.isRegularFile(path)
                        ? path + " is no file of a capture; name a capture directory."
                        : path + " holds no capture.");
    }
}
