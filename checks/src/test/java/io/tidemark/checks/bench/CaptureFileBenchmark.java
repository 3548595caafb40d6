package io.tidemark.checks.bench;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reading, writing and joining the records of 10,000 tasks (some 4 MB of JSON), against a general
 * parser and a copy of the same bytes.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CaptureFileBenchmark {
    static final int TASKS = 10_000;

    /** A generated capture. */
    @State(Scope.Thread)
    public static class Capture {
        Path directory;
        Path file;
        Path copy;
        byte[] bytes;
        byte[] target;
        SwimlaneTable table;

        @Setup
        public void generate() throws IOException {
            directory = Files.createTempDirectory(Path.of("/dev/shm"), "tidemark-bench");
            CaptureGenerator.generate(TASKS, 1, directory.resolve("capture"));
            file = directory.resolve("capture").resolve(SwimlaneWriter.FILE_NAME);
            copy = directory.resolve("copy.json");
            bytes = Files.readAllBytes(file);
            target = new byte[bytes.length];
            table = SwimlaneReader.read(file, new Findings()).orElseThrow();
        }

        @TearDown
        public void delete() throws IOException {
            FileTree.delete(directory);
        }
    }

    @Benchmark
    public SwimlaneTable readRecords(Capture capture) {
        return SwimlaneReader.read(capture.file, new Findings()).orElseThrow();
    }

    @Benchmark
    public void writeRecords(Capture capture) throws IOException {
        Files.deleteIfExists(capture.copy);
        SwimlaneWriter.write(capture.copy, capture.table);
    }

    @Benchmark
    public KernelRuns joinRecords(Capture capture) {
        return CaptureModel.of(capture.table, Optional.empty(), NameMap.EMPTY).runs();
    }

    /** Every token of the file by Jackson, nothing made of them. */
    @Benchmark
    public long parseTheSameByJackson(Capture capture) {
        long tokens = 0;
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), capture.bytes)) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        return tokens;
    }

    @Benchmark
    public byte[] copyTheSameBytes(Capture capture) {
        System.arraycopy(capture.bytes, 0, capture.target, 0, capture.bytes.length);
        return capture.target;
    }
}
