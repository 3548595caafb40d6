package io.tidemark.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.SqlView;
import io.tidemark.sql.standard.StandardQuery;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.tables.CaptureTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DuckDB and Spark answer the standard queries over the same Parquet files with the same rows.
 *
 * <p>Rows are compared in the order in which the engines give them. Whole numbers compare by value,
 * whatever their width; doubles by every bit; texts, truths and nulls as they are. A whole number
 * never equals a double or a text.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandardQueriesTest {
    /** Property: "true" compiles each query, which takes longer than to run it over so few rows. */
    private static final String CODEGEN = "fleet.codegen";

    private static final String NULL = "<null>";

    private SmallLake lake;
    private SparkSession spark;
    private Connection duck;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        lake = SmallLake.write(directory);
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 1)
                .config("spark.sql.codegen.wholeStage", Boolean.getBoolean(CODEGEN))
                .config("spark.sql.warehouse.dir", directory.resolve("none").toString())
                .getOrCreate();
        Lake.at(spark, lake.lakes().toString()).register();
        duck = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = duck.createStatement()) {
            statement.execute("set threads = 1");
            for (TableSpec table : CaptureTables.specs()) {
                statement.execute("create view " + table.name() + " as " + files(table));
            }
            for (SqlView view : SqlView.all()) {
                statement.execute("create view " + view.name() + " as " + view.query());
            }
        }
    }

    /** The table as DuckDB reads it from the files of both lakes, without our table functions. */
    private String files(TableSpec table) throws IOException {
        String columns = table.columns().stream()
                .map(column -> "cast(%s as %s)"
                                .formatted(column.name(), column.type() == ColumnType.ENUM ? "varchar" : column.type())
                        + " as "
                        + column.name())
                .collect(Collectors.joining(", "));
        try (Stream<Path> all = Files.walk(lake.lakes())) {
            assertThat(all.anyMatch(file -> file.endsWith(table.name())))
                    .as(table.name())
                    .isTrue();
        }
        return "select %s from read_parquet('%s/*/%s/*/*/*.parquet', hive_partitioning = true, hive_types = {'capture': varchar, 'rank': integer})"
                .formatted(columns, lake.lakes(), table.name());
    }

    @AfterAll
    void close() throws SQLException {
        spark.stop();
        duck.close();
    }

    static List<String> queries() {
        return StandardQuery.all().stream().map(StandardQuery::name).toList();
    }

    @Test
    void thereAreThirtyOrMore() {
        assertThat(StandardQuery.all()).hasSizeGreaterThanOrEqualTo(30);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void bothEnginesGiveTheSameRows(String name) throws SQLException {
        StandardQuery query = StandardQuery.named(name).orElseThrow();
        List<List<String>> expected = askDuck(query.sql());
        assertThat(expected).as("names of columns, and rows").hasSizeGreaterThan(1);
        assertThat(askSpark(query.sql())).containsExactlyElementsOf(expected);
    }

    static List<String> tables() {
        return CaptureTables.specs().stream().map(TableSpec::name).toList();
    }

    /**
     * The files are DuckDB's; Spark reads them with code of its own (Parquet's Java library), and
     * finds each cell of each column as our tables give it from the captures.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void anotherReaderFindsEveryValueOfTheTable(String name) {
        List<ColumnSpec> columns = CaptureTables.named(name).spec().columns();
        String cells = columns.stream()
                .map(ColumnSpec::name)
                .map(c -> "coalesce(cast(%s as varchar), '%s') as %s".formatted(c, NULL, c))
                .collect(Collectors.joining(", "));
        String told = SmallLake.ask("ask", "csv", "select " + cells + " from " + name, lake.captures());
        List<String> found = spark.table(name).collectAsList().stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> row.isNullAt(i) ? NULL : row.get(i))
                        .map(Object::toString)
                        .map(StandardQueriesTest::csv)
                        .collect(Collectors.joining(",")))
                .toList();
        assertThat(spark.table(name).columns())
                .containsExactlyElementsOf(
                        columns.stream().map(ColumnSpec::name).toList());
        assertThat(found).isNotEmpty();
        assertThat(told.lines().skip(1)).containsExactlyInAnyOrderElementsOf(found);
    }

    private static String csv(String cell) {
        return cell.matches(".*[,\"].*") ? quoted(cell) : cell;
    }

    /** What 'tidemark sql' answers from the captures is what was exported. */
    @ParameterizedTest
    @ValueSource(strings = {"kernels_by_version", "loss_by_version"})
    void theCommandGivesTheRowsOfTheLake(String name) {
        String answer = SmallLake.ask("standard", "csv", name, lake.captures());
        List<List<String>> rows =
                askSpark(StandardQuery.named(name).orElseThrow().sql());
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            lines.add(row.stream()
                    .map(cell -> cell.replaceFirst("^(whole|double|text) |^null$", ""))
                    .map(StandardQueriesTest::csv)
                    .collect(Collectors.joining(",")));
        }
        assertThat(answer.lines()).containsExactlyElementsOf(lines);
    }

    private static String quoted(String cell) {
        return '"' + cell.replace("\"", "\"\"") + '"';
    }

    private record Answer(int exitCode, String out, String err) {}

    private static Answer program(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = FleetMain.run(
                Stream.of(words).map(Object::toString).toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Answer(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theProgramWritesTablesAndSaysWhatIsMissing(@TempDir Path directory) throws Exception {
        String query = StandardQuery.named("makespan_by_version").orElseThrow().sql();
        List<List<String>> expected = askSpark(query);
        Path out = directory.resolve("tables");
        Object[] words = {lake.lakes().resolve("*"), out, "--query", "makespan_by_version,loss_by_capture"};
        Answer answer = program(words);
        assertThat(answer.exitCode()).as(answer.err()).isEqualTo(3);
        assertThat(answer.out())
                .contains("makespan_by_version: %d rows\n".formatted(expected.size() - 1))
                .containsPattern("data: \\d of 13 captures miss something; loss_by_capture says");
        Dataset<Row> written =
                spark.read().parquet(out.resolve("makespan_by_version").toString());
        assertThat(rows(written)).isEqualTo(expected);
        assertThat(program(words).err())
                .contains("makespan_by_version is there already")
                .hasLineCount(1);
        Path sheets = directory.resolve("sheets");
        Answer csv = program(lake.lakes().resolve("one"), sheets, "--format", "csv", "--query", "captures_by_version");
        Lake.at(spark, lake.lakes().toString()).register(); // for the other tests
        assertThat(csv.exitCode()).as(csv.err()).isZero();
        try (Stream<Path> files = Files.list(sheets.resolve("captures_by_version"))) {
            Path sheet = files.filter(file -> file.toString().endsWith(".csv"))
                    .findAny()
                    .get();
            assertThat(Files.readAllLines(sheet))
                    .hasSize(4)
                    .startsWith("case_name,version,captures,complete,first_at,last_at");
        }
    }

    @Test
    void whatCannotBeDoneCostsOneSentence(@TempDir Path directory) throws Exception {
        Path out = directory.resolve("tables");
        Answer usage = program("lake");
        assertThat(usage.exitCode()).isEqualTo(2);
        assertThat(usage.err()).contains("usage: FleetMain").hasLineCount(1);
        Answer query = program("lake", out, "--query", "makespans");
        assertThat(query.exitCode()).isEqualTo(2);
        assertThat(query.err()).contains("no standard query 'makespans'").hasLineCount(1);
        Answer none = program(directory.resolve("nowhere"), out);
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("there is no lake at").hasLineCount(1);
        Path both = Files.createDirectories(directory.resolve("both"));
        for (String name : List.of("a", "b")) {
            Files.createSymbolicLink(both.resolve(name), lake.lakes().resolve("one"));
        }
        Answer twice = program(both, out, "--query", "captures");
        assertThat(twice.exitCode()).isEqualTo(1);
        assertThat(twice.err())
                .contains("two captures of the lake have the name")
                .hasLineCount(1);
        assertThat(out).doesNotExist();
        Lake.at(spark, lake.lakes().toString()).register(); // for the other tests
    }

    private List<List<String>> askDuck(String query) throws SQLException {
        List<List<String>> answer = new ArrayList<>();
        try (Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int width = rows.getMetaData().getColumnCount();
            List<String> heads = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                heads.add(rows.getMetaData().getColumnLabel(i));
            }
            answer.add(heads);
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(cell(rows.getObject(i)));
                }
                answer.add(row);
            }
        }
        return answer;
    }

    private List<List<String>> askSpark(String query) {
        return rows(spark.sql(query));
    }

    private static List<List<String>> rows(Dataset<Row> rows) {
        List<List<String>> answer = new ArrayList<>();
        answer.add(Arrays.asList(rows.columns()));
        for (Row row : rows.collectAsList()) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(cell(row.get(i)));
            }
            answer.add(cells);
        }
        return answer;
    }

    private static String cell(Object value) {
        return switch (value) {
            case null -> "null";
            case Double number -> "double " + number;
            case Boolean truth -> "truth " + truth;
            case String text -> "text " + text;
            case Number whole -> "whole " + new BigDecimal(whole.toString()).toBigIntegerExact();
            default -> throw new AssertionError(value.getClass() + " " + value);
        };
    }
}
