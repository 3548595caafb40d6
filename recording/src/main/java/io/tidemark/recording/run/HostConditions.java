package io.tidemark.recording.run;

import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.ModelledTime;
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
public final class HostConditions {
    /** The name under which a region keeps what share of the CPUs a run had, once it is over. */
    static final String CPU_PERCENT = "cpu_percent";

    private static final String PROFILE = "chip_profile";
    private static final String NO_VALUES = "no_values";
    private static final Path LOAD = Path.of("/proc/loadavg");

    private HostConditions() {}

    /**
     * Before a run starts.
     *
     * @param roundsBefore rounds the process that steps the cores has run already
     * @param warmUpTasks empty tasks it has run before the first of them
     */
    public static Conditions of(RecordingPlan plan, int roundsBefore, int warmUpTasks) {
        return new Conditions(
                Runtime.getRuntime().availableProcessors(),
                plan.chip().coresOnHost(),
                roundsBefore,
                loadHundredths(),
                Conditions.UNKNOWN,
                plan.config().modelled().map(time -> time.profile().name()).orElse(""),
                warmUpTasks,
                plan.config().modelled().map(ModelledTime::computes).orElse(true));
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
        String modelled = conditions.isVirtual() ? PROFILE + "=" + conditions.profile() + "\n" : "";
        return modelled
                + (conditions.computed() ? "" : NO_VALUES + "=true\n")
                + String.format(
                        Locale.ROOT,
                        "host_cpus=%d\nrounds_before=%d\nwarm_up_tasks=%d\nload_hundredths=%d\n",
                        conditions.cpus(),
                        conditions.roundsBefore(),
                        conditions.warmUpTasks(),
                        conditions.loadHundredths());
    }

    /**
     * What {@link #text} wrote; empty for a region of an earlier version, or one that is damaged.
     *
     * @param cores of the chip, as its region says
     */
    static Optional<Conditions> parse(Map<String, String> facts, int cores) {
        int cpus = number(facts.get("host_cpus"));
        int before = number(facts.get("rounds_before"));
        boolean areElsewhere = facts.getOrDefault("platform", "").equals(Platform.CUDA.label());
        return cpus < 1 || before < 0 || cores < 1
                ? Optional.empty()
                : Optional.of(new Conditions(
                        cpus,
                        areElsewhere ? 0 : cores,
                        before,
                        number(facts.get("load_hundredths")),
                        number(facts.get(CPU_PERCENT)),
                        facts.getOrDefault(PROFILE, ""),
                        Math.max(0, number(facts.get("warm_up_tasks"))),
                        !facts.containsKey(NO_VALUES)));
    }

    private static int number(String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : Conditions.UNKNOWN;
    }
}
