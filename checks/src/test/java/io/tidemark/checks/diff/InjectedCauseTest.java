package io.tidemark.checks.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.analysis.diff.Comparison;
import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.Part;
import io.tidemark.capture.Capture;
import io.tidemark.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slows runs in virtual time by one known cause and asks which part of the difference is the
 * largest. {@code -Dtidemark.trials=N} makes more of them, {@code -Dtidemark.seed=N} others.
 */
class InjectedCauseTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 12);
    private static final long SEED = Long.getLong("tidemark.seed", 22);
    private static final double LEAST_EFFECT =
            0.05; // of the makespan; less may be a schedule that tipped over

    @TempDir private Path folder;

    private record Injected(ChangedRun run, Cause cause, String kernel) {}

    @Test
    void theLargestPartNamesTheInjectedCause() throws IOException {
        Random seeds = new Random(SEED);
        Map<Cause, int[]> byCause = new TreeMap<>();
        int named = 0;
        int trials = 0;
        for (int at = 0; trials < TRIALS && at < 20 * TRIALS; at++) {
            long seed = seeds.nextInt(1 << 30);
            Capture before = new ChangedRun(seed, Platform.A2A3).record(folder.resolve(at + "a"));
            Injected injected = inject(at % 6, seed);
            Capture after = injected.run().record(folder.resolve(at + "b"));
            DiffReport report = compare(before, after);
            assertThat(report.split().residualNanos()).isZero();
            double effect =
                    (double) report.split().differenceNanos() / report.split().beforeNanos();
            if (effect > LEAST_EFFECT) {
                Part largest = report.split().parts().getFirst();
                boolean isNamed =
                        largest.cause() == injected.cause()
                                && largest.kernel().equals(injected.kernel());
                int[] counts = byCause.computeIfAbsent(injected.cause(), unused -> new int[2]);
                counts[0] += isNamed ? 1 : 0;
                counts[1]++;
                trials++;
                named += isNamed ? 1 : 0;
                if (!isNamed) {
                    System.out.println(
                            "seed "
                                    + seed
                                    + " "
                                    + injected.cause()
                                    + " "
                                    + injected.kernel()
                                    + ": "
                                    + words(report));
                }
            }
            FileTree.delete(folder.resolve(at + "a"));
            FileTree.delete(folder.resolve(at + "b"));
        }
        byCause.forEach(
                (cause, counts) ->
                        System.out.printf(
                                "| %s | %d of %d |%n", cause.key(), counts[0], counts[1]));
        System.out.printf(Locale.ROOT, "causes: %d of %d named, seed %d%n", named, trials, SEED);
        assertThat(named).as("seed %d", SEED).isGreaterThanOrEqualTo(95 * trials / 100);
    }

    private static String words(DiffReport report) {
        return report.split().differenceNanos()
                + " = "
                + report.split().parts().stream()
                        .limit(5)
                        .map(part -> part.words() + " " + part.nanos())
                        .toList();
    }

    private static Injected inject(int which, long seed) {
        Random random = new Random(seed + 1);
        ChangedRun run = new ChangedRun(seed, Platform.A2A3);
        int kernel = random.nextInt(ChangedRun.KERNELS);
        return switch (which) {
            case 0 ->
                    new Injected(
                            run.kernel(kernel, 1.5 + random.nextInt(4)),
                            Cause.KERNEL,
                            "k" + kernel);
            case 1 ->
                    new Injected(
                            run.extraSubmit(Duration.ofNanos(10_000 + random.nextInt(50_000))),
                            Cause.SUBMIT,
                            "");
            case 2 ->
                    new Injected(
                            run.extraDispatch(Duration.ofNanos(10_000 + random.nextInt(50_000))),
                            Cause.SCHEDULER,
                            "");
            case 3 -> new Injected(run.tightRings(), Cause.RING, "");
            case 4 -> new Injected(run.chained(), Cause.DEPENDENCY, "");
            default -> new Injected(run.clusters(1 + random.nextInt(2)), Cause.CORE, "");
        };
    }

    private static DiffReport compare(Capture before, Capture after) {
        return Comparison.of(
                List.of(() -> new ComparedRun("before", before)),
                List.of(() -> new ComparedRun("after", after)));
    }
}
