package io.tidemark.fleet;

import io.tidemark.sql.SqlView;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.tables.CaptureTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Directories that {@code tidemark export --format parquet} wrote, taken together: their tables and
 * views in a Spark session, under the names and with the columns of {@code docs/tables}. A table
 * that no capture filled is there, and empty. One thread.
 */
final class Lake {
    /** Every capture has a row in it, so every lake has it. */
    private static final String CERTIFICATE = "certificate";

    private static final String CAPTURE = "capture";

    /** A byte of a letter outside ASCII, in the name of a directory. */
    private static final Pattern WIDE_LETTER = Pattern.compile("%[89A-Fa-f][0-9A-Fa-f]");

    /** Texts whose characters are the bytes of UTF-8. */
    private static final String BYTES_OF_UTF8 =
            "^([\\x00-\\x7F]|[\\xC2-\\xDF][\\x80-\\xBF]|[\\xE0-\\xEF][\\x80-\\xBF]{2}"
                    + "|[\\xF0-\\xF4][\\x80-\\xBF]{3})*$";

    private final SparkSession session;
    private final List<Path> roots;

    private Lake(SparkSession session, List<Path> roots) {
        this.session = session;
        this.roots = roots;
    }

    /**
     * @param pattern a lake, a directory of lakes, or a pattern of either
     */
    static Lake at(SparkSession session, String pattern) throws IOException, FleetProblem {
        Configuration settings = session.sparkContext().hadoopConfiguration();
        Path path = new Path(pattern);
        FileSystem files = path.getFileSystem(settings);
        FileStatus[] found = files.globStatus(path);
        List<Path> roots = new ArrayList<>();
        for (FileStatus place : found == null ? new FileStatus[0] : found) {
            if (isLake(files, place)) {
                roots.add(place.getPath());
            } else if (place.isDirectory()) {
                Arrays.stream(files.listStatus(place.getPath()))
                        .filter(below -> isLake(files, below))
                        .map(FileStatus::getPath)
                        .forEach(roots::add);
            }
        }
        if (roots.isEmpty()) {
            throw new FleetProblem(
                    FleetProblem.FAILED,
                    "there is no lake at %s; 'tidemark export --format parquet --out DIR' writes one"
                            .formatted(pattern));
        }
        roots.sort(Comparator.naturalOrder());
        return new Lake(session, roots);
    }

    private static boolean isLake(FileSystem files, FileStatus place) {
        try {
            return place.isDirectory() && files.exists(new Path(place.getPath(), CERTIFICATE));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Makes the tables and views known to the session. */
    void register() throws IOException, FleetProblem {
        // Spark 4.2 fails where a join prunes by a column that is computed from a directory's name.
        session.conf().set("spark.sql.optimizer.dynamicPartitionPruning.enabled", "false");
        for (TableSpec table : CaptureTables.specs()) {
            open(table).createOrReplaceTempView(table.name());
        }
        List<Row> twice = session.sql(
                        "select capture from certificate group by capture having count(*) > 1" + " order by capture")
                .takeAsList(1);
        if (!twice.isEmpty()) {
            throw new FleetProblem(
                    FleetProblem.FAILED,
                    "two captures of the lake have the name %s; export one of them under another name"
                            .formatted(twice.getFirst().getString(0)));
        }
        for (SqlView view : SqlView.all()) {
            session.sql(view.query()).createOrReplaceTempView(view.name());
        }
    }

    private Dataset<Row> open(TableSpec table) throws IOException {
        StructType schema = schema(table);
        Dataset<Row> all = null;
        for (Path root : roots) {
            Path directory = new Path(root, table.name());
            FileSystem files = directory.getFileSystem(session.sparkContext().hadoopConfiguration());
            if (files.exists(directory)) {
                Dataset<Row> one = session.read()
                        .schema(schema)
                        .option("basePath", directory.toString())
                        .parquet(directory.toString())
                        .select(columns(table, hasWideLetters(files, directory)));
                all = all == null ? one : all.unionAll(one);
            }
        }
        return all == null ? session.createDataFrame(List.of(), schema) : all;
    }

    private static boolean hasWideLetters(FileSystem files, Path directory) throws IOException {
        return Arrays.stream(files.listStatus(directory))
                .anyMatch(
                        below -> WIDE_LETTER.matcher(below.getPath().getName()).find());
    }

    /**
     * The columns in their order. The names of captures come from the names of directories, where
     * the export writes each byte of UTF-8 as %XX, which Spark takes for one character each.
     */
    private static Column[] columns(TableSpec table, boolean repaired) {
        return table.columns().stream()
                .map(column -> {
                    Column as = functions.col(column.name());
                    return repaired && column.name().equals(CAPTURE)
                            ? functions
                                    .when(as.rlike(BYTES_OF_UTF8), utf8(as))
                                    .otherwise(as)
                                    .as(CAPTURE)
                            : as;
                })
                .toArray(Column[]::new);
    }

    private static Column utf8(Column bytes) {
        return functions.decode(functions.encode(bytes, "ISO-8859-1"), "UTF-8");
    }

    private static StructType schema(TableSpec table) {
        StructType schema = new StructType();
        for (ColumnSpec column : table.columns()) {
            schema = schema.add(column.name(), type(column.type()), true);
        }
        return schema;
    }

    private static DataType type(ColumnType type) {
        return switch (type) {
            case BIGINT -> DataTypes.LongType;
            case INTEGER -> DataTypes.IntegerType;
            case DOUBLE -> DataTypes.DoubleType;
            case BOOLEAN -> DataTypes.BooleanType;
            case VARCHAR, ENUM -> DataTypes.StringType;
        };
    }
}
