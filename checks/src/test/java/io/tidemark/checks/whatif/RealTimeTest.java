package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.capture.StoredCapture;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Changes.KernelTime;
import io.tidemark.recording.whatif.Interval;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Predicts changes of runs in real time whose kernels compute long, then really runs them, several
 * times each: what a prediction is wrong by stands beside what equal runs differ by. A kernel does
 * a fixed amount of arithmetic and never looks at a clock. It says something only on a quiet
 * machine with a CPU for each core that has kernels and each control thread; {@code
 * checks/whatif-real} runs it.
 */
@EnabledIfSystemProperty(named = "tidemark.real.trials", matches = "[1-9][0-9]*")
class RealTimeTest {
    private static final int TRIALS = Integer.getInteger("tidemark.real.trials", 0);
    private static final long SEED = Long.getLong("tidemark.seed", 1);
    private static final int MOST_CLUSTERS = Integer.getInteger("tidemark.real.clusters", 1);

    /** 1: all kernels are for matrix cores, one for each cluster; 3: vector cores compute too. */
    private static final int CORES_EACH = Integer.getInteger("tidemark.real.cores", 3);

    private static final int ATTEMPTS_EACH = 2; // a refused capture is tried with another program
    private static final int RERUNS = 5;
    private static final int WARM_UPS = 2;
    private static final int KERNELS = 3;
    private static final long LEAST_ROUNDS = 100_000; // of a kernel: some 0.1 to 0.2 ms
    private static final long PRIME = 6_364_136_223_846_793_005L;

    private static volatile long result; // so that nothing is left out

    @TempDir
    private Path folder;

    private int captures;

    /** What a run is made with. */
    private record Setting(double[] factors, int clusters) {}

    /** A program of three kernels that compute: chains side by side, joined now and then. */
    private record Busy(long seed) {
        List<Kernel> kernels(double[] factors) {
            Random random = new Random(seed);
            List<Kernel> all = new ArrayList<>();
            for (int kernel = 0; kernel < factors.length; kernel++) {
                long rounds = Math.round(LEAST_ROUNDS * (1 + 4 * random.nextDouble()) * factors[kernel]);
                all.add(Kernel.of(
                        kernel == 0 || CORES_EACH == 1 ? CoreType.AIC : CoreType.AIV,
                        kernel,
                        "k" + kernel,
                        new KernelCode.JavaCode(context -> compute(rounds))));
            }
            return all;
        }

        /** A chain of multiplications, each of which needs the one before. */
        private static void compute(long rounds) {
            long word = rounds;
            for (long i = 0; i < rounds; i++) {
                word = word * PRIME + i;
            }
            result = word;
        }

        Orchestration orchestration(List<Kernel> kernels) {
            return graph -> {
                Random random = new Random(~seed);
                long[] lanes = new long[3 + random.nextInt(5)];
                Arrays.fill(lanes, -1);
                int tasks = 30 + random.nextInt(60);
                for (int i = 0; i < tasks; i++) {
                    int lane = random.nextInt(lanes.length);
                    var task = graph.task(kernels.get(random.nextInt(kernels.size())));
                    if (lanes[lane] >= 0) {
                        task.after(lanes[lane]);
                    }
                    int other = random.nextInt(4 * lanes.length);
                    if (other < lanes.length && other != lane && lanes[other] >= 0) {
                        task.after(lanes[other]);
                    }
                    lanes[lane] = task.submit().id();
                }
            };
        }
    }

    /** One prediction; shares of the median of the runs that were made. */
    private record Outcome(double error, double spread, boolean isCovered, String line) {}

