package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSource;
import io.tidemark.sql.tables.CaptureTables;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees: answers, sentences and exit codes. */
class SqlMainTest {
    private static final Path VECTOR =
            GoldenFile.repositoryRoot().resolve("sql/src/test/resources/captures/vector-constant");

    private static final Path NOOP = GoldenFile.repositoryRoot().resolve("sql/src/test/resources/captures/noop");

    @TempDir
    Path directory;

    private record Answer(int exitCode, String out, String err) {}

    private static Answer run(String action, String format, String subject, Path... captures) {
        List<String> words = new ArrayList<>(List.of(action, format, "200MB", "2", subject));
        Stream.of(captures).map(Path::toString).forEach(words::add);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = SqlMain.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        return new Answer(exitCode, out.toString(), err.toString());
    }

    /** Rows beyond those of a page are never made: this answer would not fit any memory. */
    @Test
    void aPageGetsTheFirstRowsAndIsToldThatThereAreMore() {
        Answer cut = run("page", "json", "select * from range(100000000000)", VECTOR);
        assertThat(cut.exitCode()).isZero();
        assertThat(cut.out().lines().filter(line -> line.contains("\"range\""))).hasSize(10_000);
        assertThat(cut.out()).endsWith("]\n");
        assertThat(cut.err()).contains("more rows than the page shows", "the first 10,000.");
        Answer whole = run("page", "json", "select * from range(10000)", VECTOR);
        assertThat(whole.out().lines().filter(line -> line.contains("\"range\"")))
                .hasSize(10_000);
        assertThat(whole.err()).startsWith("data: COMPLETE");
        assertThat(run("page", "json", "select nothing", VECTOR).exitCode()).isEqualTo(1);
        assertThat(run("page", "json", "", VECTOR).exitCode()).isEqualTo(1);
    }

    @Test
    void everyStatementOfAQueryIsAnsweredUntilOneFails() {
        Answer both = run("ask", "csv", "select 1 as a; -- one; more\n select ';' as b;", VECTOR);
        assertThat(both.out()).isEqualTo("a\n1\nb\n;\n");
        assertThat(both.exitCode()).isZero();
        Answer half = run("ask", "csv", "select 1 as a; select nothing; select 2 as b", VECTOR);
        assertThat(half.out()).isEqualTo("a\n1\n");
        assertThat(half.err()).contains("nothing");
        assertThat(half.exitCode()).isEqualTo(1);
        Answer none = run("ask", "csv", " ; -- nothing", VECTOR);
        assertThat(none.err()).isEqualTo("tidemark: there is no statement in the query\n");
        assertThat(none.exitCode()).isEqualTo(2);
    }

