package io.tidemark.recording;

import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.runtime.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Under which conditions a run is measured on this host, and how its region keeps them for a
 * recovery. Stateless.
 */
final class HostConditions {
    /** The name under which a region keeps what share of the CPUs a run had, once it is over. */
    static final String CPU_PERCENT = "cpu_percent";

    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final int CORES_OF_CLUSTER = 3;

    private HostConditions() {}

    /**
     * Before a run starts.
     *
     * @param roundsBefore rounds the process that steps the cores has run already
     */
    static Conditions of(RuntimeConfig config, int roundsBefore) {
        return new Conditions(
                Runtime.getRuntime().availableProcessors(),
                cores(config.platform().simulatorLabel(), config.clusters()),
                roundsBefore,
                loadHundredths(),
                Conditions.UNKNOWN);
    }

    /** Those that are threads of this host. */
    private static int cores(String platform, int clusters) {
        return platform.equals(Platform.CUDA.label()) ? 0 : CORES_OF_CLUSTER * clusters;
    }

    /** Of the last minute; unknown where the host does not tell. */
    private static long loadHundredths() {
        try {
            String[] words = Files.readString(LOAD).split(" ");
            return Math.round(100 * Double.parseDouble(words[0]));
        } catch (IOException | NumberFormatException unknown) {
            return Conditions.UNKNOWN;
        }
    }

    /** One {@code name=value} per line. */
    static String text(Conditions conditions) {
        return String.format(
                Locale.ROOT,
                "host_cpus=%d\nrounds_before=%d\nload_hundredths=%d\n",
                conditions.cpus(),
                conditions.roundsBefore(),
                conditions.loadHundredths());
    }

    /** What {@link #text} wrote; empty for a region of before, or one that is damaged. */
    static Optional<Conditions> parse(Map<String, String> facts, int clusters) {
        String platform = facts.getOrDefault("platform", "");
        int cpus = number(facts.get("host_cpus"));
        int before = number(facts.get("rounds_before"));
        return cpus < 1 || before < 0 || clusters < 1
                ? Optional.empty()
                : Optional.of(
                        new Conditions(
                                cpus,
                                cores(platform, clusters),
                                before,
                                number(facts.get("load_hundredths")),
                                number(facts.get(CPU_PERCENT))));
    }

    private static int number(String text) {
        return text != null && text.matches("[0-9]{1,9}")
                ? Integer.parseInt(text)
                : Conditions.UNKNOWN;
    }
}
