package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.overhead.Distribution;
import io.tidemark.analysis.overhead.Overhead;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.overhead.SchedulerLoops;
import io.tidemark.analysis.scope.Peak;
import io.tidemark.analysis.scope.Resource;
import io.tidemark.analysis.scope.ScopeReport;
import io.tidemark.analysis.summary.KernelTime;
import io.tidemark.analysis.summary.Summary;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSource;
import io.tidemark.sql.tables.CaptureTables;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SQL gives the figures of the commands, on captures of every era and on our own. */
class SqlAnswersTest {
    static List<Path> captures() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : List.of(
                "capture/src/test/resources/captures",
                "viewer/src/test/resources/captures",
                "sql/src/test/resources/captures")) {
            for (CaptureDirectory found :
                    CaptureFinder.below(GoldenFile.repositoryRoot().resolve(folder))) {
                all.add(found.root());
            }
        }
        assertThat(all).hasSizeGreaterThan(20);
        return all;
    }

    private static List<List<Object>> ask(SqlSession session, String query) throws SqlProblem {
        List<List<Object>> answer = new ArrayList<>();
        session.ask(query, rows -> {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(rows.getObject(i));
                }
                answer.add(row);
            }
        });
        return answer;
    }

    private static SqlSession open(Path capture) throws IOException, SqlProblem {
        return SqlSession.open(CaptureList.of(List.of(capture)), 2, "512MB", true);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void kernelsAndCoreTimeAreThoseOfTheSummary(Path root) throws Exception {
        SummaryReport report = Summary.of(StoredCapture.open(root), "");
        try (SqlSession session = open(root)) {
            List<List<Object>> kernels = ask(
                    session,
                    "select kernel, core_type, runs, total_ns, mean_ns, p50_ns, p99_ns from"
                            + " kernels order by total_ns desc, kernel, core_type");
            List<KernelTime> expected =
                    report.run().map(SummaryReport.Run::kernels).orElse(List.of());
            assertThat(kernels).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                KernelTime kernel = expected.get(i);
                List<Object> row = kernels.get(i);
                assertThat(row.subList(0, 3)).containsExactly(kernel.name(), kernel.cores(), kernel.count());
                assertThat(((Number) row.get(3)).doubleValue()).isEqualTo(kernel.totalNanos());
                assertThat(((Number) row.get(4)).doubleValue())
                        .isCloseTo(kernel.meanNanos(), within(1e-6 * kernel.meanNanos()));
                assertThat(((Number) row.get(5)).doubleValue()).isEqualTo(kernel.medianNanos());
                assertThat(((Number) row.get(6)).doubleValue()).isEqualTo(kernel.p99Nanos());
            }
            Map<String, Long> parts = new LinkedHashMap<>();
            for (List<Object> row : ask(session, "select part, sum(ns)::bigint from core_time group by part")) {
                parts.put((String) row.get(0), (Long) row.get(1));
            }
            for (CorePart part : CorePart.values()) {
                long nanos = report.run().map(run -> run.times().nanos(part)).orElse(0L);
                assertThat(parts.getOrDefault(part.key(), 0L)).as(part.key()).isEqualTo(nanos);
            }
            List<Object> total =
                    ask(session, "select count(distinct task_id) from runs").getFirst();
            assertThat(total.getFirst())
                    .isEqualTo(report.run().map(run -> (long) run.tasks()).orElse(0L));
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theCriticalPathAndTheEdgesAreThoseOfTheCommands(Path root) throws Exception {
        SqlCapture capture = CaptureList.of(List.of(root)).getFirst();
        Optional<CriticalPathReport> report = capture.criticalPath();
        try (SqlSession session = open(root)) {
            List<Object> path = ask(
                            session,
                            "select count(*), coalesce(sum(compute_ns), 0)::bigint,"
                                    + " coalesce(sum(stall_ns), 0)::bigint from"
                                    + " critical_path")
                    .getFirst();
            assertThat(path.get(0))
                    .isEqualTo(report.map(r -> (long) r.steps().size()).orElse(0L));
            long steps = (Long) path.get(0);
            assertThat((double) (Long) path.get(1))
                    .isCloseTo(report.map(r -> (double) r.compute()).orElse(0.0), within(steps + 1.0));
            assertThat((double) (Long) path.get(2))
                    .isCloseTo(report.map(r -> (double) r.stall()).orElse(0.0), within(steps + 1.0));
            long edges = capture.part(Capture::dependencies)
                    .map(graph -> (long) graph.edges().size())
                    .orElse(0L);
            assertThat(ask(session, "select count(*) from edges").getFirst().getFirst())
                    .isEqualTo(edges);
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void makespanTailsAndPopsAreThoseOfTheOverheadReport(Path root) throws Exception {
        SqlCapture capture = CaptureList.of(List.of(root)).getFirst();
        Optional<OverheadReport> report =
                capture.run().filter(run -> run.runs().size() > 0).map(run -> Overhead.of("", run));
        try (SqlSession session = open(root)) {
            List<Object> runs = ask(session, """
                                    select count(*), coalesce(max(end_ns) - min(start_ns), 0),
                                        count(finish_ns),
                                        coalesce(sum(greatest(finish_ns - end_ns, 0)), 0)::bigint
                                    from runs where start_ns is not null""").getFirst();
            assertThat(runs.get(0)).isEqualTo(report.map(r -> (long) r.rows()).orElse(0L));
            assertThat((Long) runs.get(1) / 1e3)
                    .isCloseTo(report.map(OverheadReport::window).orElse(0.0), within(1e-6));
            Optional<Distribution> tail = report.flatMap(OverheadReport::tail);
            if (tail.isPresent()) {
                assertThat(runs.get(2)).isEqualTo((long) tail.get().count());
                assertThat((Long) runs.get(3) / 1e3).isCloseTo(tail.get().total(), within(1e-3));
            }
            List<Object> pops = ask(
                            session,
                            "select coalesce(sum(pop_hits), 0)::bigint,"
                                    + " coalesce(sum(pop_misses), 0)::bigint from sched_phases")
                    .getFirst();
            Optional<SchedulerLoops> loops = report.flatMap(OverheadReport::loops);
            if (loops.isPresent()) {
                assertThat(pops)
                        .containsExactly(loops.get().popHits(), loops.get().popMisses());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void whatIsMissingIsWhatTheVerdictSays(Path root) throws Exception {
        SqlCapture capture = CaptureList.of(List.of(root)).getFirst();
        try (SqlSession session = open(root)) {
            assertThat(ask(session, "select verdict from certificate")
                            .getFirst()
                            .getFirst())
                    .isEqualTo(StoredCapture.open(root).verdict().kind().name());
            long rows =
                    (Long) ask(session, "select count(*) from loss").getFirst().getFirst();
            assertThat(rows > 0).isEqualTo(capture.verdict().dataMissing());
            assertThat(session.losses().line())
                    .contains(capture.verdict().kind().name());
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theGreatestUseOfARingIsThatOfTheScopeReport(Path root) throws Exception {
        Optional<ScopeTable> table = StoredCapture.open(root).scopes();
        List<Peak> peaks = table.map(ScopeReport::of).map(ScopeReport::peaks).orElse(List.of());
        try (SqlSession session = open(root)) {
            for (Peak peak : peaks) {
                if (peak.resource() == Resource.TASK_WINDOW) {
                    Object most = ask(
                                    session,
                                    "select max(task_end - task_start) from scopes where" + " ring = " + peak.ring())
                            .getFirst()
                            .getFirst();
                    assertThat(((Number) most).longValue()).isEqualTo(peak.value());
                }
            }
            assertThat(ask(session, "select count(*) from scopes").getFirst().getFirst())
                    .isEqualTo(table.map(t -> (long) t.size()).orElse(0L));
        }
    }

    /** Every column that mapped files have, against the same column from the readers. */
    @ParameterizedTest
    @MethodSource("captures")
    void mappedFilesHaveTheRowsOfTheReaders(Path root) throws Exception {
        SqlCapture capture = CaptureList.of(List.of(root)).getFirst();
        boolean onHost = root.endsWith("host-built"); // whose axis is the host's clock
        boolean hasFiles = root.toString().contains("sql/src/test") && !onHost;
        Map<String, Integer> columns = new LinkedHashMap<>();
        for (TableDefinition<?> table : CaptureTables.all()) {
            Optional<? extends MappedSource> mapped = capture.mapped(table);
            if (mapped.isEmpty()) {
                continue;
            }
            BitSet held = new BitSet();
            for (int column = TableDefinition.RANK + 1; column < table.columnCount(); column++) {
                BitSet one = new BitSet();
                one.set(column);
                if (mapped.get().holds(one)) {
                    held.set(column);
                }
            }
            columns.put(table.name(), held.cardinality());
            TableSource read = table.open(capture).orElseThrow();
            assertThat(rows(mapped.get(), table, held))
                    .as(table.name())
                    .containsExactlyInAnyOrderElementsOf(rows(read, table, held));
        }
        assertThat(columns.getOrDefault("runs", 0)).isEqualTo(hasFiles ? 10 : 0);
        if (root.endsWith("noop") || root.endsWith("vector-constant")) { // recorded at level 4
            assertThat(columns).containsEntry("sched_phases", 9).containsEntry("submits", 6);
        }
        if (root.endsWith("noop") || root.endsWith("decoder")) { // without a dependency file
            assertThat(columns).containsEntry("edges", 4).containsEntry("tasks", 6);
        }
    }

    private static List<String> rows(TableSource source, TableDefinition<?> table, BitSet columns) {
        List<StringBuilder> lines = new ArrayList<>();
        for (long row = 0; row < source.rows(); row++) {
            lines.add(new StringBuilder());
        }
        ColumnBuffer cells = new ColumnBuffer();
        TableSource.Cursor cursor = source.cursor();
        for (int column = columns.nextSetBit(0); column >= 0; column = columns.nextSetBit(column + 1)) {
            for (long from = 0; from < source.rows(); from += ColumnBuffer.CAPACITY) {
                int count = (int) Math.min(ColumnBuffer.CAPACITY, source.rows() - from);
                cells.clear();
                cursor.move(from, count);
                cursor.fill(column, cells);
                for (int i = 0; i < count; i++) {
                    lines.get((int) from + i)
                            .append(cell(cells, table.type(column), i))
                            .append(' ');
                }
            }
        }
        return lines.stream().map(StringBuilder::toString).toList();
    }

    private static String cell(ColumnBuffer cells, ColumnType type, int at) {
        if (cells.isNull(at)) {
            return "null";
        }
        if (type != ColumnType.VARCHAR && type != ColumnType.ENUM) {
            return Long.toString(cells.words[at]);
        }
        return cells.dictionary() == null ? cells.texts[at] : cells.dictionary().text((int) cells.words[at]);
    }
}