    @Test
    void anAnswerIsATableACsvOrAJsonDocumentAndSaysWhatIsMissing() {
        String query = "select kernel, count(*) as n, null as nothing, sum(dur_ns) > 0 as ran from runs"
                + " group by kernel order by kernel";
        Answer table = run("ask", "table", query, VECTOR);
        assertThat(table.out()).startsWith("""
                        kernel      n  nothing  ran
                        ----------  -  -------  ----
                        add         2           true
                        """).endsWith("""
                        (3 rows)
                        data: COMPLETE by its certificate; 'tidemark verify' checks the files against it
                        """);
        assertThat(table.exitCode()).isZero();
        Answer csv = run("ask", "csv", query, VECTOR);
        assertThat(csv.out()).isEqualTo("""
                        kernel,n,nothing,ran
                        add,2,,true
                        add_scalar,2,,true
                        multiply,1,,true
                        """);
        assertThat(csv.err()).startsWith("data: COMPLETE");
        Answer json = run("ask", "json", query, VECTOR);
        assertThat(json.out()).contains("\"kernel\": \"add\"", "\"n\": 2", "\"nothing\": null", "\"ran\": true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "selec 1",
                "select * from nothing_here",
                "select no_such_column from runs",
                "select count(distinct a.range || b.range) from range(20000) a, range(2000) b",
                "copy runs to 'stolen.csv'",
                "select * from read_csv('/etc/passwd')",
                "set enable_external_access = true",
                "install httpfs",
                "attach 'x.db'"
            })
    void aQueryThatCannotBeAnsweredCostsOneSentence(String query) {
        Answer answer = run("ask", "table", query, VECTOR);
        assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(1);
        assertThat(answer.err()).startsWith("tidemark: ").doesNotContain("\tat ", "Exception:");
        assertThat(answer.err().lines()).hasSize(1);
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void aQueryThatNeedsTooMuchMemorySaysWhatToDo() {
        Answer answer = run(
                "ask", "table", "select count(distinct a.range || b.range) from range(20000) a, range(2000) b", VECTOR);
        assertThat(answer.err()).contains("needs more memory", "--memory");
    }

    /** Tables are made when a query names them, which nobody may notice. */
    @Test
    void everyTableIsThereHoweverItIsNamed() {
        Answer shown = run("ask", "csv", "show tables", VECTOR);
        assertThat(shown.out().lines())
                .as(shown.err())
                .hasSize(1 + CaptureTables.all().size() + SqlView.all().size());
        Answer listed = run("ask", "csv", "select count(*) from information_schema.tables", VECTOR);
        assertThat(listed.out())
                .endsWith("\n%d\n"
                        .formatted(CaptureTables.all().size() + SqlView.all().size()));
        Answer quoted = run("ask", "csv", "SELECT count(*) AS n FROM main.\"RUNS\"", VECTOR);
        assertThat(quoted.out()).as(quoted.err()).isEqualTo("n\n5\n");
        Answer two = run("ask", "csv", "create table t as from edges; select count(*) from t", VECTOR);
        assertThat(two.exitCode()).as(two.err()).isZero();
        Answer wrong = run("ask", "csv", "select count(*) from runz", VECTOR);
        assertThat(wrong.err()).contains("runz", "Did you mean \"runs\"");
    }

    /** What a table file may meet after its run. */
    private enum Harm {
        CUT,
        DELETED,
        LENGTHENED,
        ONE_BIT,
        ANOTHER_STREAM;

        void doTo(Path capture) throws IOException {
            Path file = capture.resolve("tables/swimlane.aicore_task.tide");
            byte[] bytes = Files.readAllBytes(file);
            switch (this) {
                case CUT -> Files.write(file, Arrays.copyOf(bytes, bytes.length - 300));
                case DELETED -> Files.delete(file);
                case LENGTHENED -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 300));
                case ONE_BIT -> {
                    bytes[700] ^= 4;
                    Files.write(file, bytes);
                }
                case ANOTHER_STREAM -> {
                    Path other = file.resolveSibling("swimlane.aicpu_task.tide");
                    Files.write(file, Files.readAllBytes(other));
                }
            }
        }
    }

    /** The columns of the first query are in the mapped file, those of the second need the readers. */
    @ParameterizedTest
    @EnumSource(Harm.class)
    void anAnswerOverADamagedTableSaysSoAndSoDoesALake(Harm harm) throws IOException {
        for (boolean hasText : List.of(true, false)) {
            Path capture = directory.resolve(harm + "-" + hasText);
            copy(NOOP, capture);
            if (!hasText) {
                Files.delete(capture.resolve("chip_swimlane_records.json"));
            }
            harm.doTo(capture);
            for (String column : List.of("dur_ns", "dispatch_ns")) {
                Answer answer = run("ask", "table", "select count(*), sum(%s) from runs".formatted(column), capture);
                assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(3);
                assertThat(answer.out()).contains("data: UNTRUSTED");
            }
        }
        Path lake = directory.resolve("lake");
        Answer export = run("export", "csv", lake.toString(), directory.resolve(harm + "-false"));
        assertThat(export.exitCode()).as(export.toString()).isEqualTo(3);
        assertThat(lake.resolve("certificate.csv"))
                .content()
                .contains(",UNTRUSTED,")
                .doesNotContain(",COMPLETE,");
        assertThat(Files.readAllLines(lake.resolve("loss.csv"))).hasSize(2);
    }

    /** No digest of a file that lies there, so that only the chunks can say it. */
    @Test
    void oneBitOfATableIsSeenByItsChunk() throws IOException {
        Path capture = directory.resolve("bit");
        copy(NOOP, capture);
        Files.delete(capture.resolve("chip_swimlane_records.json"));
        Files.delete(capture.resolve("certificate.json"));
        Harm.ONE_BIT.doTo(capture);
        Answer answer = run("ask", "table", "select count(*) from runs", capture);
        assertThat(answer.exitCode()).isEqualTo(3);
        assertThat(answer.out()).contains("swimlane.aicore_task.tide: the chunk at 640", "does not match its digest");
    }

    /** A spreadsheet takes such a text for a formula; a number is one whatever its sign. */
    @Test
    void aTextOfACsvFileIsNeverAFormula() throws IOException {
        Answer answer = run(
                "ask",
                "csv",
                "select '=1+1' as a, '@b' as c, '+d' as e, '-f' as g, -1 as h, -0.5 as i, 'a=b' as j",
                VECTOR);
        assertThat(answer.out()).isEqualTo("a,c,e,g,h,i,j\n'=1+1,'@b,'+d,'-f,-1,-0.5,a=b\n");
        Path formula = directory.resolve("=cmd()");
        copy(VECTOR, formula);
        Path files = directory.resolve("files");
        assertThat(run("export", "csv", files.toString(), formula).exitCode()).isZero();
        assertThat(Files.readAllLines(files.resolve("runs.csv")))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line).matches("(capture|'=cmd\\(\\)),.*"));
    }

    /** A run in virtual time and one of another size are not another step of the same trend. */
    @Test
    void aTrendComparesOnlyRunsOfTheSameSetupThatEndedWell() throws IOException {
        String made = "\"created_at\":\"2026-11-1%d";
        List<Path> captures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Path capture = directory.resolve("run_" + i);
            copy(VECTOR, capture);
            captures.add(capture);
            Path certificate = capture.resolve("certificate.json");
            String text =
                    Files.readString(certificate).replaceFirst("\"created_at\": ?\"....-..-..", made.formatted(i));
            if (i == 2) {
                text = text.replaceFirst("(\"ending\": ?\\{\"kind\": ?)\"ok\"", "$1\"hang\"");
            }
            Files.writeString(certificate, text);
            if (i == 3) {
                Path run = capture.resolve("run.json");
                Files.writeString(run, Files.readString(run).replaceFirst("\"clusters\": ?\\d+", "\"clusters\":1"));
            }
        }
        Answer trend = run("standard", "csv", "makespan_trend", captures.toArray(Path[]::new));
        assertThat(trend.out().lines().skip(1).map(line -> line.replaceFirst(".*(run_\\d).*", "$1")))
                .as(trend.toString())
                .containsExactly("run_3", "run_0", "run_1", "run_4");
        assertThat(trend.out()).contains("1 cluster,", "8 clusters,", "real time");
        Answer filtered = run(
                "ask",
                "csv",
                "select count(*) from certificate where time = 'real' and profile is null and clusters = 8 and ended = 'ok'",
                captures.toArray(Path[]::new));
        assertThat(filtered.out()).as(filtered.err()).endsWith("\n3\n");
    }

    @Test
    void aStandardQueryIsAskedByItsName() {
        Answer list = run("list", "table", "");
        assertThat(list.out().lines()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(list.out()).contains("makespan_by_capture ");
        Answer answer = run("standard", "csv", "makespan_by_capture", VECTOR);
        assertThat(answer.out())
                .as(answer.err())
                .startsWith("capture,rank,case_name,version,runs,tasks,cores,makespan_ns\nvector-");
        Answer unknown = run("standard", "csv", "makespans", VECTOR);
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("no standard query 'makespans'", "--list");
    }

    /**
     * The least and the greatest of values leave out nulls, so a missing stamp must be asked for.
     */
    @Test
    void aWaitHasNoCauseWhereTheSchedulerLeftNoStamp() {
        Path foreign = GoldenFile.repositoryRoot()
                .resolve("capture/src/test/resources/captures/2026-08-a2a3/vector_example_swimlane_l1");
        Answer answer = run(
                "ask",
                "csv",
                "select count(*), count(scheduler_ns), count(core_start_ns), count(cause) from" + " longest_waits",
                foreign);
        assertThat(answer.out()).as(answer.err()).endsWith("\n3,0,0,0\n");
    }

    /** Captures whose rows are all read in one query and written by one export; the heap holds one. */
    @Test
    void manyCapturesTakeTheHeapOfOne() throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("ask", "csv", "200MB", "2", "select count(finish_ns) + count(*) from runs"));
        List<String> export = new ArrayList<>(List.of(
                "export", "parquet", "200MB", "2", directory.resolve("lake").toString()));
        for (int i = 0; i < 12; i++) {
            Path capture = directory.resolve("c" + i);
            GeneratedTables.write(capture, 150_000, i);
            words.add(capture.toString());
            export.add(capture.toString());
        }
        for (List<String> asked : List.of(words, export)) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx96m",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SqlMain.class.getName()));
            command.addAll(asked);
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(said).contains("1800000");
        }
    }

    /** The heap of a capture that is mapped holds a line per chunk, however many runs there are. */
    @Test
    void aMappedCaptureIsAskedWithoutReadingItsRunsToTheHeap() throws IOException {
        Path capture = directory.resolve("large");
        GeneratedTables.write(capture, 1_000_000, 7);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        TableDefinition<?> table = CaptureTables.named("runs");
        SqlCapture asked = CaptureList.of(List.of(capture)).getFirst();
        BitSet columns = new BitSet();
        columns.set(table.column("dur_ns"));
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(asked.open(table, columns).orElseThrow().rows()).isEqualTo(1_000_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8_000_000);
    }

    @Test
    void theTablesBehindAQueryAreKnownBeforeTheEngineRuns() {
        assertThat(Relations.tablesIn("select 1")).isEmpty();
        assertThat(Relations.tablesIn("SELECT count(*) FROM Runs")).containsExactly("runs");
        assertThat(Relations.tablesIn("from longest_waits")).contains("runs", "edges");
    }

    /** A name with everything that SQL, a shell or a terminal could take for something else. */
    @Test
    void aHostileNameIsANameAndNothingElse() throws IOException {
        Path hostile = directory.resolve("a'; drop table runs; -- \u001b[31m\" $(x)");
        copy(VECTOR, hostile);
        Answer answer = run("ask", "table", "select distinct capture from runs", hostile);
        assertThat(answer.exitCode()).as(answer.toString()).isZero();
        assertThat(answer.out()).contains("drop table runs").doesNotContain("\u001b");
        Path lake = directory.resolve("la'ke");
        Answer export = run("export", "parquet", lake.toString(), hostile);
        assertThat(export.exitCode()).as(export.toString()).isZero();
        assertThat(export.out()).contains("runs: 5 rows");
    }

    @Test
    void severalCapturesAreOneTableWithTheirNamesAndRanks() throws IOException {
        GeneratedTables.write(directory.resolve("job/rank0"), 5_000, 1);
        GeneratedTables.write(directory.resolve("job/rank1"), 3_000, 2);
        Answer answer = run(
                "ask",
                "csv",
                "select capture, rank, count(*), count(distinct core), count(distinct"
                        + " kernel) from runs group by all order by all",
                directory.resolve("job"));
        assertThat(answer.out()).isEqualTo("""
                        capture,rank,count_star(),count(DISTINCT core),count(DISTINCT kernel)
                        job/rank0,0,5000,5,12
                        job/rank1,1,3000,3,12
                        """);
        assertThat(answer.err()).isEqualTo("data: nothing is missing from the 2 captures\n");
    }

    @Test
    void anExportIsPartitionedParquetWithEveryRowAndColumn() throws IOException {
        GeneratedTables.write(directory.resolve("job/rank0"), 5_000, 1);
        GeneratedTables.write(directory.resolve("job/rank1"), 3_000, 2);
        Path lake = directory.resolve("lake");
        Answer answer = run("export", "parquet", lake.toString(), directory.resolve("job"), VECTOR);
        assertThat(answer.out()).as(answer.err()).contains("runs: 8005 rows", "edges: ");
        List<String> columns = CaptureTables.named("runs").spec().columns().stream()
                .map(ColumnSpec::name)
                .toList();
        long rows = 0;
        List<String> places = new ArrayList<>();
        try (Stream<Path> files = Files.walk(lake.resolve("runs"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                ParquetFooter footer = ParquetFooter.read(file);
                assertThat(footer.columns()).isEqualTo(columns.subList(2, columns.size()));
                assertThat(footer.codecs()).containsOnly(ParquetFooter.ZSTD);
                rows += footer.rows();
                places.add(lake.relativize(file.getParent()).toString());
            }
        }
        assertThat(rows).isEqualTo(8_005);
        assertThat(places)
                .anyMatch(place -> place.contains("rank0") && place.endsWith("rank=0"))
                .anyMatch(place -> place.contains("capture=vector-constant"));
        Path sheets = directory.resolve("sheets");
        run("export", "csv", sheets.toString(), VECTOR);
        assertThat(Files.readAllLines(sheets.resolve("runs.csv"))).hasSize(6);
    }

    @Test
    void aCaptureWithLossesSaysSoUnderEveryAnswer() throws IOException {
        Path lossy = directory.resolve("lossy");
        copy(VECTOR, lossy);
        Path file = lossy.resolve("certificate.json");
        String text = Files.readString(file);
        Files.writeString(file, "{\"damaged\": " + text.length() + "}");
        Answer answer = run("ask", "csv", "select count(*) from runs", lossy);
        assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(3);
        assertThat(answer.err()).contains("UNTRUSTED");
    }

    /**
     * Kernels are numbers of a list to the engine; to a person they are texts, also one that the
     * list does not have.
     */
    @Test
    void aKernelIsATextWhateverIsDoneWithIt() throws IOException {
        Answer answer = run(
                "ask",
                "csv",
                "select kernel || '!' as a, length(kernel) as b, coalesce(kernel, 'x') as c,"
                        + " kernel like 'add%' as d, kernel = 'no such' as e, kernel in ('add', 'z')"
                        + " as f, upper(kernel) as g, case when core >= 0 then kernel else 'other'"
                        + " end as h from runs where kernel <> 'multiply' order by kernel, task_id"
                        + " limit 1",
                VECTOR);
        assertThat(answer.out()).as(answer.err()).isEqualTo("a,b,c,d,e,f,g,h\nadd!,3,add,true,false,true,ADD,add\n");
        Answer order = run("ask", "csv", "select min(kernel), max(kernel) from runs", VECTOR);
        assertThat(order.out()).contains("\nadd,multiply\n");
    }

    /** The engine takes one, two or four bytes for a number, by how many texts the list has. */
    @ParameterizedTest
    @ValueSource(ints = {0, 242, 243, 244, 1_000, 65_500})
    void aKernelIsFoundHoweverManyThereAre(int first) throws IOException {
        Path capture = directory.resolve("numbered");
        GeneratedTables.write(capture, 5_000, 3, first);
        Answer all = run(
                "ask",
                "csv",
                "select count(*), count(distinct kernel), count(distinct func_id), bool_and(kernel"
                        + " = 'f' || func_id) from runs",
                capture);
        assertThat(all.out()).as(all.err()).endsWith("\n5000,12,12,true\n");
        Answer one = run("ask", "csv", "select count(*) from kernels where kernel = 'f" + (first + 3) + "'", capture);
        assertThat(one.out()).as(one.err()).endsWith("\n1\n");
        Answer both = run("ask", "csv", "select count(distinct kernel) from runs", capture, VECTOR);
        assertThat(both.out()).as(both.err()).endsWith("\n15\n");
    }

    /** Windows of the engine begin and end anywhere among the producers of a task. */
    @Test
    void tasksAreTakenFromTheMappedRecordsOfSubmitsAndRunsByAnyWindow() throws IOException {
        Path capture = directory.resolve("large");
        GeneratedTables.write(capture, 2_000, 5);
        List<String> edges = GeneratedTables.writeProducers(capture, 9_000, 11);
        TableDefinition<?> table = CaptureTables.named("tasks");
        TableSource tasks =
                CaptureList.of(List.of(capture)).getFirst().mapped(table).orElseThrow();
        long[] ids = new long[(int) tasks.rows()];
        TableSource.Cursor cursor = tasks.cursor();
        ColumnBuffer cells = new ColumnBuffer();
        for (int from = 0; from < ids.length; from += ColumnBuffer.CAPACITY) {
            int count = Math.min(ColumnBuffer.CAPACITY, ids.length - from);
            cursor.move(from, count);
            cursor.fill(table.column("task_id"), cells);
            System.arraycopy(cells.words, 0, ids, from, count);
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(10_000);
        assertThat(LongStream.of(ids).boxed())
                .containsAll(edges.stream()
                        .flatMap(edge -> Stream.of(edge.split(" ")))
                        .map(Long::valueOf)
                        .toList());
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 200; i++) {
            int count = 1 + random.nextInt(ColumnBuffer.CAPACITY);
            int from = random.nextInt(ids.length - count + 1);
            cursor.move(from, count);
            cursor.fill(table.column("task_id"), cells);
            assertThat(Arrays.copyOf(cells.words, count)).isEqualTo(Arrays.copyOfRange(ids, from, from + count));
        }
    }

    @Test
    void edgesAreReadFromTheMappedRecordsOfTasks() throws IOException {
        Path capture = directory.resolve("large");
        GeneratedTables.write(capture, 2_000, 5);
        List<String> edges = GeneratedTables.writeProducers(capture, 9_000, 11);
        assertThat(edges).hasSizeGreaterThan(20 * ColumnBuffer.CAPACITY);
        TableDefinition<?> table = CaptureTables.named("edges");
        SqlCapture asked = CaptureList.of(List.of(capture)).getFirst();
        assertThat(asked.mapped(table)).isPresent();
        Answer answer = run(
                "ask",
                "csv",
                "select pred || ' ' || succ as edge from edges where source is null and arg" + " is null",
                capture);
        assertThat(answer.out().lines().skip(1).sorted().toList())
                .as(answer.err())
                .isEqualTo(edges.stream().sorted().toList());
        TableSource.Cursor cursor = asked.mapped(table).orElseThrow().cursor();
        ColumnBuffer cells = new ColumnBuffer();
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 200; i++) {
            int count = 1 + random.nextInt(ColumnBuffer.CAPACITY);
            int from = random.nextInt(edges.size() - count + 1);
            cursor.move(from, count);
            cursor.fill(table.column("pred"), cells);
            long first = cells.words[0];
            long last = cells.words[count - 1];
            cursor.fill(table.column("succ"), cells);
            assertThat(first + " " + cells.words[0]).isEqualTo(edges.get(from));
            assertThat(last + " " + cells.words[count - 1]).isEqualTo(edges.get(from + count - 1));
        }
    }

    /** The files of a run that goes on or was killed end somewhere, without footer. */
    @Test
    void anUnfinishedRunIsAskedUpToItsLastWholeChunkAndSaysSo() throws IOException {
        Path capture = directory.resolve("going-on");
        GeneratedTables.write(capture, 5_000, 3);
        Path spool = capture.resolve(CaptureDirectory.SPOOL);
        Files.move(capture.resolve(TableFile.DIRECTORY), spool);
        Files.delete(capture.resolve("certificate.json"));
        Files.writeString(spool.resolve(CaptureDirectory.REGION_NOTE), "nowhere\n");
        Path runs = spool.resolve("swimlane.aicore_task.tide");
        long third;
        try (TableFile file = TableFile.open(runs)) {
            StoredChunk chunk = file.chunks().get(3);
            third = chunk.recordsAt() + chunk.sizeBytes() / 2;
        }
        try (FileChannel file = FileChannel.open(runs, StandardOpenOption.WRITE)) {
            file.truncate(third);
        }
        Answer answer = run("ask", "csv", "select count(*), count(distinct kernel) from runs", capture);
        assertThat(answer.out()).as(answer.err()).endsWith("\n3072,12\n");
        assertThat(answer.exitCode()).isEqualTo(3);
        assertThat(answer.err())
                .contains("UNTRUSTED", "recover", "the rows are those that had reached its table files");
        Answer loss = run("ask", "csv", "select cause from loss", capture);
        assertThat(loss.out()).contains("has not finished it");
    }

    @Test
    void theScopesOfAnUnfinishedRunAreThoseInItsSpool() throws IOException {
        Path unfinished = directory.resolve("going-on");
        copy(VECTOR, unfinished);
        Path spool = unfinished.resolve(CaptureDirectory.SPOOL);
        Files.move(unfinished.resolve(TableFile.DIRECTORY), spool);
        Files.writeString(spool.resolve(CaptureDirectory.REGION_NOTE), "nowhere\n");
        Files.delete(unfinished.resolve("certificate.json"));
        Files.delete(unfinished.resolve("scope_stats/scope_stats.jsonl"));
        Files.writeString(spool.resolve("scope.head.json"), "{\"version\": 6}\n"); // as a run begins with
        String query = "select site, phase, depth, ring, task_start, task_end, heap_start, heap_end,"
                + " tensor_map from scopes order by all";
        Answer whole = run("ask", "csv", query, VECTOR);
        Answer part = run("ask", "csv", query, unfinished);
        assertThat(part.out()).as(part.err()).isEqualTo(whole.out()).hasLineCount(5);
        assertThat(part.exitCode()).isEqualTo(3);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
