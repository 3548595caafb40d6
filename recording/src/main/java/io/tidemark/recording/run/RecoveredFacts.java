package io.tidemark.recording.run;

import io.tidemark.capture.certificate.Conditions;
import io.tidemark.memory.region.DeviceStatus;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a run writes into its region about itself before it starts, and what a recovery reads there.
 * Immutable.
 */
public record RecoveredFacts(
        String caseTitle,
        String platform,
        RuntimeKind runtime,
        int clusters,
        int aicpuThreads,
        Optional<Conditions> conditions,
        RunFacts run) {
    private static final String UNKNOWN = "unknown";

    /** One {@code name=value} per line. */
    static String text(RecordingPlan plan, Conditions conditions) {
        RuntimeConfig config = plan.config();
        return String.format(
                        Locale.ROOT,
                        "case=%s\nplatform=%s\nruntime=%s\nclusters=%d\naicpu_threads=%d\n",
                        plan.caseTitle(),
                        plan.chip().label(),
                        config.runtime().word(),
                        plan.chip().shape().clusters(),
                        plan.aicpuThreads())
                + HostConditions.text(conditions);
    }

    /**
     * @param cores of the chip, as its region says
     */
    public static RecoveredFacts of(Map<String, String> facts, int cores) {
        return new RecoveredFacts(
                facts.getOrDefault("case", UNKNOWN),
                facts.getOrDefault("platform", UNKNOWN),
                RuntimeKind.ofWord(facts.getOrDefault("runtime", "")).orElse(RuntimeKind.TMR),
                number(facts.get("clusters")),
                number(facts.get("aicpu_threads")),
                HostConditions.parse(facts, cores),
                RunFacts.parse(facts.get(RunFacts.NAME)));
    }

    /** The same, with what the device half had still said of its failure. */
    public RecoveredFacts orElse(Optional<DeviceStatus.Failure> failure) {
        return failure.isEmpty() || !run.equals(RunFacts.UNKNOWN)
                ? this
                : new RecoveredFacts(
                        caseTitle, platform, runtime, clusters, aicpuThreads, conditions, RunFacts.of(failure.get()));
    }

    private static int number(String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
