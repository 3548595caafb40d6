package io.tidemark.analysis.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.TestJson;
import io.tidemark.analysis.overhead.Distribution;
import io.tidemark.analysis.overhead.EngineSwitches;
import io.tidemark.analysis.overhead.InstantShares;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.overhead.SchedulerLoops;
import io.tidemark.analysis.overhead.SchedulerLoops.ThreadLoops;
import io.tidemark.analysis.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every number of the report with what today's tool printed for the same captures. */
class CompatOverheadGoldenTest {
    static Stream<OracleCase> cases() {
        Map<String, Object> known = numbers();
        return OracleCase.all().filter(oracle -> known.containsKey(oracle.name()));
    }

    private static Map<String, Object> numbers() {
        return TestJson.readObject(OracleCase.root().resolve("overhead.json"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compatReportHasTheNumbersOfTodaysTool(OracleCase oracle) {
        Map<String, Object> expected = TestJson.object(numbers().get(oracle.name()));
        OverheadReport report = CompatOverhead.of("case", oracle.compatModel());
        compareShares(expected, report);
        compareSwitches(expected, report);
        assertThat(distribution(report.head().orElseThrow())).isEqualTo(expected.get("head"));
        assertThat(distribution(report.tail().orElseThrow())).isEqualTo(expected.get("tail"));
        assertThat(report.loops().isEmpty()).isEqualTo(!expected.containsKey("threads"));
        if (!report.loops().isEmpty()) {
            compareLoops(expected, report);
            comparePath(expected, (BackWalk) report.walk().orElseThrow());
        }
    }

    private static void compareShares(Map<String, Object> expected, OverheadReport report) {
        InstantShares shares = report.instants().orElseThrow();
        assertThat(Integer.toString(report.rows())).isEqualTo(expected.get("tasks"));
        assertThat(fixed(report.window(), 1)).isEqualTo(expected.get("window"));
        assertThat(shares.byEngine().stream().map(share -> fixed(share, 1)).toList())
                .isEqualTo(expected.get("engines"));
        assertThat(fixed(shares.all(), 1)).isEqualTo(expected.get("all"));
        assertThat(fixed(shares.some(), 1)).isEqualTo(expected.get("has"));
        assertThat(report.limit().words()).isEqualTo(expected.get("limit"));
    }

    private static void compareSwitches(Map<String, Object> expected, OverheadReport report) {
        List<Object> rows = new ArrayList<>();
        List<Object> splits = new ArrayList<>();
        for (EngineSwitches engine : report.switches()) {
            String name = engine.type().word().toUpperCase(Locale.ROOT);
            rows.add(List.of(
                    name,
                    Integer.toString(engine.cores()),
                    fixed(engine.least(), 1),
                    fixed(engine.meanPerCore(), 1),
                    fixed(engine.most(), 1),
                    Integer.toString(engine.events()),
                    fixed(engine.meanPerEvent(), 2)));
            if (engine.total() > 0) {
                splits.add(List.of(name, fixed(engine.readyPercent(), 0)));
            }
        }
        assertThat(rows).isEqualTo(expected.get("switches"));
        assertThat(splits).isEqualTo(expected.get("splits"));
        double lower = report.switchLowerBound();
        double upper = report.switchUpperBound();
        assertThat(List.of(
                        fixed(lower, 2),
                        fixed(upper, 2),
                        fixed(report.percentOfWindow(lower), 2),
                        fixed(report.percentOfWindow(upper), 2)))
                .isEqualTo(expected.get("bound"));
    }

    private static List<String> distribution(Distribution values) {
        List<String> texts = new ArrayList<>();
        texts.add(Integer.toString(values.count()));
        for (int percent : Distribution.PERCENTILES) {
            texts.add(fixed(values.percentile(percent), 2));
        }
        texts.add(fixed(values.largest(), 2));
        texts.add(fixed(values.mean(), 2));
        texts.add(fixed(values.total(), 1));
        return texts;
    }

    private static void compareLoops(Map<String, Object> expected, OverheadReport report) {
        SchedulerLoops loops = report.loops().orElseThrow();
        List<Object> threads = new ArrayList<>();
        for (ThreadLoops thread : loops.threads()) {
            threads.add(List.of(
                    "T" + thread.thread(),
                    Long.toString(thread.loops()),
                    Long.toString(thread.completed()),
                    fixed(thread.nanosPerLoop(), 0),
                    fixed(thread.total(), 1)));
        }
        threads.add(List.of(
                "SUM",
                Long.toString(loops.loops()),
                Long.toString(loops.completed()),
                fixed(loops.nanosPerLoop(), 0),
                fixed(loops.total(), 1)));
        assertThat(threads).isEqualTo(expected.get("threads"));
        assertThat(Long.toString(loops.finishes())).isEqualTo(expected.get("finishes"));
        List<Object> phases = new ArrayList<>();
        loops.phases().forEach(phase -> phases.add(phase(loops, phase.word(), phase.total())));
        phases.add(phase(loops, "idle", loops.idle()));
        assertThat(phases).isEqualTo(expected.get("phases"));
        assertThat(degrees(loops, loops.fanOutEdges(), loops.largestFanOut())).isEqualTo(expected.get("fanout"));
        assertThat(degrees(loops, loops.fanInEdges(), loops.largestFanIn())).isEqualTo(expected.get("fanin"));
        comparePolling(expected, report, loops);
    }

    private static void comparePolling(Map<String, Object> expected, OverheadReport report, SchedulerLoops loops) {
        if (expected.get("pop") != null) {
            assertThat(List.of(
                            Long.toString(loops.popHits()),
                            Long.toString(loops.popMisses()),
                            fixed(loops.popPercent(), 1)))
                    .isEqualTo(expected.get("pop"));
        }
        assertThat(fixed(loops.nanosPerLoop(), 0)).isEqualTo(expected.get("loop"));
        double tail = report.tail().orElseThrow().mean();
        assertThat(List.of(fixed(tail, 1), fixed(tail * 1000 / loops.nanosPerLoop(), 1)))
                .isEqualTo(expected.get("wait"));
        List<Object> dominant = TestJson.list(expected.get("dominant"));
        assertThat(loops.dominant().word())
                .isEqualTo(dominant.getFirst().toString().toLowerCase(Locale.ROOT));
        assertThat(fixed(loops.percent(loops.dominant().total()), 0)).isEqualTo(dominant.getLast());
    }

    private static List<String> phase(SchedulerLoops loops, String word, double total) {
        return List.of(
                word.replace("_", ""),
                fixed(total, 1),
                fixed(loops.percent(total), 1),
                fixed(loops.perCompleted(total), 2));
    }

    private static List<String> degrees(SchedulerLoops loops, long edges, int largest) {
        return List.of(Long.toString(edges), Integer.toString(largest), fixed(loops.perCompleted(edges), 1));
    }

    private static void comparePath(Map<String, Object> expected, BackWalk walk) {
        assertThat(List.of(
                        Integer.toString(walk.hops()),
                        fixed(walk.span(), 1),
                        fixed(walk.exec(), 1),
                        fixed(walk.percent(walk.exec()), 1),
                        fixed(walk.scheduler(), 1),
                        fixed(walk.percent(walk.scheduler()), 1),
                        fixed(walk.other(), 1)))
                .isEqualTo(expected.get("path"));
    }

    private static String fixed(double value, int decimals) {
        return Numbers.fixed(value, decimals);
    }
}
