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
    private static final double LEAST_EFFECT = 0.02; // of the makespan
    private static final int CAUSES = 6;
    private static final long[] SLOWED = {729_930_186, 905_887_515, 847_370_445, 431_805_068};
    private static final long[] CHAINED = {
        995_368_307, 196_214_699, 167_820_570, 697_634_945, 906_334_924, 862_453_095, 552_683_927
    };

    @TempDir
    private Path folder;

    private record Injected(ChangedRun run, Cause cause, String kernel) {}

    @Test
    void theLargestPartNamesTheInjectedCause() throws IOException {
        Random seeds = new Random(SEED);
        Tally tally = new Tally();
        for (int at = 0; tally.trials < TRIALS && at < 20 * TRIALS; at++) {
            trial(at % CAUSES, seeds.nextInt(1 << 30), tally);
        }
        tally.print("causes", SEED);
        assertThat(tally.named).as("seed %d", SEED).isGreaterThanOrEqualTo(95 * tally.trials / 100);
    }

    /**
     * Tasks took other cores in another order here, so that the path of the slower run waits for
     * cores whose tasks changed nothing. What made a task late must be named all the same.
     */
    @Test
    void aCauseIsNamedWhereTheScheduleTippedOver() throws IOException {
        Tally tally = new Tally();
        for (long seed : SLOWED) {
            trial(0, seed, tally);
        }
        for (long seed : CHAINED) {
            trial(4, seed, tally);
        }
        tally.print("tipped over", 0);
        assertThat(tally.named).isGreaterThanOrEqualTo(3 * tally.trials / 4);
    }

    /** How many causes were named. */
    private static final class Tally {
        private final Map<Cause, int[]> byCause = new TreeMap<>();
        private int named;
        private int trials;

        void add(Cause cause, boolean isNamed) {
            int[] counts = byCause.computeIfAbsent(cause, unused -> new int[2]);
            counts[0] += isNamed ? 1 : 0;
            counts[1]++;
            named += isNamed ? 1 : 0;
            trials++;
        }

        void print(String what, long seed) {
            byCause.forEach(
                    (cause, counts) -> System.out.printf("| %s | %d of %d |%n", cause.key(), counts[0], counts[1]));
            System.out.printf(Locale.ROOT, "%s: %d of %d named, seed %d%n", what, named, trials, seed);
        }
    }

    /** Records a program with and without a change; counts if the change is felt. */
    private void trial(int which, long seed, Tally tally) throws IOException {
        Path one = folder.resolve(which + "-" + seed + "a");
        Path other = folder.resolve(which + "-" + seed + "b");
        Capture before = new ChangedRun(seed, Platform.A2A3).record(one);
        Injected injected = inject(which, seed);
        Capture after = injected.run().record(other);
        DiffReport report = compare(before, after);
        assertThat(report.split().residualNanos()).isZero();
        double effect =
                (double) report.split().differenceNanos() / report.split().beforeNanos();
        if (effect > LEAST_EFFECT) {
            Part largest = report.split().parts().getFirst();
            boolean isNamed =
                    largest.cause() == injected.cause() && largest.kernel().equals(injected.kernel());
            tally.add(injected.cause(), isNamed);
            if (!isNamed) {
                System.out.println(
                        "seed %d %s %s: %s".formatted(seed, injected.cause(), injected.kernel(), words(report)));
            }
        }
        FileTree.delete(one);
        FileTree.delete(other);
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
            case 0 -> new Injected(run.kernel(kernel, 1.5 + random.nextInt(4)), Cause.KERNEL, "k" + kernel);
            case 1 ->
                new Injected(run.extraSubmit(Duration.ofNanos(10_000 + random.nextInt(50_000))), Cause.SUBMIT, "");
            case 2 ->
                new Injected(run.extraDispatch(Duration.ofNanos(10_000 + random.nextInt(50_000))), Cause.SCHEDULER, "");
            case 3 -> new Injected(run.tightRings(), Cause.RING, "");
            case 4 -> new Injected(run.chained(), Cause.DEPENDENCY, "");
            default -> new Injected(run.clusters(1 + random.nextInt(2)), Cause.CORE, "");
        };
    }

    private static DiffReport compare(Capture before, Capture after) {
        return Comparison.of(
                List.of(() -> new ComparedRun("before", before)), List.of(() -> new ComparedRun("after", after)));
    }
}
