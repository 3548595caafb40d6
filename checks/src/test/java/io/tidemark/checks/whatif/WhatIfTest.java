package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checks.whatif.Trials.Trial;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Predicts random changes of captured runs and then really runs them in virtual time. {@code
 * -Dtidemark.trials=N} makes more of them, {@code -Dtidemark.seed=N} others.
 */
class WhatIfTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 48);
    private static final long SEED = Long.getLong("tidemark.seed", 20);
    private static final int CHANGES_EACH = 4;
    private static final List<String> CASES =
            List.of(
                    "vector:random",
                    "bgemm:bgemm64",
                    "paged-attention:small2",
                    "paged-attention:varseq4",
                    "mixed:small",
                    "spmd:multiblock-aiv");

    @TempDir private Path folder;

    @Test
    void predictionsOfRandomChangesComeTrue() throws IOException {
        List<Trial> trials = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        Random seeds = new Random(SEED);
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(new StandardWorkloads()));
        for (int at = 0; trials.size() < TRIALS; at++) {
            long seed = seeds.nextInt(1 << 30);
            Subject subject =
                    at % 2 == 0
                            ? Subject.random(seed)
                            : Subject.workload(
                                    named(catalog, CASES.get(at / 2 % CASES.size())), seed);
            Path capture = folder.resolve("c" + at);
            try {
                Trials of = Trials.of(subject, seed, capture);
                if (Math.abs(of.run().replayError()) > of.run().machine().replayLimit()) {
                    refused.add(
                            subject.title()
                                    + " "
                                    + 100 * of.run().replayError()
                                    + " % "
                                    + of.run().graph().remarks());
                } else {
                    for (int i = 0; i < CHANGES_EACH && trials.size() < TRIALS; i++) {
                        trials.add(of.next());
                    }
                }
            } catch (WhatIfRefusedException wrong) {
                refused.add(subject.title() + " " + wrong.getMessage());
            }
            remove(capture);
            assertThat(refused.size()).as("seed %d: %s", SEED, refused).isLessThan(20 + at / 5);
        }
        report(trials, refused);
        double[] errors = trials.stream().mapToDouble(Trial::error).sorted().toArray();
        assertThat(errors[errors.length / 2]).as("median, seed %d", SEED).isLessThan(0.005);
        assertThat(trials.stream().filter(trial -> isExplained(trial)).count())
                .as("within 2 %% or in the interval, seed %d", SEED)
                .isGreaterThanOrEqualTo(93L * trials.size() / 100);
    }

    /** A schedule that one nanosecond turns over has an interval that says so. */
    private static boolean isExplained(Trial trial) {
        return trial.error() <= 0.02 || trial.isCovered();
    }

    private static void report(List<Trial> trials, List<String> refused) {
        List<Trial> sorted =
                trials.stream().sorted(Comparator.comparingDouble(Trial::error)).toList();
        System.out.printf(
                Locale.ROOT,
                "what-if: %d trials, seed %d: median %.4f %%, 95 of 100 %.4f %%, worst %.4f %%; in the"
                        + " interval %.1f %%; %d captures refused%n",
                trials.size(),
                SEED,
                100 * sorted.get(sorted.size() / 2).error(),
                100 * sorted.get(sorted.size() * 95 / 100).error(),
                100 * sorted.getLast().error(),
                100.0 * trials.stream().filter(Trial::isCovered).count() / trials.size(),
                refused.size());
        refused.forEach(each -> System.out.println("refused: " + each));
        sorted.reversed().stream().limit(20).forEach(trial -> System.out.println(trial.line()));
    }

    private static CaseSelection named(WorkloadCatalog catalog, String title) {
        return catalog.cases().stream()
                .filter(each -> each.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> tree = Files.walk(place)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
