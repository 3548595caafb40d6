package io.tidemark.analysis.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.TestJson;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every number of the report with what today's tool wrote for the same captures. */
class CompatCriticalPathGoldenTest {
    private static final int TOP = 25;

    static Stream<OracleCase> cases() {
        Map<String, Object> known = numbers();
        return OracleCase.all()
                .filter(oracle -> known.containsKey(oracle.name()))
                .filter(oracle -> oracle.swimlane().isPresent());
    }

    private static Map<String, Object> numbers() {
        return TestJson.readObject(OracleCase.root().resolve("critical_path.json"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compatReportHasTheNumbersOfTodaysTool(OracleCase oracle) {
        Map<String, Object> expected = TestJson.object(numbers().get(oracle.name()));
        CriticalPathReport report = CompatCriticalPath.of(
                "case", oracle.swimlane().orElseThrow(), oracle.dependencies().orElseThrow(), oracle.names(false));
        assertThat(Integer.toString(report.taskCount())).isEqualTo(expected.get("tasks"));
        assertThat(Integer.toString(report.edgeCount())).isEqualTo(expected.get("edges"));
        assertThat(milliseconds(report, report.makespan())).isEqualTo(expected.get("makespan"));
        assertThat(List.of(
                        milliseconds(report, report.staticLength()),
                        percent(report, report.staticLength(), 1),
                        Integer.toString(report.staticPath().size())))
                .isEqualTo(expected.get("static"));
        assertThat(pair(report, report.compute())).isEqualTo(expected.get("compute"));
        assertThat(pair(report, report.stall())).isEqualTo(expected.get("stall"));
        assertThat(List.of(Long.toString(report.compute() + report.stall()), Long.toString(report.makespan())))
                .isEqualTo(expected.get("ticks"));
        assertThat(kinds(report)).isEqualTo(expected.get("kinds"));
        assertThat(families(report)).isEqualTo(expected.get("families"));
        assertThat(steps(report)).isEqualTo(expected.get("steps"));
    }

    private static List<Object> kinds(CriticalPathReport report) {
        List<Object> kinds = new ArrayList<>();
        report.stallByLink()
                .forEach((link, units) -> kinds.add(List.of(
                        report.wording().words().apply(link), milliseconds(report, units), percent(report, units, 1))));
        return kinds;
    }

    private static List<Object> families(CriticalPathReport report) {
        List<Object> families = new ArrayList<>();
        report.families().stream()
                .limit(TOP)
                .forEach(family -> families.add(List.of(
                        family.name(),
                        milliseconds(report, family.compute()),
                        percent(report, family.compute(), 1),
                        milliseconds(report, family.stall()),
                        Integer.toString(family.count()))));
        return families;
    }

    private static List<Object> steps(CriticalPathReport report) {
        List<Object> steps = new ArrayList<>();
        for (PathStep step : report.steps()) {
            steps.add(List.of(
                    step.name(),
                    micros(report, step.duration()),
                    micros(report, step.compute()),
                    percent(report, step.compute(), 2),
                    micros(report, step.stall()),
                    percent(report, step.stall(), 2),
                    step.stall() == 0 ? "" : report.wording().words().apply(step.link())));
        }
        return steps;
    }

    private static List<String> pair(CriticalPathReport report, long units) {
        return List.of(milliseconds(report, units), percent(report, units, 1));
    }

    private static String milliseconds(CriticalPathReport report, long units) {
        return Numbers.fixed(report.micros(units) / 1000, 3);
    }

    private static String micros(CriticalPathReport report, long units) {
        return Numbers.fixed(report.micros(units), 1);
    }

    private static String percent(CriticalPathReport report, long units, int decimals) {
        return Numbers.fixed(report.percent(units), decimals);
    }
}
