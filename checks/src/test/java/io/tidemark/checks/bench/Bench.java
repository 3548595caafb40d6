package io.tidemark.checks.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What recording costs: {@code Bench HOME [--quick]}. Whole runs, pieces and tools, each in
 * processes of their own, one after the other. The tables are written to {@code
 * checks/target/bench.md}, the figures to {@code checks/target/bench.tsv}. Take them on a machine
 * that does nothing else.
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        boolean quick = Set.of(arguments).contains("--quick");
        long begin = System.nanoTime();
        Samples samples = new Samples();
        say("whole runs ...");
        wholeRuns(home, quick, samples);
        say("pieces ...");
        new Pieces(home, quick, samples).run();
        say("tools ...");
        new ToolRuns(home, quick, samples).run();
        double minutes = (System.nanoTime() - begin) / 60e9;
        Files.writeString(home.resolve("checks/target/bench.tsv"), samples.lines());
        Path page = home.resolve("checks/target/bench.md");
        Files.writeString(page, new BenchReport(samples, quick, minutes).markdown());
        say("written to " + page);
    }

    private static void wholeRuns(Path home, boolean quick, Samples samples) throws IOException, InterruptedException {
        List<String> jvm = List.of("-XX:+UseSerialGC", "-Xmx4g");
        List<String> arguments = quick ? List.of("quick") : List.of();
        samples.addLines(ChildProcess.java(home, jvm, WholeRuns.class.getName(), arguments)
                .orFail("the whole runs")
                .output());
    }

    private static void say(String line) {
        System.err.println("bench: " + line);
    }
}
