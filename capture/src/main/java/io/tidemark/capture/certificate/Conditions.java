package io.tidemark.capture.certificate;

import java.util.Locale;
import java.util.Optional;

/**
 * Under which conditions the times of a capture were measured: a simulated core has only as much of
 * a CPU as its host gives it. Immutable.
 *
 * @param cpus CPUs the simulator could use
 * @param cores simulated cores; 0 where the cores are no threads of this host
 * @param roundsBefore rounds its process had run before this one; 0 is a cold round
 * @param loadHundredths load average of the host's last minute at the start, times 100; -1 unknown
 * @param cpuPercent of the time in which the threads that step the cores wanted a CPU, how much
 *     they had one; -1 unknown
 * @param profile of the chip that virtual time models; empty where time was real
 * @param warmUpTasks empty tasks that its process ran before the first round, so that the engine's
 *     code was compiled; 0 without a warm-up
 * @param computed whether kernels computed their values; a run in virtual time may leave that out
 */
public record Conditions(
        int cpus,
        int cores,
        int roundsBefore,
        long loadHundredths,
        int cpuPercent,
        String profile,
        int warmUpTasks,
        boolean computed) {
    /** What is said where a figure is not known. */
    public static final int UNKNOWN = -1;

    private static final int STARVED_PERCENT = 95; // below it others had the CPUs, too

    public Conditions {
        if (cpus < 1 || cores < 0 || roundsBefore < 0 || warmUpTasks < 0) {
            throw new IllegalArgumentException("cpus=%d cores=%d roundsBefore=%d warmUpTasks=%d"
                    .formatted(cpus, cores, roundsBefore, warmUpTasks));
        }
    }

    /** Conditions of a run in real time. */
    public Conditions(int cpus, int cores, int roundsBefore, long loadHundredths, int cpuPercent) {
        this(cpus, cores, roundsBefore, loadHundredths, cpuPercent, "", 0, true);
    }

    /** These conditions, for a run in virtual time. */
    public Conditions modelling(String chipProfile) {
        return new Conditions(
                cpus, cores, roundsBefore, loadHundredths, cpuPercent, chipProfile, warmUpTasks, computed);
    }

    /** Whether the times are those of a model, and say nothing of the host. */
    public boolean isVirtual() {
        return !profile.isEmpty();
    }

    /** These conditions, with the share of CPU time that the run got. */
    public Conditions withCpuPercent(int percent) {
        return new Conditions(cpus, cores, roundsBefore, loadHundredths, percent, profile, warmUpTasks, computed);
    }

    /** True when cores had to share CPUs: then waits are waits for the host as well. */
    public boolean isShared() {
        return !isVirtual() && cores > cpus;
    }

    /** Nothing of the program is compiled yet. A model is never cold. */
    public boolean isCold() {
        return !isVirtual() && roundsBefore == 0;
    }

    /**
     * What a reader must know before trusting any time of the capture; empty when there is nothing
     * to say.
     */
    public Optional<String> banner() {
        return isShared() ? Optional.of(shared() + ": times are of this host, not of a chip.") : Optional.empty();
    }

    /** {@code 24 simulated cores share 2 CPUs}. */
    public String shared() {
        return "%s share %s".formatted(plural(cores, "simulated core"), plural(cpus, "CPU"));
    }

    /** Everything in one line. */
    public String words() {
        if (isVirtual()) {
            String words = "virtual time, profile " + profile + ", " + plural(cores, "core");
            return computed ? words : words + ", kernels computed no values (--no-compute)";
        }
        StringBuilder words = new StringBuilder();
        words.append(cores == 0 ? "control" : plural(cores, "simulated core"));
        words.append(" on ").append(plural(cpus, "CPU"));
        words.append(isCold() ? ", cold round" : ", warm round after " + plural(roundsBefore, "other round"));
        if (isCold() && warmUpTasks > 0) {
            words.append(" behind a warm-up of ").append(plural(warmUpTasks, "empty task"));
        }
        if (loadHundredths >= 0) {
            words.append(String.format(Locale.ROOT, ", load %.2f", loadHundredths / 100.0));
        }
        if (cpuPercent >= 0) {
            words.append(", its threads had a CPU ");
            words.append(cpuPercent < STARVED_PERCENT ? "only " : "");
            words.append(cpuPercent).append(" % of the time they wanted one");
        }
        return words.toString();
    }

    private static String plural(int count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }
}
