package io.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;

/**
 * The training run of the JVM's cache: the commands that people wait for, once each, in one
 * process. Not a command; the launcher starts it after a build.
 *
 * <p>{@code Training PLACE}: captures and pages go into the new directory PLACE.
 */
public final class Training {
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    private final Path place;
    private int worst;

    private Training(Path place) {
        this.place = place;
    }

    public static void main(String[] words) {
        System.exit(new Training(Path.of(words[0])).run());
    }

    private int run() {
        String virtual = place.resolve("virtual").toString();
        String real = place.resolve("real").toString();
        train("--help");
        train("list");
        train(
                "run",
                "paged-attention",
                "--chip-swimlane",
                "--dep-gen",
                "--scope-stats",
                "--time",
                "virtual",
                "--capture",
                virtual);
        train(
                "run",
                "noop",
                "--tasks",
                "100000",
                "--shape",
                "layered",
                "--chip-swimlane",
                "--dep-gen",
                "--capture",
                real);
        for (String capture : new String[] {virtual, real}) {
            for (String report : new String[] {"summary", "critical-path", "overhead", "verify"}) {
                train(report, capture);
            }
            train("deps", capture, "--edge-mode", "reduced");
            train("diff", capture, capture);
            train("view", capture, "--out", capture + "-page");
            train("convert", capture, "--format", "pftrace", "-o", capture + ".pftrace");
        }
        train("whatif", virtual, "--best");
        return worst;
    }

    private void train(String... words) {
        worst = Math.max(worst, Tidemark.execute(NOWHERE, NOWHERE, words));
    }
}
