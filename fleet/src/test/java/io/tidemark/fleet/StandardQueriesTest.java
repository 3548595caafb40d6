package io.tidemark.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.SqlView;
import io.tidemark.sql.standard.StandardQuery;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.tables.CaptureTables;
import java.io.IOException;
import java.math.BigDecimal;
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

/**
 * DuckDB and Spark answer the standard queries over the same Parquet files with the same rows.
 *
 * <p>Rows are compared in the order in which the engines give them. Whole numbers compare by value,
 * whatever their width; doubles by every bit; texts, truths and nulls as they are. A whole number
 * never equals a double or a text.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandardQueriesTest {
    private SmallLake lake;
    private SparkSession spark;
    private Connection duck;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        lake = SmallLake.write(directory);
        spark =
                SparkSession.builder()
                        .master("local[1]")
                        .config("spark.ui.enabled", "false")
                        .config("spark.driver.bindAddress", "127.0.0.1")
                        .config("spark.driver.host", "127.0.0.1")
                        .config("spark.sql.shuffle.partitions", 1)
                        .config("spark.sql.codegen.wholeStage", "false") // half of the time
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
        String columns =
                table.columns().stream()
                        .map(
                                column ->
                                        "cast(%s as %s)"
                                                        .formatted(
                                                                column.name(),
                                                                column.type() == ColumnType.ENUM
                                                                        ? "varchar"
                                                                        : column.type())
                                                + " as "
                                                + column.name())
                        .collect(Collectors.joining(", "));
        try (Stream<Path> all = Files.walk(lake.lakes())) {
            assertThat(all.anyMatch(file -> file.endsWith(table.name()))).as(table.name()).isTrue();
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
        Dataset<Row> rows = spark.sql(query);
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
