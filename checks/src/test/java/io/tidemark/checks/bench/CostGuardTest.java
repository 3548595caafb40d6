package io.tidemark.checks.bench;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chip.DeviceClock;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Map;
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
    private static final int LOOKS = 6; // more only while it is above

    /** A run's own objects are some kilobytes; a task that allocates has at least 16 bytes. */
    private static final double MOST_BYTES_PER_TASK = 1;

    /**
     * With slots for a million, registers and cores a task of ours costs eight to twelve of theirs;
     * seventeen or eighteen in the JVM of the whole suite, where other tests have shown the
     * compiler both kinds of ready queues, replays and every probe.
     */
    private static final double MOST_PLAIN_GRAPHS = 25;

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
        for (Setting setting : List.of(Setting.OFF, Setting.level(1), Setting.level(4), Setting.DEPS)) {
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

    /** Of a body that is replayed only what tasks after it can touch is registered. */
    @Test
    void aReplayedTaskIsNotLookedUpInsideItsBody() {
        SubmitBenchmark.Replays submits = new SubmitBenchmark.Replays();
        submits.makeTensors();
        submits.makeEmpty();
        new SubmitBenchmark().replayATaskOfThreeTensors(submits);
        assertThat(submits.map.inserted())
                .as("entries of the map, at most one for each cell and call")
                .isBetween(1L, (2L + SubmitBenchmark.REPLAYS) * submits.rows.length);
        long tasks = submits.table.submittedAcquire();
        assertThat(submits.table.fanout(0).allocated() / (double) tasks)
                .as("list nodes a task: three where edges are linked one by one")
                .isLessThan(0.7);
        submits.free();
    }

    /** Arguments have no times of their own. */
    @Test
    void anArgumentDumpReadsNoClockWhereNothingIsMarked() throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        CountingClock clock = new CountingClock();
        runs.runAlone(graph, Setting.args().get(1), clock, new AloneStepper());
        assertThat(clock.readings / (double) TASKS).isLessThan(0.01);
    }

    @Test
    void recordingCostsNoMultipleOfTheRunItself() throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        List<Setting> settings = List.of(Setting.OFF, Setting.level(1), Setting.level(4), Setting.DEPS);
        // today 1.35, 2.05 and 1.55: a submit got cheaper, and with it what these are compared with
        assertRatiosToOff(Map.of("level 1", 1.65, "level 4", 3.0, "deps", 2.3), samples -> {
            for (Setting setting : settings) {
                samples.add(setting.name(), nanosPerTask(alone(graph, setting)));
            }
        });
    }

    @Test
    void aTaskCostsNoMultipleOfAPlainJavaGraph() throws Exception {
        WorkloadCase graph = NoopRuns.graph("layered", TASKS);
        PlainGraph plain = new PlainGraph();
        assertRatiosToOff(Map.of("own", MOST_PLAIN_GRAPHS), samples -> {
            samples.add("own", nanosPerTask(alone(graph, Setting.OFF)));
            AloneStepper.Cost begin = AloneStepper.Cost.now();
            assertThat(plain.run(TASKS)).isEqualTo(TASKS);
            AloneStepper.Cost cost = AloneStepper.Cost.now().since(begin);
            samples.add("off", cost.cpuNanos() / (double) TASKS);
        });
    }

    /** One round of everything that is compared. */
    @FunctionalInterface
    private interface Round {
        void measure(Samples samples) throws Exception;
    }

    /** A busy moment is over by a later look; a cost that has doubled is still there. */
    private static void assertRatiosToOff(Map<String, Double> limits, Round round) throws Exception {
        Samples warmUp = new Samples();
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            round.measure(warmUp);
        }
        Map<String, Double> ratios = Map.of();
        for (int look = 0; look < LOOKS && !areBelow(ratios, limits); look++) {
            Samples samples = new Samples();
            for (int i = 0; i < ROUNDS; i++) {
                round.measure(samples);
            }
            ratios = limits.keySet().stream().collect(toMap(name -> name, name -> samples.medianRatio(name, "off")));
        }
        System.out.println("cost guard: " + ratios + ", limits " + limits);
        assertThat(areBelow(ratios, limits)).as("%s below %s", ratios, limits).isTrue();
    }

    private static boolean areBelow(Map<String, Double> ratios, Map<String, Double> limits) {
        return !ratios.isEmpty() && limits.keySet().stream().allMatch(name -> ratios.get(name) < limits.get(name));
    }
}
