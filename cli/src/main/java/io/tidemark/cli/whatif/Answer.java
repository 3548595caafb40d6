package io.tidemark.cli.whatif;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run would have been. Immutable.
 *
 * @param changes in words
 * @param lowNanos the interval begins here
 * @param draws runs with durations drawn anew behind the interval; 0 where kernels had no spread
 * @param path the critical path of the predicted run; empty if it was not looked for
 * @param reasons what limits the answer, one sentence each
 */
record Answer(
        List<String> changes,
        long capturedNanos,
        long replayedNanos,
        long predictedNanos,
        long lowNanos,
        long highNanos,
        int draws,
        long seed,
        Optional<CriticalPathReport> path,
        List<String> reasons) {
    private static final int DRAWS = 20;
    private static final int FEWEST_DRAWS = 4;
    private static final long MOST_DRAWN_RUNS = 2_000_000;

    /**
     * Predicts. The interval holds the middle 95 % of the runs with durations drawn anew, and is
     * wider by what the unchanged run was wrong by.
     */
    static Answer of(WhatIf of, Changes changed, List<String> words, long seed)
            throws WhatIfRefusedException {
        long predicted = of.makespan(changed);
        int draws =
                Math.clamp(MOST_DRAWN_RUNS / Math.max(1, of.graph().runs()), FEWEST_DRAWS, DRAWS);
        List<Long> drawn = new ArrayList<>(of.resampled(changed, draws, seed));
        Collections.sort(drawn);
        long low = predicted;
        long high = predicted;
        if (!drawn.isEmpty()) {
            low = Math.min(low, drawn.get((int) (drawn.size() * 0.025)));
            high = Math.max(high, drawn.get((int) Math.ceil(drawn.size() * 0.975) - 1));
        }
        long wrong = Math.round(Math.abs(of.replayError()) * predicted);
        return new Answer(
                words,
                of.capturedNanos(),
                of.replayedNanos(),
                predicted,
                Math.max(0, low - wrong),
                high + wrong,
                drawn.size(),
                seed,
                Optional.empty(),
                of.graph().remarks());
    }

    Answer with(CriticalPathReport found) {
        return new Answer(
                changes,
                capturedNanos,
                replayedNanos,
                predictedNanos,
                lowNanos,
                highNanos,
                draws,
                seed,
                Optional.of(found),
                reasons);
    }

    /** The difference to the unchanged run, as a share of it; below 0 if it is shorter. */
    double difference() {
        return replayedNanos == 0 ? 0 : (double) (predictedNanos - replayedNanos) / replayedNanos;
    }

    /** What the predicted critical path consists of, in percent of it, the largest first. */
    Map<String, Double> composition() {
        Map<String, Double> parts = new LinkedHashMap<>();
        CriticalPathReport report = path.orElseThrow();
        report.families()
                .forEach(
                        family ->
                                parts.put(
                                        "kernel " + family.name(),
                                        report.percent(family.compute())));
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
        return path.isEmpty() ? Optional.empty() : composition().keySet().stream().findFirst();
    }
}
