package io.tidemark.analysis.pmu;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What one core of each kind does at most, as the chip profile of a capture in virtual time says
 * it. A capture in real time says nothing of the kind. Immutable.
 *
 * @param profile what the capture calls the profile
 */
public record ChipRates(String profile, Core matrix, Core vector) {
    private static final String FILE_NAME = "virtual_time.json";

    /**
     * The roofs of one core.
     *
     * @param bytesPerNano to and from memory; 0 where memory costs nothing, so that there is no
     *     roof
     * @param operationsPerNano of arithmetic; 0 where it costs nothing
     */
    public record Core(double bytesPerNano, double operationsPerNano) {}

    /** Empty when the capture holds no model, or one that says no rates. */
    public static Optional<ChipRates> of(CaptureDirectory directory) {
        Path file = directory.root().resolve(FILE_NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        // the readers of the capture report problems of the file
        return JsonTree.read(file, new Findings()).flatMap(ChipRates::of);
    }

    private static Optional<ChipRates> of(Map<String, Object> top) {
        if (!(top.get("costs") instanceof Map<?, ?> costs) || !(top.get("profile") instanceof String profile)) {
            return Optional.empty();
        }
        return core(costs, "matrix.")
                .flatMap(matrix -> core(costs, "vector.").map(vector -> new ChipRates(profile, matrix, vector)));
    }

    private static Optional<Core> core(Map<?, ?> costs, String group) {
        double clock = rate(costs, group + "clock_ghz");
        double bytes = rate(costs, group + "bytes_per_cycle");
        double operations = rate(costs, group + "operations_per_cycle");
        return clock > 0 && bytes >= 0 && operations >= 0
                ? Optional.of(new Core(bytes * clock, operations * clock))
                : Optional.empty();
    }

    /** Negative where there is no such number. */
    private static double rate(Map<?, ?> costs, String name) {
        return costs.get(name) instanceof Number number && Double.isFinite(number.doubleValue())
                ? number.doubleValue()
                : -1;
    }

    /** The roofs of a type of core; empty for one that the profile does not know. */
    public Optional<Core> of(int coreType) {
        return switch (coreType) {
            case 0 -> Optional.of(matrix);
            case 1 -> Optional.of(vector);
            default -> Optional.empty();
        };
    }
}
