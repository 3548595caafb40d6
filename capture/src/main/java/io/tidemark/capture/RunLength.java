package io.tidemark.capture;

import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long the run of a capture took at most, from the {@code run.json} beside its records. Only a
 * run that ended well says it: one that hung or was killed may have been measured too early.
 * Stateless; any thread.
 */
public final class RunLength {
    private static final String FILE = "run.json";
    private static final double LEAST_NANOS = 1e9; // a second more or less never matters

    private RunLength() {}

    /** Nanoseconds of the longest round, at least a second; empty when the capture does not say. */
    public static OptionalLong of(CaptureDirectory directory) {
        Path file = directory.root().resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return OptionalLong.empty();
        }
        return JsonTree.read(file, new Findings()).map(RunLength::longest).orElse(OptionalLong.empty());
    }

    private static OptionalLong longest(Map<String, Object> run) {
        if (!EndingKind.OK.word().equals(run.get("status")) || !(run.get("makespans_us") instanceof List<?> all)) {
            return OptionalLong.empty();
        }
        double longest = all.stream()
                .filter(Number.class::isInstance)
                .mapToDouble(one -> ((Number) one).doubleValue())
                .max()
                .orElse(0);
        return longest > 0 ? OptionalLong.of((long) Math.max(LEAST_NANOS, longest * 1000)) : OptionalLong.empty();
    }
}
