package io.tidemark.capture.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a run makes in its capture and removes again. Nothing here follows a symbolic link, because behind one lies what
 * belongs to somebody else. Stateless; any thread.
 */
public final class OwnFiles {
    private OwnFiles() {}

    /** Makes a directory of the capture, or takes the one that is there; refuses a link. */
    public static Path directory(Path directory) throws IOException {
        if (isDirectory(directory)) {
            return directory;
        }
        FileKind.requireNoLink(directory);
        return Files.createDirectory(directory);
    }

    public static boolean isDirectory(Path directory) {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
    }

    /** Refuses a capture in which a symbolic link lies, whatever it leads to. */
    public static void requireNoLinks(Path capture) throws IOException {
        Optional<Path> link;
        try (Stream<Path> tree = Files.walk(capture.toRealPath())) {
            link = tree.filter(Files::isSymbolicLink).findFirst();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        if (link.isPresent()) {
            FileKind.requireNoLink(link.get());
        }
    }

    /**
     * Removes files, given by their paths below the capture, and the directories in it that are empty then. What is a
     * link or a directory itself stays.
     */
    public static void delete(Path capture, Collection<String> paths) throws IOException {
        Set<Path> directories = new LinkedHashSet<>();
        for (String path : paths) {
            Path file = capture.resolve(path);
            Path directory = file.getParent();
            if (!directory.equals(capture)) {
                if (!isDirectory(directory)) {
                    continue;
                }
                directories.add(directory);
            }
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(file);
            }
        }
        for (Path directory : directories) {
            try {
                Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException others) {
                continue; // somebody else's file is in it
            }
        }
    }
}
