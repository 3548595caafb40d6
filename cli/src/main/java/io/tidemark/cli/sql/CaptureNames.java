package io.tidemark.cli.sql;

import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.NewestCapture;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Many captures by name or pattern, for commands that ask several at once. A name that exists is
 * taken as it is, whatever letters it has. Stateless.
 */
final class CaptureNames {
    private static final Path OUTPUTS = Path.of("outputs");

    private CaptureNames() {}

    /** What the words name, in their order; the newest capture under outputs without any. */
    static List<Path> of(List<String> words) throws IOException {
        if (words.isEmpty()) {
            NewestCapture newest = CaptureFinder.newest(OUTPUTS).orElseThrow(MissingCapture::amongOutputs);
            return List.of(newest.capture().root());
        }
        List<Path> found = new ArrayList<>();
        for (String word : words) {
            Path path = path(word);
            if (path != null && Files.exists(path)) {
                found.add(path);
            } else if (word.chars().anyMatch(letter -> "*?[{".indexOf(letter) >= 0)) {
                found.addAll(matching(word));
            } else {
                throw UserError.usage(word + " does not exist; name a capture directory.");
            }
        }
        return found;
    }

    private static Path path(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException noName) {
            return null;
        }
    }

    /**
     * Below the longest directory in front of the pattern; each part of the pattern is one level.
     */
    private static List<Path> matching(String pattern) throws IOException {
        int fixed = 0;
        String[] parts = pattern.split("/", -1);
        while (fixed < parts.length - 1 && parts[fixed].chars().noneMatch(letter -> "*?[{".indexOf(letter) >= 0)) {
            fixed++;
        }
        String before = String.join("/", List.of(parts).subList(0, fixed));
        Path start = Path.of(pattern.startsWith("/") && before.isEmpty() ? "/" : before);
        PathMatcher matcher = matcher(pattern);
        boolean deep = pattern.contains("**");
        List<Path> found;
        try (Stream<Path> tree = Files.walk(
                before.isEmpty() && !pattern.startsWith("/") ? Path.of("") : start,
                deep ? Integer.MAX_VALUE : parts.length - fixed)) {
            found = tree.filter(matcher::matches)
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
        if (found.isEmpty()) {
            throw UserError.usage("no capture directory matches " + pattern + ".");
        }
        return found;
    }

    private static PathMatcher matcher(String pattern) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException bad) {
            throw UserError.usage(pattern + " is neither a capture nor a pattern of names.");
        }
    }
}
