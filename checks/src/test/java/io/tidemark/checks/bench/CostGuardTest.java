package io.tidemark.checks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chip.DeviceClock;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps what a task costs: garbage and readings of the clock by count, processor time by its ratio
 * to something measured in turns with it on the same thread. No limit is a time. A limit lies where
 * a cost that doubles goes over it, and far enough above what it is today for a busy machine.
 */
@Timeout(120)
class CostGuardTest {
    private static final int TASKS = 50_000;
    private static final int WARM_UP_ROUNDS = 8;
    private static final int ROUNDS = 9;

    /** A run's own objects are some kilobytes; a task that allocates has at least 16 bytes. */
    private static final double MOST_BYTES_PER_TASK = 1;

    /** With slots for a million, registers and cores a task of ours costs some eight of theirs. */
    private static final double MOST_PLAIN_GRAPHS = 15;

    private static NoopRuns runs;

    @BeforeAll
    static void open() {
        runs = new NoopRuns();
    }

    @AfterAll
    static void close() {
        runs.close();
    }

    /** Counts who asks for ticks. */
    private static final class CountingClock implements DeviceClock {
        private final DeviceClock clock = NoopRuns.clock();
        private long readings;

        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public long ticks() {
            readings++;
            return clock.ticks();
        }

        @Override
        public long hertz() {
            return clock.hertz();
        }
    }

    private static AloneStepper alone(WorkloadCase graph, Setting setting) throws Exception {
        AloneStepper stepper = new AloneStepper();
        runs.runAlone(graph, setting, NoopRuns.clock(), stepper);
        return stepper;
    }

    private static double nanosPerTask(AloneStepper stepper) {
        long nanos = stepper.orchestration().cpuNanos() + stepper.lanes().cpuNanos();
        return nanos / (double) TASKS;
    }

    @ParameterizedTest
    @ValueSource(strings = {"independent", "chain", "tree", "layered"})
    void noTaskAndNoRecordMakesGarbage(String shape) throws Exception {
        WorkloadCase graph = NoopRuns.graph(shape, TASKS);
        for (Setting setting :
                List.of(Setting.OFF, Setting.level(1), Setting.level(4), Setting.DEPS)) {
            double submit = Double.MAX_VALUE;
            double schedule = Double.MAX_VALUE;
            for (int round = 0; round < 4; round++) { // the first ones fill caches and pools
                AloneStepper stepper = alone(graph, setting);
                submit = Math.min(submit, stepper.orchestration().allocatedBytes());
                schedule = Math.min(schedule, stepper.lanes().allocatedBytes());
            }
            double own = shape.equals("tree") ? 4.0 * TASKS + 64 : 0; // the graph's list of ids
            assertThat((submit - own) / TASKS)
                    .as("%s: heap bytes a submit", setting.name())
                    .isLessThan(MOST_BYTES_PER_TASK);
            assertThat(schedule / TASKS)
                    .as("%s: heap bytes a task on schedulers and cores", setting.name())
                    .isLessThan(MOST_BYTES_PER_TASK);
        }
    }

    /** A layered graph keeps five or six vector cores of each scheduler busy every turn. */
    @ParameterizedTest
    @CsvSource({"0, 0.01", "1, 1.3", "2, 1.7", "3, 1.9", "4, 3.9"})
    void aTaskReadsTheClockNoMoreThanItsLevelNeeds(int level, double most) throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        CountingClock clock = new CountingClock();
        runs.runAlone(graph, Setting.level(level), clock, new AloneStepper());
        assertThat(clock.readings / (double) TASKS).isLessThan(most);
    }

    @Test
    void recordingCostsNoMultipleOfTheRunItself() throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        Samples samples = new Samples();
        List<Setting> settings =
                List.of(Setting.OFF, Setting.level(1), Setting.level(4), Setting.DEPS);
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            for (Setting setting : settings) {
                double nanos = nanosPerTask(alone(graph, setting));
                if (round >= 0) {
                    samples.add(setting.name(), nanos);
                }
            }
        }
        // today 1.25, 1.75 and 1.6
        assertThat(samples.medianRatio("level 1", "off")).as("level 1").isLessThan(1.5);
        assertThat(samples.medianRatio("level 4", "off")).as("level 4").isLessThan(2.4);
        assertThat(samples.medianRatio("deps", "off")).as("dependency capture").isLessThan(2.3);
    }

    @Test
    void aTaskCostsNoMultipleOfAPlainJavaGraph() throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        PlainGraph plain = new PlainGraph();
        Samples samples = new Samples();
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            double own = nanosPerTask(alone(graph, Setting.OFF));
            AloneStepper.Cost begin = AloneStepper.Cost.now();
            assertThat(plain.run(TASKS)).isEqualTo(TASKS);
            double other = AloneStepper.Cost.now().since(begin).cpuNanos() / (double) TASKS;
            if (round >= 0) {
                samples.add("own", own);
                samples.add("plain", other);
            }
        }
        assertThat(samples.medianRatio("own", "plain")).isLessThan(MOST_PLAIN_GRAPHS);
    }
}
