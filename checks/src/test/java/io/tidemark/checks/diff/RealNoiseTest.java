package io.tidemark.checks.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.analysis.diff.align.TaskAligner;
import io.tidemark.analysis.diff.noise.KernelChange;
import io.tidemark.analysis.diff.noise.KernelSample;
import io.tidemark.analysis.diff.noise.KernelTest;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Comparisons with the noise of a real machine: one program is recorded many times in real time,
 * and ten of the runs, five a side, are compared again and again; then with one kernel of one side
 * slowed. {@code -Dtidemark.trials=N} says how many comparisons; without it the test does not run,
 * because what it finds depends on the load of the machine.
 */
@EnabledIfSystemProperty(named = "tidemark.trials", matches = "[0-9]+")
class RealNoiseTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 100);
    private static final long SEED = Long.getLong("tidemark.seed", 22);
    private static final int RUNS = 30;
    private static final int COLD = 5;
    private static final int SIDE = 5;
    private static final int LONGER = 120; // one or two thousand tasks of each kernel

    @TempDir
    private Path folder;

    @Test
    void aKernelThatIsOnePercentSlowerInRealTimeIsNamedAndEqualBuildsSeldom() throws IOException {
        Random random = new Random(SEED);
        List<double[]> runs = new ArrayList<>();
        KernelSample sample = null;
        CaptureModel reference = null;
        for (int run = -COLD; run < RUNS; run++) {
            Path place = folder.resolve("run" + run);
            CaptureModel model = new ChangedRun(SEED, Platform.A2A3)
                    .clusters(1)
                    .longer(LONGER)
                    .real()
                    .record(place)
                    .model();
            if (run == 0) {
                reference = model;
                sample = new KernelSample(model);
            }
            if (run >= 0) {
                runs.add(sample.values(TaskAligner.align(reference, model)));
            }
            FileTree.delete(place);
        }
        int alarms = 0;
        int named = 0;
        int others = 0;
        RowGroups items = sample.itemsByKernel();
        for (int trial = 0; trial < TRIALS; trial++) {
            Collections.shuffle(runs, random);
            List<double[]> before = runs.subList(0, SIDE);
            List<double[]> after = runs.subList(SIDE, 2 * SIDE);
            alarms += significant(sample, before, after).isEmpty() ? 0 : 1;
            int kernel = random.nextInt(ChangedRun.KERNELS);
            List<double[]> slower = new ArrayList<>();
            for (double[] values : after) {
                double[] own = values.clone();
                for (int at = items.begin(kernel); at < items.end(kernel); at++) {
                    own[items.row(at)] *= 1.01;
                }
                slower.add(own);
            }
            List<String> found = significant(sample, before, slower);
            boolean isNamed = found.contains(sample.kernelNames().get(kernel));
            named += isNamed ? 1 : 0;
            others += found.size() - (isNamed ? 1 : 0);
        }
        System.out.printf(
                Locale.ROOT,
                "real noise: seed %d, %d runs, 5 a side: equal builds: %d false alarms of %d; one kernel 1 %%"
                        + " slower: named %d of %d, other kernels %d%n",
                SEED,
                RUNS,
                alarms,
                TRIALS,
                named,
                TRIALS,
                others);
        assertThat(alarms).as("seed %d", SEED).isLessThanOrEqualTo(Math.max(1, TRIALS / 100));
        assertThat(named).as("seed %d", SEED).isGreaterThanOrEqualTo(TRIALS * 95 / 100);
    }

    private static List<String> significant(KernelSample sample, List<double[]> before, List<double[]> after) {
        return new KernelTest(sample, before, after, false)
                .run().kernels().stream()
                        .filter(change -> change.change().isSignificant())
                        .map(KernelChange::kernel)
                        .toList();
    }
}
