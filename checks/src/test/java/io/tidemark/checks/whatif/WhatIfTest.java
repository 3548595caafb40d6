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
    private static final List<String> CASES = List.of(
            "vector:random",
            "bgemm:bgemm64",
            "paged-attention:small2",
            "paged-attention:varseq4",
            "paged-attention:manual-scope",
            "paged-attention:spmd-mix",
            "paged-attention:tiny-ring",
            "mixed:small",
            "spmd:basic",
            "spmd:multiblock-aiv",
            "spmd:multiblock-mix",
            "spmd:batch-dispatch",
            "spmd:sync-start",
            "spmd:sync-start-edge",
            "spmd:stress",
            "spmd:starvation",
            "spmd:core-counts",
            "spmd:early-dispatch",
            "spmd:mix-spill",
            "spmd:barrier",
            "control:dummy-chain",
            "control:dummy-barrier",
            "control:dummy-fan",
            "control:predicate-true",
            "control:predicate-false",
            "control:heap-rebase",
            "control:dep-chain",
            "control:fanin",
            "control:scalar-data",
            "control:alternating",
            "decoder:small",
            "decoder:standard",
            "decoder:replay",
            "moe:small");

    @TempDir
    private Path folder;

    @Test
    void predictionsOfRandomChangesComeTrue() throws IOException {
        List<Trial> trials = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        int ranked = 0;
        int best = 0;
        Random seeds = new Random(SEED);
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(new StandardWorkloads()));
        for (int at = 0; trials.size() < TRIALS; at++) {
            long seed = seeds.nextInt(1 << 30);
            Subject subject = at % 2 == 0
                    ? Subject.random(seed)
                    : Subject.workload(named(catalog, CASES.get(at / 2 % CASES.size())), seed);
            Path capture = folder.resolve("c" + at);
            try {
                Trials of = Trials.of(subject, seed, capture);
                if (Math.abs(of.run().replayError()) > of.run().machine().replayLimit()) {
                    refused.add(subject.title()
                            + " "
                            + 100 * of.run().replayError()
                            + " % "
                            + of.run().graph().remarks());
                } else {
                    for (int i = 0; i < CHANGES_EACH && trials.size() < TRIALS; i++) {
                        trials.add(of.next());
                    }
                    if (at % 8 == 0) { // kernels of cases cannot be changed one by one
                        ranked++;
                        best += of.bestIsBest() ? 1 : 0;
                    }
                }
            } catch (WhatIfRefusedException wrong) {
                refused.add(subject.title() + " " + wrong.getMessage());
            }
            remove(capture);
            assertThat(refused.size()).as("seed %d: %s", SEED, refused).isLessThanOrEqualTo(3 + at / 50);
        }
        report(trials, refused, ranked, best);
        double[] errors = trials.stream().mapToDouble(Trial::error).sorted().toArray();
        assertThat(errors[errors.length / 2]).as("median, seed %d", SEED).isLessThan(0.005);
        assertThat(errors[errors.length * 95 / 100])
                .as("95 of 100, seed %d", SEED)
                .isLessThan(0.02);
        assertThat(trials.stream().filter(Trial::isCovered).count())
                .as("in the interval, seed %d", SEED)
                .isGreaterThanOrEqualTo((93L * trials.size() + 99) / 100);
        assertThat(best)
                .as("best of twenty is the true best, seed %d", SEED)
                .isGreaterThanOrEqualTo((90 * ranked + 99) / 100);
    }

    private static void report(List<Trial> trials, List<String> refused, int ranked, int best) {
        List<Trial> sorted =
                trials.stream().sorted(Comparator.comparingDouble(Trial::error)).toList();
        System.out.printf(
                Locale.ROOT,
                "what-if: %d trials, seed %d: median %.4f %%, 95 of 100 %.4f %%, worst %.4f %%; in the"
                        + " interval %.1f %%; best of twenty is best %d of %d times; %d captures"
                        + " refused%n",
                trials.size(),
                SEED,
                100 * sorted.get(sorted.size() / 2).error(),
                100 * sorted.get(sorted.size() * 95 / 100).error(),
                100 * sorted.getLast().error(),
                100.0 * trials.stream().filter(Trial::isCovered).count() / trials.size(),
                best,
                ranked,
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
