package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.CompatOverhead;
import io.tidemark.analysis.compat.trace.CompatTrace;
import io.tidemark.analysis.convert.TraceConverter;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.overhead.Overhead;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host-orchestrated run whose clock anchors put most of the device part before the origin of the
 * host: negative times are times. The default counts every run; {@code --compat} leaves out exactly
 * what today's tools leave out.
 */
class SkewedClockTest {
    private static final long SKEW_NANOS = 192_000;
    private static final String ANCHOR_STAMP = "\"host_(before|after)_ns\": (\\d+)";

    @TempDir
    Path directory;

    private Path capture;

    @BeforeEach
    void skew() throws IOException {
        capture = directory.resolve("chip_swimlane_records.json");
        String text = read("chip_swimlane_records.json.gz");
        Matcher stamps = Pattern.compile(ANCHOR_STAMP).matcher(text);
        String skewed = stamps.replaceAll(
                stamp -> "\"host_%s_ns\": %d".formatted(stamp.group(1), Long.parseLong(stamp.group(2)) - SKEW_NANOS));
        Files.writeString(capture, skewed);
    }

    private static String read(String file) throws IOException {
        Path source = OracleCase.of("edge-host_calibrated").directory().resolve(file);
        try (GZIPInputStream bytes = new GZIPInputStream(Files.newInputStream(source))) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private CaptureModel model() {
        return CaptureModel.of(
                SwimlaneReader.read(capture, new Findings()).orElseThrow(),
                OracleCase.of("edge-host_calibrated").dependencies(),
                NameMap.EMPTY);
    }

    private CaptureModel compatModel() {
        return CompatModel.of(
                SwimlaneReader.read(capture, new Findings()).orElseThrow(),
                OracleCase.of("edge-host_calibrated").dependencies(),
                NameMap.EMPTY);
    }

    private static long count(int size, java.util.function.IntPredicate wanted) {
        return IntStream.range(0, size).filter(wanted).count();
    }

    @Test
    void theDefaultReportCountsEveryRunAsWithoutTheSkew() {
        CaptureModel run = model();
        assertThat(count(run.runs().size(), row -> run.runs().start(row) < 0)).isGreaterThan(46);
        OverheadReport skewed = Overhead.of("skewed", run);
        OverheadReport straight =
                Overhead.of("straight", OracleCase.of("edge-host_calibrated").model());
        assertThat(skewed.head().orElseThrow().count()).isEqualTo(93);
        assertThat(skewed.tail().orElseThrow().count()).isEqualTo(93);
        assertThat(skewed.head().orElseThrow().total())
                .isCloseTo(straight.head().orElseThrow().total(), org.assertj.core.data.Offset.offset(0.1));
        assertThat(skewed.switches().getFirst().events())
                .isEqualTo(straight.switches().getFirst().events());
        assertThat(skewed.window()).isEqualTo(straight.window());
    }

    /** Today's report has no condition on the sign in parts 2 to 4. */
    @Test
    void theCompatReportCountsEveryRunToo() {
        OverheadReport report = CompatOverhead.of("skewed", compatModel());
        assertThat(report.head().orElseThrow().count()).isEqualTo(93);
        assertThat(report.tail().orElseThrow().count()).isEqualTo(93);
        OverheadReport straight = CompatOverhead.of(
                "straight", OracleCase.of("edge-host_calibrated").compatModel());
        assertThat(report.switches().getFirst().events())
                .isEqualTo(straight.switches().getFirst().events());
    }

    @Test
    void theDefaultTraceDrawsEveryRunInBothViews() throws IOException {
        List<Map<String, Object>> events = trace(model());
        assertThat(slices(events, 4.0)).isGreaterThanOrEqualTo(93);
        assertThat(slices(events, 3.0)).isEqualTo(93);
    }

    /**
     * Today's converter draws a slice of the scheduler view when its dispatch is not negative, but
     * an arrow from its end when its finish is positive.
     */
    @Test
    void theCompatTraceHasTheArrowsOfTodaysConverter() throws IOException {
        KernelRuns rows = compatModel().runs();
        List<Map<String, Object>> events = compatTrace();
        long drawn = count(rows.size(), row -> rows.dispatch(row) >= 0 && rows.finish(row) > 0);
        assertThat(slices(events, 3.0)).isEqualTo(drawn).isBetween(1L, 60L);
        long halfNegative = count(rows.size(), row -> rows.dispatch(row) < 0 && rows.finish(row) > 0);
        assertThat(halfNegative).as("runs that straddle the origin").isPositive();
        List<Map<String, Object>> ends = events.stream()
                .filter(event -> "s".equals(event.get("ph")))
                .filter(event -> "complete".equals(event.get("name")))
                .filter(event -> event.get("pid").equals(3.0))
                .toList();
        assertThat(ends.stream().filter(event -> !event.containsKey("bind_id")).count())
                .isEqualTo(halfNegative);
    }

    @Test
    void aCompletePhaseWithoutACountHasNoAttributedRowsInCompat() throws IOException {
        Files.writeString(capture, Files.readString(capture).replaceAll(",\\s*\"tasks_processed\": \\d+", ""));
        assertThat(completes(compatTrace()))
                .isNotEmpty()
                .allSatisfy(arguments -> assertThat(arguments)
                        .doesNotContainKey("finish_rows_attributed")
                        .containsEntry("tasks_processed", arguments.get("finishes_processed")));
    }

    private static List<Map<String, Object>> completes(List<Map<String, Object>> events) {
        return events.stream()
                .filter(event -> event.get("name").toString().startsWith("complete("))
                .map(event -> TestJson.object(event.get("args")))
                .toList();
    }

    @Test
    void aHostThreadWithoutSubmitsHasNoLaneInCompat() throws IOException {
        Files.writeString(
                capture,
                Files.readString(capture)
                        .replaceFirst("\"host_orchestrator_phases\": \\[", "\"host_orchestrator_phases\": [[], "));
        assertThat(compatTrace().stream()
                        .filter(event -> "thread_name".equals(event.get("name")))
                        .filter(event -> event.get("pid").equals(1.0))
                        .map(event -> TestJson.object(event.get("args")).get("name")))
                .containsOnlyOnce("Host_0")
                .doesNotContain("Host_1");
    }

    /**
     * Three blocks of one task share a core. The second needs a lane of its own, but today's
     * converter then draws all three where the third one is: the second lane is named and empty.
     */
    @Test
    void laneNamesOfTheSchedulerViewAreTheLanesTodaysConverterGaveOut() throws IOException {
        Files.writeString(capture, """
                {"chip_swimlane_level": 2,
                 "metadata": {"clock_freq_hz": 1000000, "num_cores": 2,
                              "core_types": ["aiv", "aiv"]},
                 "aicore_tasks": [[0, 7, 1, 102, 108, 1], [0, 7, 2, 109, 118, 1],
                                  [0, 7, 3, 119, 128, 1], [1, 8, 4, 119, 128, 1]],
                 "aicpu_tasks": [[0, 1, 100, 110], [0, 2, 105, 120], [0, 3, 112, 130],
                                 [1, 4, 0, 0]]}
                """);
        List<Map<String, Object>> events = compatTrace();
        assertThat(events.stream()
                        .filter(event -> "thread_name".equals(event.get("name")))
                        .filter(event -> event.get("pid").equals(3.0))
                        .map(event -> event.get("tid")))
                .as("a core without slices has no name, an empty second lane has one")
                .containsExactlyInAnyOrder(10_000.0, 10_001.0);
        assertThat(events.stream()
                        .filter(event -> "X".equals(event.get("ph")))
                        .filter(event -> event.get("pid").equals(3.0))
                        .map(event -> event.get("tid")))
                .containsOnly(10_000.0);
    }

    private static long slices(List<Map<String, Object>> events, double pid) {
        return events.stream()
                .filter(event -> "X".equals(event.get("ph")) && event.get("pid").equals(pid))
                .count();
    }

    private List<Map<String, Object>> trace(CaptureModel run) throws IOException {
        Path file = directory.resolve("trace.json");
        new TraceConverter(
                        run,
                        new TraceOptions(Format.JSON, false, Integer.MAX_VALUE - 8),
                        Verdict.complete(Verdict.Basis.CONTENTS),
                        Optional.empty(),
                        warning -> {},
                        share -> {})
                .write(file);
        return events(file);
    }

    private List<Map<String, Object>> compatTrace() throws IOException {
        Path file = directory.resolve("trace.json");
        new CompatTrace(compatModel(), false, warning -> {}, share -> {}).write(file);
        return events(file);
    }

    private static List<Map<String, Object>> events(Path file) throws IOException {
        return TestJson.list(TestJson.readObject(file).get("traceEvents")).stream()
                .map(TestJson::object)
                .toList();
    }
}
