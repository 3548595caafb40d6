package io.tidemark.capture.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The kind of a directory entry at the path of an expected file. The entry is never opened, because
 * opening a pipe waits for a writer that may never come. Stateless; any thread.
 */
public final class FileKind {
    private static final int KIND_BITS = 0170000; // of a mode, as stat(2) has them
    private static final int PIPE = 0010000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int BLOCK_DEVICE = 0060000;
    private static final int SOCKET = 0140000;

    private FileKind() {}

    /**
     * What is there instead of a file, for a sentence: "a directory", "a pipe". Empty for a file,
     * also one that a link leads to, and where nothing is.
     */
    public static Optional<String> misfit(Path path) {
        if (Files.isRegularFile(path) || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            BasicFileAttributes there = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.of(there.isDirectory() ? "a directory" : special(path));
        } catch (IOException leadsNowhere) {
            return Optional.of(
                    Files.isSymbolicLink(path) ? "a link that leads to no file" : "nothing that can be read");
        }
    }

    private static String special(Path path) {
        try {
            int mode = (int) Files.getAttribute(path, "unix:mode");
            return switch (mode & KIND_BITS) {
                case PIPE -> "a pipe";
                case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
                case SOCKET -> "a socket";
                default -> "no regular file";
            };
        } catch (IOException | UnsupportedOperationException | ClassCastException unknown) {
            return "no regular file";
        }
    }

    /** The path, unless something else than a file is there. */
    public static Path required(Path path) throws IOException {
        Optional<String> misfit = misfit(path);
        if (misfit.isPresent()) {
            throw new FileSystemException(path.toString(), null, "it is " + misfit.get() + ", not a file");
        }
        return path;
    }

    /** The same, for a file that a run made itself: it refuses a link too. */
    public static Path own(Path path) throws IOException {
        requireNoLink(path);
        return required(path);
    }

    /** Refuses a symbolic link in a place of a capture. */
    static void requireNoLink(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            throw new FileSystemException(
                    path.toString(), null, "it is a symbolic link, and none is followed in a capture; remove it");
        }
    }
}
