package io.tidemark.sql;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.sql.table.SqlCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The named captures, each with a unique name: the directory's, or the whole path if two
 * directories have the same name. Stateless.
 */
final class CaptureList {
    private static final Pattern RANK = Pattern.compile("(?:^|[_-])(?:rank|device|chip)[_-]?(\\d{1,6})$");

    private CaptureList() {}

    static List<SqlCapture> of(List<Path> paths) throws IOException {
        List<CaptureDirectory> found = new ArrayList<>();
        for (Path path : paths) {
            List<CaptureDirectory> below = Files.isDirectory(path) && !CaptureDirectory.isUnfinished(path)
                    ? CaptureFinder.below(path)
                    : List.of();
            if (below.isEmpty()) {
                found.add(CaptureFinder.at(path));
            } else {
                found.addAll(below);
            }
        }
        Map<String, Integer> uses = new HashMap<>();
        for (CaptureDirectory directory : found) {
            uses.merge(shortName(directory), 1, Integer::sum);
        }
        List<SqlCapture> captures = new ArrayList<>();
        for (CaptureDirectory directory : found) {
            String name = shortName(directory);
            captures.add(new SqlCapture(
                    CaptureFinder.withSpool(directory),
                    uses.get(name) == 1 ? name : directory.root().toString(),
                    rank(directory.root())));
        }
        return captures;
    }

    private static String shortName(CaptureDirectory directory) {
        Path root = directory.root().toAbsolutePath().normalize();
        Path last = root.getFileName();
        if (last == null) {
            return root.toString();
        }
        Path parent = root.getParent() == null ? null : root.getParent().getFileName();
        return rank(root).isPresent() && parent != null ? parent + "/" + last : last.toString();
    }

    private static OptionalInt rank(Path root) {
        Path last = root.toAbsolutePath().normalize().getFileName();
        Matcher matcher = RANK.matcher(last == null ? "" : last.toString());
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
