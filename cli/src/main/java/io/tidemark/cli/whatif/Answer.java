package io.tidemark.cli.whatif;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Interval;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run would have been. Immutable.
 *
 * @param changes in words
 * @param seed of the interval
 * @param path the critical path of the predicted run; empty if it was not looked for
 * @param reasons what limits the answer, one sentence each
 */
record Answer(
        List<String> changes,
        long capturedNanos,
        long replayedNanos,
        long predictedNanos,
        Interval interval,
        long seed,
        Optional<CriticalPathReport> path,
        List<String> reasons) {
    static Answer of(WhatIf of, Changes changed, List<String> words, long seed) throws WhatIfRefusedException {
        long predicted = of.makespan(changed);
        return new Answer(
                words,
                of.capturedNanos(),
                of.replayedNanos(),
                predicted,
                Interval.of(of, changed, predicted, seed),
                seed,
                Optional.empty(),
                reasons(of, changed));
    }

    private static List<String> reasons(WhatIf of, Changes changed) {
        List<String> reasons = new ArrayList<>(of.graph().remarks());
        if (of.asksChip()
                && changed.apply(of.machine()).clusters() != of.machine().clusters()) {
            reasons.add("the orchestration asks how many cores the chip has: with another number it may"
                    + " submit other tasks, and the captured ones are taken");
        }
        boolean isKernelChanged =
                of.kernels().stream().anyMatch(each -> changed.kernelTime(each).isPresent());
        if (isKernelChanged && !of.isWaitFree()) {
            reasons.add("some kernels wait for others or spend time in their bodies: their whole time is"
                    + " changed, with the wait");
        }
        return reasons;
    }

    Answer with(CriticalPathReport found) {
        return new Answer(
                changes, capturedNanos, replayedNanos, predictedNanos, interval, seed, Optional.of(found), reasons);
    }

    /** The difference to the unchanged run, as a share of it; below 0 if it is shorter. */
    double difference() {
        return replayedNanos == 0 ? 0 : (double) (predictedNanos - replayedNanos) / replayedNanos;
    }

    /** What the predicted critical path consists of, in percent of it, the largest first. */
    Map<String, Double> composition() {
        Map<String, Double> parts = new LinkedHashMap<>();
        CriticalPathReport report = path.orElseThrow();
        report.families().forEach(family -> parts.put("kernel " + family.name(), report.percent(family.compute())));
        for (CorePart part : PathStep.STALL_PARTS) {
            parts.put(part.words(), report.percent(report.sum(step -> step.stall(part))));
        }
        Map<String, Double> sorted = new LinkedHashMap<>();
        parts.entrySet().stream()
                .filter(part -> part.getValue() >= 0.05)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(part -> sorted.put(part.getKey(), part.getValue()));
        return sorted;
    }

    /** What the predicted run waits for most. */
    Optional<String> binds() {
        return path.isEmpty()
                ? Optional.empty()
                : composition().keySet().stream().findFirst();
    }
}
