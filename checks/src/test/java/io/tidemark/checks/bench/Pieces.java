package io.tidemark.checks.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The pieces by JMH with its allocation profiler. All of them are run several times over, each time
 * in JVMs of their own, so that what disturbs the machine for a while disturbs no piece alone; the
 * quick form runs them once and takes more iterations. One thread.
 */
final class Pieces {
    private static final String BENCHMARKS = "io.tidemark.checks.(bench|swimlane).*Benchmark";
    private static final int PASSES = 5;

    private final Path home;
    private final boolean quick;
    private final Samples samples;

    Pieces(Path home, boolean quick, Samples samples) {
        this.home = home;
        this.quick = quick;
        this.samples = samples;
    }

    void run() throws IOException, InterruptedException {
        for (int pass = 0; pass < (quick ? 1 : PASSES); pass++) {
            Path result = Files.createTempFile("tidemark-bench", ".json");
            List<String> words = new ArrayList<>(List.of(BENCHMARKS, "-f", "1", "-prof", "gc"));
            words.addAll(List.of("-wi", "3", "-w", "100ms", "-r", "100ms"));
            words.addAll(List.of("-i", quick ? "5" : "2", "-rf", "json"));
            words.addAll(List.of("-rff", result.toString()));
            ChildProcess.java(home, List.of(), "org.openjdk.jmh.Main", words).orFail("the pieces");
            read(result);
            Files.delete(result);
        }
    }

    /** Each iteration of each benchmark, and what it allocated. */
    private void read(Path result) throws IOException {
        try (InputStream in = Files.newInputStream(result);
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            String name = "";
            while (json.nextToken() != null) {
                if (json.currentToken() != JsonToken.PROPERTY_NAME) {
                    continue;
                }
                switch (json.currentName()) {
                    case "benchmark" -> {
                        json.nextToken();
                        String full = json.getString();
                        name = "piece/" + full.substring(full.lastIndexOf('.') + 1);
                    }
                    case "primaryMetric" -> readRaw(json, name);
                    case "gc.alloc.rate.norm" -> readRaw(json, name + "/bytes");
                    default -> {}
                }
            }
        }
    }

    /** The figures of the metric at hand: nested arrays, forks by iterations. */
    private void readRaw(JsonParser json, String name) {
        while (json.currentToken() != JsonToken.PROPERTY_NAME
                || !json.currentName().equals("rawData")) {
            json.nextToken();
        }
        int depth = 0;
        do {
            JsonToken token = json.nextToken();
            depth += token == JsonToken.START_ARRAY ? 1 : token == JsonToken.END_ARRAY ? -1 : 0;
            if (token.isNumeric()) {
                samples.add(name, json.getDoubleValue());
            }
        } while (depth > 0);
    }
}
