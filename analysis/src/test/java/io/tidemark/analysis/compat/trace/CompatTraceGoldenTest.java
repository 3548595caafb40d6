package io.tidemark.analysis.compat.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.TestJson;
import io.tidemark.analysis.compat.CompatCriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares whole traces, event by event, with what today's converter wrote for the same captures.
 */
class CompatTraceGoldenTest {
    @TempDir
    Path directory;

    static Stream<OracleCase> plain() {
        return OracleCase.all().filter(oracle -> oracle.has("expected_swimlane.json.gz"));
    }

    static Stream<OracleCase> withCounters() {
        return OracleCase.all().filter(oracle -> oracle.has("expected_overhead.json.gz"));
    }

    static Stream<OracleCase> withPaths() {
        Map<String, Object> known = paths();
        return plain().filter(oracle -> known.containsKey(oracle.name()))
                .filter(oracle -> TestJson.object(known.get(oracle.name())).containsKey("observed_ids"));
    }

    private static Map<String, Object> paths() {
        return TestJson.readObject(OracleCase.root().resolve("critical_path.json"));
    }

    @ParameterizedTest
    @MethodSource("plain")
    void compatTraceHoldsExactlyTheEventsOfTodaysConverter(OracleCase oracle) throws IOException {
        compare(oracle, "expected_swimlane.json.gz", false);
    }

    @ParameterizedTest
    @MethodSource("withCounters")
    void compatTraceHoldsExactlyTheCountersOfTodaysConverter(OracleCase oracle) throws IOException {
        compare(oracle, "expected_overhead.json.gz", true);
    }

    @ParameterizedTest
    @MethodSource("withPaths")
    void highlightedTraceKeepsTheNamesOfExactlyTheTasksOnThePath(OracleCase oracle) throws IOException {
        Map<String, Object> expected = TestJson.object(paths().get(oracle.name()));
        CriticalPathReport report = CompatCriticalPath.of(
                "case", oracle.swimlane().orElseThrow(), oracle.dependencies().orElseThrow(), oracle.names(false));
        List<Long> observed = report.steps().stream().map(PathStep::taskId).toList();
        assertThat(namedTasks(oracle, report.staticPath())).isEqualTo(expected.get("static_ids"));
        assertThat(namedTasks(oracle, observed)).isEqualTo(expected.get("observed_ids"));
    }

    private List<Object> namedTasks(OracleCase oracle, Collection<Long> path) throws IOException {
        Path file = directory.resolve("path.json");
        converter(oracle, false).highlighting(path).write(file);
        TreeSet<String> named = new TreeSet<>();
        for (Object event : TestJson.list(TestJson.readObject(file).get("traceEvents"))) {
            Map<String, Object> slice = TestJson.object(event);
            Map<String, Object> arguments = TestJson.object(slice.getOrDefault("args", Map.of()));
            boolean isTask =
                    slice.get("ph").equals("X") && slice.get("pid").equals(4.0) && arguments.containsKey("taskId");
            if (isTask && !slice.get("name").toString().startsWith("\u00B7(")) {
                named.add(Long.toString(((Double) arguments.get("taskId")).longValue()));
            }
        }
        return new ArrayList<>(named);
    }

    private static CompatTrace converter(OracleCase oracle, boolean overhead) {
        return new CompatTrace(oracle.compatModel(), overhead, warning -> {}, share -> {});
    }

    private void compare(OracleCase oracle, String expectedFile, boolean overhead) throws IOException {
        Path file = directory.resolve("trace.json");
        converter(oracle, overhead).write(file);
        Map<String, Object> expected = TestJson.readObject(oracle.directory().resolve(expectedFile));
        Map<String, Object> actual = TestJson.readObject(file);
        Map<String, Integer> difference = new HashMap<>();
        TestJson.list(expected.get("traceEvents"))
                .forEach(event -> difference.merge(TestJson.canonical(event), 1, Integer::sum));
        TestJson.list(actual.get("traceEvents"))
                .forEach(event -> difference.merge(TestJson.canonical(event), -1, Integer::sum));
        difference.values().removeIf(count -> count == 0);
        assertThat(difference).as("events missing (+) or too many (-)").isEmpty();
        assertThat(TestJson.canonical(actual.get("metadata"))).isEqualTo(TestJson.canonical(expected.get("metadata")));
    }
}
