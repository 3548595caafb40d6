package io.tidemark.analysis.diff;

import io.tidemark.capture.Capture;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.scope.ScopeTable;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the {@code run.json} of a capture says beyond its records. Immutable.
 *
 * @param taskWindows tasks that each ring holds; empty when the capture does not say
 * @param makespanMicros of every round; empty when it does not say
 */
record RunFile(long[] taskWindows, double[] makespanMicros) {
    static RunFile of(Capture capture) {
        Path file = capture.directory().root().resolve("run.json");
        Optional<Map<String, Object>> run = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? JsonTree.read(file, new Findings())
                : Optional.empty();
        Object rings = run.map(found -> found.get("rings")).orElse(null);
        double[] windows = rings instanceof Map<?, ?> sizes
                ? numbers(sizes.get("task_window"))
                : capture.scopes().map(RunFile::windows).orElse(new double[0]);
        long[] whole = new long[windows.length];
        for (int ring = 0; ring < whole.length; ring++) {
            whole[ring] = (long) windows[ring];
        }
        return new RunFile(
                whole, numbers(run.map(found -> found.get("makespans_us")).orElse(null)));
    }

    private static double[] windows(ScopeTable scopes) {
        return scopes.header().taskWindowMax().stream()
                .mapToDouble(Long::doubleValue)
                .toArray();
    }

    private static double[] numbers(Object list) {
        return list instanceof List<?> values
                ? values.stream()
                        .filter(Number.class::isInstance)
                        .mapToDouble(value -> ((Number) value).doubleValue())
                        .toArray()
                : new double[0];
    }
}
