package io.tidemark.checks.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Every figure of {@code docs/performance.md}: {@code Bench HOME [--quick]}. Pieces, whole runs and
 * tools, each in processes of their own, one after the other; then the page is written anew between
 * its marks. Take its figures on a machine that does nothing else.
 */
public final class Bench {
    private static final String BENCHMARKS = "io.tidemark.checks.(bench|swimlane).*Benchmark";

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Set<String> words = Set.of(arguments);
        boolean quick = words.contains("--quick");
        long begin = System.nanoTime();
        Samples samples = new Samples();
        say("whole runs ...");
        wholeRuns(home, quick, samples);
        say("pieces ...");
        pieces(home, quick, samples);
        say("tools ...");
        new ToolRuns(home, quick, samples).run();
        double minutes = (System.nanoTime() - begin) / 60e9;
        Path page = home.resolve("docs").resolve("performance.md");
        PerformancePage.replace(page, new BenchReport(samples, quick, minutes).markdown());
        say("written to " + page);
    }

    private static void wholeRuns(Path home, boolean quick, Samples samples) throws Exception {
        ChildProcess.java(
                        home,
                        List.of("-XX:+UseSerialGC", "-Xmx4g"),
                        WholeRuns.class.getName(),
                        quick ? List.of("quick") : List.of())
                .orFail("the whole runs")
                .output()
                .lines()
                .map(line -> line.split("\t"))
                .filter(cells -> cells.length == 2)
                .forEach(cells -> samples.add(cells[0], Double.parseDouble(cells[1])));
    }

    private static void pieces(Path home, boolean quick, Samples samples) throws Exception {
        Path result = Files.createTempFile("tidemark-bench", ".json");
        String time = quick ? "100ms" : "300ms";
        List<String> words =
                new ArrayList<>(List.of(BENCHMARKS, "-f", "1", "-i", "5", "-prof", "gc"));
        words.addAll(List.of("-wi", quick ? "2" : "3", "-w", time, "-r", time));
        words.addAll(List.of("-rf", "json", "-rff", result.toString()));
        ChildProcess.java(home, List.of(), "org.openjdk.jmh.Main", words).orFail("the pieces");
        read(result, samples);
        Files.delete(result);
    }

    /** Each iteration of each benchmark, and what it allocated. */
    private static void read(Path result, Samples samples) throws IOException {
        try (InputStream in = Files.newInputStream(result);
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            String benchmark = "";
            boolean isGc = false;
            while (json.nextToken() != null) {
                if (json.currentToken() != JsonToken.PROPERTY_NAME) {
                    continue;
                }
                String key = json.currentName();
                switch (key) {
                    case "benchmark" -> {
                        json.nextToken();
                        String full = json.getString();
                        benchmark = "piece/" + full.substring(full.lastIndexOf('.') + 1);
                        isGc = false;
                    }
                    case "gc.alloc.rate.norm" -> isGc = true;
                    case "primaryMetric" -> isGc = false;
                    case "score" -> {
                        json.nextToken();
                        if (isGc) {
                            samples.add(benchmark + "/bytes", json.getDoubleValue());
                        }
                        isGc = false;
                    }
                    case "rawData" -> readRaw(json, benchmark, samples);
                    default -> {}
                }
            }
        }
    }

    /** Nested arrays, forks by iterations; only the primary metric's are of the benchmark. */
    private static void readRaw(JsonParser json, String benchmark, Samples samples) {
        boolean isPrimary = !samples.has(benchmark);
        int depth = 0;
        do {
            JsonToken token = json.nextToken();
            depth += token == JsonToken.START_ARRAY ? 1 : token == JsonToken.END_ARRAY ? -1 : 0;
            if (isPrimary && token.isNumeric()) {
                samples.add(benchmark, json.getDoubleValue());
            }
        } while (depth > 0);
    }

    private static void say(String line) {
        System.err.println("bench: " + line);
    }
}
