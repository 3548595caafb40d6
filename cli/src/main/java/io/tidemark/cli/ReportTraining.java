package io.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * What the launcher trains the JVM's cache for reports with: every report once, in one process. Not
 * a command. Code that no training has met starts slower than without a cache.
 */
public final class ReportTraining {
    private static final List<String> REPORTS = List.of("overhead", "summary", "critical-path");

    private ReportTraining() {}

    public static void main(String[] captures) {
        int worst = 0;
        for (String capture : captures) {
            for (String report : REPORTS) {
                worst = Math.max(worst, run(report, capture));
            }
            worst = Math.max(worst, run("diff", capture, capture));
        }
        System.exit(worst);
    }

    private static int run(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Tidemark.execute(nowhere, nowhere, words);
    }
}
