package io.tidemark.fleet;

import io.tidemark.sql.standard.StandardQuery;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Computes standard queries over a lake and writes each answer as a table: one directory with one
 * file whose rows are in the order of the query. Nothing is overwritten. One thread.
 */
final class FleetReports {
    private final SparkSession session;
    private final FleetArguments arguments;
    private final PrintStream out;

    FleetReports(SparkSession session, FleetArguments arguments, PrintStream out) {
        this.session = session;
        this.arguments = arguments;
        this.out = out;
    }

    /**
     * @return how many captures miss something
     */
    long write() throws IOException, FleetProblem, InterruptedException {
        for (StandardQuery query : arguments.queries()) {
            Path target = target(query);
            if (target.getFileSystem(session.sparkContext().hadoopConfiguration())
                    .exists(target)) {
                throw new FleetProblem(
                        FleetProblem.FAILED,
                        "%s is there already; name another directory for the tables".formatted(target));
            }
        }
        Lake.at(session, arguments.lake()).register();
        for (StandardQuery query : arguments.queries()) {
            out.println("%s: %d rows".formatted(query.name(), write(query)));
        }
        return sayWhatIsMissing();
    }

    private Path target(StandardQuery query) {
        return new Path(arguments.out(), query.name());
    }

    private long write(StandardQuery query) throws InterruptedException {
        Observation counted = new Observation();
        Dataset<Row> answer = session.sql(query.sql())
                .observe(counted, functions.count(functions.lit(1)).as("rows"));
        answer.coalesce(1)
                .write()
                .mode(SaveMode.ErrorIfExists)
                .format(arguments.format().word())
                .option("header", "true") // of csv; parquet has no such option
                .option("compression", arguments.format() == FleetArguments.Format.PARQUET ? "zstd" : "none")
                .save(target(query).toString());
        return ((Number) counted.getAsJava().get("rows")).longValue();
    }

    private long sayWhatIsMissing() {
        long all = session.table("certificate").count();
        long missing = session.sql("select distinct capture from loss").count();
        out.println(
                missing == 0
                        ? "data: nothing is missing from the %d captures".formatted(all)
                        : "data: %d of %d captures miss something; loss_by_capture says what".formatted(missing, all));
        return missing;
    }
}
