package io.tidemark.fleet;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;

/**
 * The program for {@code spark-submit}: reads a lake, computes the standard queries and writes
 * their tables. Without a master it runs in this process, on all CPUs. Exit codes are those of
 * every command: 0 good, 1 failed, 2 usage, 3 done but data is missing. A driver inside a cluster
 * ends with 0 instead of 3, since a cluster takes any other code for a failure and may start again.
 */
public final class FleetMain {
    private static final int INCOMPLETE = 3;
    private static final int INTERRUPTED = 130;

    private FleetMain() {}

    public static void main(String[] words) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(words, out, err);
        boolean insideCluster = "cluster".equals(System.getProperty("spark.submit.deployMode"));
        System.exit(insideCluster && exitCode == INCOMPLETE ? 0 : exitCode);
    }

    /** What {@link #main} does, without leaving the JVM; a session that is there is used. */
    static int run(String[] words, PrintStream out, PrintStream err) {
        try {
            FleetArguments arguments = FleetArguments.parse(words);
            return new FleetReports(session(), arguments, out).write() == 0 ? 0 : INCOMPLETE;
        } catch (FleetProblem problem) {
            err.println("tidemark: " + problem.getMessage());
            return problem.exitCode();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        } catch (IOException | RuntimeException failure) {
            err.println("tidemark: " + firstLine(failure));
            return FleetProblem.FAILED;
        }
    }

    private static SparkSession session() {
        SparkSession.Builder builder = SparkSession.builder().appName("tidemark-fleet");
        if (System.getProperty("spark.master") == null) {
            builder.master("local[*]")
                    .config("spark.ui.enabled", "false")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", Runtime.getRuntime().availableProcessors());
        }
        return builder.config("spark.sql.ansi.enabled", "true").getOrCreate();
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).strip().lines().findFirst().orElse("");
    }
}
