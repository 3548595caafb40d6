package io.tidemark.analysis.diff.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.Generated;
import io.tidemark.capture.column.RowGroups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slowed kernels among twelve, in noise of a known kind, and equal builds. {@code
 * -Dtidemark.trials=N} makes more of them, {@code -Dtidemark.seed=N} others.
 */
class KernelTestTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 20);
    private static final long SEED = Long.getLong("tidemark.seed", 22);
    private static final int TASKS = 5000;

    @TempDir
    private Path directory;

    private KernelSample sample;

    @BeforeEach
    void setUp() {
        sample = new KernelSample(Generated.capture(directory, TASKS, SEED).model());
        assertThat(sample.kernelNames()).hasSize(12);
    }

    /** How the lengths of kernel runs vary. */
    private enum Noise {
        /** Every task on its own. */
        TASKS,
        /** Also whole runs, as on a machine whose clock changes. */
        RUNS,
        /** Also each kind of core in each run, as when the host's CPUs differ. */
        KINDS,
        /** Also each kernel in each run, and tasks that are interrupted. */
        ROUGH,
        /**
         * Also one task in ten beside others on its CPU, and one in forty without one for a while.
         */
        BUSY;

        double interruption(Random random) {
            return switch (this) {
                case TASKS, RUNS, KINDS -> 0;
                case ROUGH -> random.nextInt(100) == 0 ? 20_000 : 0;
                case BUSY -> random.nextInt(40) == 0 ? 1_000_000 * random.nextExponential() : 0;
            };
        }

        double sharing(Random random) {
            return this == BUSY && random.nextInt(10) == 0 ? 0.2 * random.nextExponential() : 0;
        }
    }

    private double[] run(Random random, Noise noise, int slowed, double factor) {
        double[] values = sample.values();
        RowGroups items = sample.itemsByKernel();
        double shared = noise == Noise.TASKS ? 0 : 0.02 * random.nextGaussian();
        double kinds = noise == Noise.TASKS || noise == Noise.RUNS ? 0 : 0.005 * random.nextGaussian();
        for (int kernel = 0; kernel < sample.kernelNames().size(); kernel++) {
            boolean isOwn = noise == Noise.ROUGH || noise == Noise.BUSY;
            double own = isOwn ? 0.001 * random.nextGaussian() : 0;
            own += sample.kind(kernel) == CoreType.AIC ? kinds : -kinds;
            double scale = kernel == slowed ? factor : 1;
            for (int at = items.begin(kernel); at < items.end(kernel); at++) {
                int item = items.row(at);
                double task = 0.02 * random.nextGaussian() + noise.sharing(random);
                double length = values[item] * Math.exp(shared + own + task) * scale;
                double ticks = Math.round((length + noise.interruption(random)) / 20);
                values[item] = 20 * ticks;
            }
        }
        return values;
    }

    private KernelTest.Result trial(Random random, Noise noise, int slowed, double factor, int runs) {
        List<double[]> before = new ArrayList<>();
        List<double[]> after = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            before.add(run(random, noise, -1, 1));
            after.add(run(random, noise, slowed, factor));
        }
        return new KernelTest(sample, before, after, false).run();
    }

    @Test
    void aKernelOfTwelveThatIsOnePercentSlowerIsNamedAndEqualBuildsAreNot() {
        for (Noise noise : Noise.values()) {
            Random random = new Random(SEED);
            int named = 0;
            int others = 0;
            int alarms = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                int slowed = random.nextInt(12);
                List<KernelChange> changes =
                        trial(random, noise, slowed, 1.01, 5).kernels();
                Change own = changes.get(slowed).change();
                named += own.verdict() == Change.Verdict.MORE ? 1 : 0;
                others += significant(changes) - (own.isSignificant() ? 1 : 0);
                alarms += significant(trial(random, noise, -1, 1, 5).kernels()) > 0 ? 1 : 0;
            }
            System.out.printf(
                    Locale.ROOT,
                    "significance: noise %s, seed %d: named %d of %d, other kernels %d; equal builds: %d"
                            + " false alarms of %d%n",
                    noise,
                    SEED,
                    named,
                    TRIALS,
                    others,
                    alarms,
                    TRIALS);
            assertThat(named)
                    .as("%s, seed %d", noise, SEED)
                    .isGreaterThanOrEqualTo((noise == Noise.BUSY ? 85 : 95) * TRIALS / 100);
            // one of a hundred is allowed, and that one may come in a short slice
            assertThat(alarms).as("%s, seed %d", noise, SEED).isLessThanOrEqualTo(Math.max(1, TRIALS / 100));
        }
    }

    /** All kernels of one kind of core slower: none of them stands out among its neighbours. */
    @Test
    void aKindOfCoreThatBecameSlowerIsToldAndSoAreItsKernels() {
        Random random = new Random(SEED);
        for (CoreType slow : CoreType.values()) {
            List<double[]> before = new ArrayList<>();
            List<double[]> after = new ArrayList<>();
            for (int run = 0; run < 5; run++) {
                before.add(run(random, Noise.RUNS, -1, 1));
                after.add(run(random, Noise.RUNS, -1, 1));
                RowGroups items = sample.itemsByKernel();
                for (int kernel = 0; kernel < sample.kernelNames().size(); kernel++) {
                    for (int at = items.begin(kernel); at < items.end(kernel); at++) {
                        after.getLast()[items.row(at)] *= sample.kind(kernel) == slow ? 1.03 : 1;
                    }
                }
            }
            KernelTest.Result result = new KernelTest(sample, before, after, false).run();
            assertThat(result.kinds()).as("seed %d", SEED).containsOnlyKeys(CoreType.values());
            Change kind = result.kinds().get(slow);
            assertThat(kind.verdict()).as("seed %d", SEED).isEqualTo(Change.Verdict.MORE);
            CoreType other = slow == CoreType.AIC ? CoreType.AIV : CoreType.AIC;
            assertThat(kind.value() - result.kinds().get(other).value())
                    .as("seed %d", SEED)
                    .isCloseTo(0.03, within(0.005));
            for (int kernel = 0; kernel < sample.kernelNames().size(); kernel++) {
                Change own = result.kernels().get(kernel).change();
                if (sample.kind(kernel) == slow) {
                    assertThat(own.isSignificant()).as("seed %d", SEED).isTrue();
                    assertThat(own.value()).isCloseTo(kind.value(), within(0.005));
                }
            }
        }
    }

    @Test
    void oneRunASideFindsAKernelThatStandsOut() {
        Random random = new Random(SEED);
        int named = 0;
        int alarms = 0;
        for (int trial = 0; trial < 20; trial++) {
            Change own = trial(random, Noise.RUNS, 3, 1.05, 1).kernels().get(3).change();
            named += own.verdict() == Change.Verdict.MORE ? 1 : 0;
            alarms += significant(trial(random, Noise.RUNS, -1, 1, 1).kernels());
        }
        assertThat(named).isGreaterThanOrEqualTo(19);
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    /** What is left out of many runs must not make them look faster than a few. */
    @Test
    void sidesOfUnequalNumbersAreSeldomCalledDifferent() {
        Random random = new Random(SEED);
        int alarms = 0;
        for (int trial = 0; trial < 20; trial++) {
            List<double[]> few = new ArrayList<>();
            List<double[]> many = new ArrayList<>();
            for (int run = 0; run < 5; run++) {
                (run < 2 ? few : many).add(run(random, Noise.BUSY, -1, 1));
                many.add(run(random, Noise.BUSY, -1, 1));
            }
            alarms += significant(new KernelTest(sample, few, many, false).run().kernels());
        }
        assertThat(alarms).as("seed %d", SEED).isLessThanOrEqualTo(1);
    }

    @Test
    void aCentreSeesLessThanATickAndIsHardlyMovedByATail() {
        double[] ticks = new double[1000];
        Arrays.fill(ticks, 0, 300, 20);
        assertThat(Robust.centre(ticks, 20).centre()).isCloseTo(6, within(1e-6));
        Random random = new Random(SEED);
        double[] tailed = new double[1000];
        Arrays.setAll(tailed, at -> random.nextGaussian() + (at % 4 == 0 ? 100 * random.nextDouble() : 0));
        assertThat(Robust.mean(tailed)).isGreaterThan(10);
        assertThat(Robust.centre(tailed, 0).centre()).as("seed %d", SEED).isBetween(-0.1, 0.6);
        assertThat(Robust.midmean(new double[] {1, 900, 2})).isEqualTo(2);
        assertThat(Robust.midmean(new double[] {3, 1, 2, -900, 900})).isEqualTo(2);
        assertThat(Robust.midmean(new double[] {1, 3})).isEqualTo(2);
    }

    private static int significant(List<KernelChange> changes) {
        return (int)
                changes.stream().filter(each -> each.change().isSignificant()).count();
    }

    /** Values of the tables of Student's distribution. */
    @Test
    void criticalValuesAreThoseOfTheTables() {
        assertThat(Student.critical(0.05, 8)).isCloseTo(2.306, within(0.001));
        assertThat(Student.critical(0.01, 1)).isCloseTo(63.657, within(0.01));
        assertThat(Student.critical(0.001, 30)).isCloseTo(3.646, within(0.001));
        assertThat(Student.twoSided(2.5758, 1e6)).isCloseTo(0.01, within(1e-5));
    }
}
