package io.tidemark.checks.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.analysis.diff.Comparison;
import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.capture.StoredCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One kernel of twelve that takes 0.2 % longer in virtual time, one run a side: more runs would be
 * the same runs again. {@code -Dtidemark.trials=N} makes more trials, {@code -Dtidemark.seed=N}
 * others.
 */
class SlowedKernelTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 4);
    private static final long SEED = Long.getLong("tidemark.seed", 22);

    @TempDir
    private Path folder;

    @Test
    void aKernelThatIsAFewNanosecondsSlowerInVirtualTimeIsNamedAndNoOther() throws IOException {
        Random seeds = new Random(SEED);
        int named = 0;
        int others = 0;
        int alarms = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            long seed = seeds.nextInt(1 << 30);
            Platform platform = trial % 2 == 0 ? Platform.A2A3 : Platform.A5;
            int kernel = seeds.nextInt(ChangedRun.KERNELS);
            StoredCapture before = new ChangedRun(seed, platform).record(folder.resolve(trial + "a"));
            StoredCapture again = new ChangedRun(seed, platform).record(folder.resolve(trial + "b"));
            StoredCapture after =
                    new ChangedRun(seed, platform).kernel(kernel, 1.002).record(folder.resolve(trial + "c"));
            List<String> slower = significant(compare(before, after));
            named += slower.contains("k" + kernel) ? 1 : 0;
            others += slower.size() - (slower.contains("k" + kernel) ? 1 : 0);
            DiffReport equal = compare(before, again);
            assertThat(equal.split().parts()).isEmpty();
            assertThat(equal.makespan().verdict()).isEqualTo(Change.Verdict.NOISE);
            alarms += significant(equal).isEmpty() ? 0 : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "virtual time: seed %d: 0.2 %% named %d of %d, other kernels %d; equal builds: %d false"
                        + " alarms of %d%n",
                SEED,
                named,
                TRIALS,
                others,
                alarms,
                TRIALS);
        assertThat(named).as("seed %d", SEED).isGreaterThanOrEqualTo(95 * TRIALS / 100);
        assertThat(alarms).as("seed %d", SEED).isZero();
    }

    private static List<String> significant(DiffReport report) {
        return report.kernels().kernels().stream()
                .filter(change -> change.change().isSignificant())
                .map(KernelChange::kernel)
                .toList();
    }

    private static DiffReport compare(StoredCapture before, StoredCapture after) {
        return Comparison.of(
                List.of(() -> new ComparedRun("before", before)), List.of(() -> new ComparedRun("after", after)));
    }
}
