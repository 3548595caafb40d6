package io.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * What the launcher trains the JVM's cache for reports and converters with: every one of them once,
 * in one process. Not a command. Code that no training has met starts slower than without a cache.
 *
 * <p>{@code ReportTraining PLACE CAPTURE...}: reports learn from the captures. A converter writes
 * as much as it reads, so converters learn from a small capture that is made in a new directory
 * PLACE.
 */
public final class ReportTraining {
    private static final List<String> REPORTS = List.of("overhead", "summary", "critical-path");
    private static final int SMALL_TASKS = 10_000;

    private ReportTraining() {}

    public static void main(String[] words) {
        int worst = convert(Path.of(words[0]));
        for (String capture : List.of(words).subList(1, words.length)) {
            for (String report : REPORTS) {
                worst = Math.max(worst, run(report, capture));
            }
            worst = Math.max(worst, run("diff", capture, capture));
        }
        System.exit(worst);
    }

    private static int convert(Path place) {
        String capture = place.resolve("capture").toString();
        int worst = run("generate", "--tasks=" + SMALL_TASKS, "-o", capture);
        for (String format : List.of("pftrace", "json")) {
            String made = place.resolve("made." + format).toString();
            worst = Math.max(worst, run("convert", capture, "--format", format, "-o", made));
        }
        return Math.max(worst, run("deps", capture, "--edge-mode", "reduced"));
    }

    private static int run(String... words) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Tidemark.execute(nowhere, nowhere, words);
    }
}