    @Test
    void predictionsBesideTheSpreadOfRuns() throws IOException {
        Random seeds = new Random(SEED);
        List<Outcome> outcomes = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        while (outcomes.size() < TRIALS && outcomes.size() + refused.size() < ATTEMPTS_EACH * TRIALS) {
            long seed = seeds.nextInt(1 << 30);
            try {
                outcomes.add(trial(new Busy(seed), new Random(seed)));
            } catch (WhatIfRefusedException why) {
                refused.add("refused: busy " + seed + ": " + why.getMessage());
            }
        }
        outcomes.forEach(outcome -> System.out.println(outcome.line()));
        refused.forEach(System.out::println);
        if (!outcomes.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "what-if, real time: %d trials, seed %d, %d CPUs: median error %.2f %%, 95 of 100"
                            + " %.2f %%; equal runs differ by %.2f %% (median) and %.2f %% (95 of 100);"
                            + " error below what equal runs differ by: %.0f %%; in the interval %.0f %%;"
                            + " %d captures refused%n",
                    outcomes.size(),
                    SEED,
                    Runtime.getRuntime().availableProcessors(),
                    100 * share(outcomes.stream().mapToDouble(Outcome::error).toArray(), 0.5),
                    100 * share(outcomes.stream().mapToDouble(Outcome::error).toArray(), 0.95),
                    100 * share(outcomes.stream().mapToDouble(Outcome::spread).toArray(), 0.5),
                    100 * share(outcomes.stream().mapToDouble(Outcome::spread).toArray(), 0.95),
                    percent(outcomes, outcome -> outcome.error() <= outcome.spread()),
                    percent(outcomes, Outcome::isCovered),
                    refused.size());
        }
        assertThat(outcomes.size() + refused.size()).isGreaterThanOrEqualTo(TRIALS);
    }

    private static double percent(List<Outcome> outcomes, Predicate<Outcome> which) {
        return 100.0 * outcomes.stream().filter(which).count() / outcomes.size();
    }

    private Outcome trial(Busy subject, Random random) throws IOException, WhatIfRefusedException {
        int clusters = 1 + random.nextInt(MOST_CLUSTERS);
        double[] factors = new double[KERNELS];
        Arrays.fill(factors, 1);
        Path capture = record(subject, new Setting(factors, clusters));
        StoredCapture read = StoredCapture.open(capture);
        WhatIf run =
                WhatIf.of(read, Machine.of(read, ChipProfiles.shipped("ideal").withFreeProfiler()));
        if (Math.abs(run.replayError()) > run.machine().replayLimit()) {
            throw new WhatIfRefusedException(String.format(Locale.ROOT, "unchanged %+.2f %%", 100 * run.replayError()));
        }
        Changes changes = Changes.NONE;
        List<String> words = new ArrayList<>();
        int changedClusters = clusters;
        int which = random.nextInt(4); // both at once for the last
        if (MOST_CLUSTERS > 1 && (which == 0 || which == 3)) {
            changedClusters = 1 + (clusters + random.nextInt(MOST_CLUSTERS - 1)) % MOST_CLUSTERS;
            changes = changes.clusters(changedClusters);
            words.add("clusters " + clusters + " to " + changedClusters);
        }
        if (which > 0 || words.isEmpty()) {
            int kernel = random.nextInt(factors.length);
            factors[kernel] = 0.25 + random.nextInt(8) * 0.25;
            changes = changes.kernel(kernel, new KernelTime(factors[kernel], Optional.empty()));
            words.add("kernel k" + kernel + " " + factors[kernel] + "x");
        }
        Setting changed = new Setting(factors, changedClusters);
        long predicted = run.makespan(changes);
        Interval interval = Interval.of(run, changes, predicted, 1);
        long[] actual = new long[RERUNS];
        for (int i = 0; i < RERUNS; i++) {
            actual[i] = makespan(record(subject, changed));
        }
        Arrays.sort(actual);
        long median = actual[RERUNS / 2];
        double error = Math.abs(predicted - median) / (double) median;
        double spread = (actual[RERUNS - 1] - actual[0]) / (double) median;
        return new Outcome(
                error,
                spread,
                interval.contains(median),
                String.format(
                        Locale.ROOT,
                        "| busy %d | %s | %.1f us | %.1f us | %.2f %% | %.2f %% |",
                        subject.seed(),
                        String.join(", ", words),
                        predicted / 1e3,
                        median / 1e3,
                        100 * error,
                        100 * spread));
    }

    private static long makespan(Path capture) throws IOException {
        return Makespan.of(StoredCapture.open(capture).model().runs()).nanos();
    }

    private Path record(Busy subject, Setting setting) throws IOException {
        Path capture = folder.resolve("c" + captures++);
        List<Kernel> kernels = subject.kernels(setting.factors());
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("busy")
                .config(RuntimeConfig.builder()
                        .clusters(setting.clusters())
                        .memoryBytes(1 << 20)
                        .build())
                .call(CallConfig.builder()
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .build())
                .build();
        Program program = new Program("busy", subject.orchestration(kernels), List.of(), kernels);
        try (Recorder recorder = Recorder.open(plan)) {
            for (int i = 0; i < WARM_UPS; i++) {
                assertThat(recorder.run(program).isOk()).isTrue();
            }
            assertThat(recorder.record(program).isOk()).isTrue();
            recorder.seal();
        }
        return capture;
    }

    private static double share(double[] values, double of) {
        Arrays.sort(values);
        return values[Math.min(values.length - 1, (int) (values.length * of))];
    }
}
