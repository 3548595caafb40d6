package io.tidemark.analysis.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tasks: 9 feeds 2, so that the order of ids and the order of the graph differ. Each reads and
 * writes one float tensor of two elements.
 */
class ArgsDiffTest {
    @TempDir
    private Path directory;

    @Test
    void equalDumpsAreEqual() throws IOException {
        assertThat(diff(write("a", 1, 2, 3), write("b", 1, 2, 3), Tolerance.EXACT))
                .contains("0 in 0 tasks differ");
    }

    @Test
    void theFirstTaskInGraphOrderIsBlamedNotTheOneWithTheLeastId() throws IOException {
        String text = diff(write("a", 1, 2, 3), write("b", 1, 2.5f, 3.5f), Tolerance.EXACT);
        assertThat(text)
                .contains("first difference: task t9")
                .contains("result differs: argument 1")
                .contains("1 of 2 elements, first element 0: 2 became 2.5, at most 0.5 apart")
                .contains("this task made the difference")
                .contains("3 in 2 tasks differ");
    }

    @Test
    void anInputThatDifferedAlreadyIsNamedWithItsProducer() throws IOException {
        // the producer's result is equal, yet the consumer got something else
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2, 3);
        poke(other, 16, 7f);
        assertThat(diff(one, other, Tolerance.EXACT))
                .contains("first difference: task t2")
                .contains("input already differed: argument 0")
                .contains("made by t9");
    }

    @Test
    void toleranceForgivesSmallDistances() throws IOException {
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2.001f, 3);
        assertThat(diff(one, other, new Tolerance(0.01, 0))).contains("0 in 0 tasks differ");
        assertThat(diff(one, other, new Tolerance(0, 0.001))).contains("0 in 0 tasks differ");
        assertThat(diff(one, other, new Tolerance(0, 0.0001))).contains("first difference: task t9");
        Tolerance exact = Tolerance.EXACT;
        assertThat(exact.accepts(Double.NaN, Double.NaN)).isTrue();
        assertThat(exact.accepts(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY))
                .isTrue();
        assertThat(new Tolerance(1, 1).accepts(1, Double.POSITIVE_INFINITY)).isFalse();
    }

    /** A double has up to 17 digits; the manifest keeps them all. */
    @Test
    void doublesThatDifferInALateDigitDiffer() throws IOException {
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2, 3);
        addDouble(one, "0.12345678901234566");
        addDouble(other, "0.12345678901234568");
        assertThat(diff(one, other, Tolerance.EXACT))
                .contains("compared: 5 arguments; 1 in 1 task differ")
                .contains("0.12345678901234566 became 0.12345678901234568");
        assertThat(diff(one, other, new Tolerance(1e-12, 0))).contains("0 in 0 tasks differ");
    }

    @Test
    void whatOneSideLacksIsSaid() throws IOException {
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2, 3);
        Path payload = other.resolve("args_dump/args.bin");
        Files.write(payload, Arrays.copyOf(Files.readAllBytes(payload), 20));
        assertThat(diff(one, other, Tolerance.EXACT)).contains("not compared: 2 arguments");
    }

    /** As another runtime numbers them, with the graph and without. */
    @Test
    void aTaskIsKnownAgainUnderAnotherId() throws IOException {
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2, 4);
        rename(other, "deps.json", "\"9\"", "\"5\"", "\"2\"", "\"6\"");
        rename(
                other,
                "args_dump/args_dump.json",
                "0x0000000000000009",
                "0x0000000000000005",
                "0x0000000000000002",
                "0x0000000000000006");
        String expected = "first difference: task t2 (f1), t6 in the other capture";
        assertThat(diff(one, other, Tolerance.EXACT))
                .contains("compared: 4 arguments; 1 in 1 task differ")
                .contains(expected)
                .doesNotContain("matched");
        Files.delete(other.resolve("deps.json"));
        assertThat(diff(one, other, Tolerance.EXACT))
                .contains("matched: 2 tasks by kernel, structure and order")
                .contains(expected)
                .doesNotContain("records are missing");
        rename(other, "args_dump/args_dump.json", "dropped_records\": 0", "dropped_records\": 1");
        assertThat(diff(one, other, Tolerance.EXACT)).contains("records are missing");
    }

    @Test
    void dumpsWithoutACommonTaskAreToldSo() throws IOException {
        Path one = write("a", 1, 2, 3);
        Path other = write("b", 1, 2, 3);
        rename(other, "deps.json", "[0,", "[7,", "[1,", "[8,");
        rename(other, "args_dump/args_dump.json", "\"func_id\": [0]", "\"func_id\": [7]");
        rename(other, "args_dump/args_dump.json", "\"func_id\": [1]", "\"func_id\": [8]");
        assertThat(diff(one, other, Tolerance.EXACT))
                .isEqualTo("nothing to compare: the two captures have no task in common: 2 kernels: f0,"
                        + " f1 in this one, 2 kernels: f7, f8 in the other\n");
    }

    /** Gives task 9 a scalar. */
    private static void addDouble(Path capture, String value) throws IOException {
        String entry = """
                {"task_id": "0x0000000000000009", "func_id": [0], "arg_index": 2, "role": "input",
                "stage": "before_dispatch", "kind": "scalar", "dtype": "FLOAT64", "value": %s,
                "is_contiguous": true, "shape": [], "strides": [], "start_offset": 0, "numel": 1,
                "bin_offset": 0, "bin_size": 0, "truncated": false, "overwritten": false},
                """.formatted(value);
        rename(capture, "args_dump/args_dump.json", "\"args\": [", "\"args\": [" + entry);
    }

    private static void rename(Path capture, String name, String... pairs) throws IOException {
        Path file = capture.resolve(name);
        String text = Files.readString(file);
        for (int at = 0; at < pairs.length; at += 2) {
            text = text.replace(pairs[at], pairs[at + 1]);
        }
        Files.writeString(file, text);
    }

    private static String diff(Path one, Path other, Tolerance tolerance) throws IOException {
        Capture capture = StoredCapture.open(one);
        StringWriter text = new StringWriter();
        Capture second = StoredCapture.open(other);
        try (ArgsDump left = ArgsDump.open(capture).orElseThrow();
                ArgsDump right = ArgsDump.open(second).orElseThrow()) {
            GraphPlaces places = new GraphPlaces(capture.dependencies());
            assertThat(places.isGraphOrder()).isTrue();
            TaskMatch tasks = TaskMatch.of(capture, left, second, right);
            ArgsDiff.Report report = ArgsDiff.run(left, right, tasks, tolerance, places::place);
            new ArgsDiffText(left, right, tasks, report, places).print(new PrintWriter(text, true));
        }
        return text.toString();
    }

    /** What goes into task 9, from 9 to 2, and out of 2, in the first element of each tensor. */
    private Path write(String name, float in, float between, float out) throws IOException {
        Path capture = directory.resolve(name);
        Path dump = Files.createDirectories(capture.resolve("args_dump"));
        ByteBuffer payload = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        for (float first : new float[] {in, between, between, out}) {
            payload.putFloat(first).putFloat(0.5f);
        }
        Files.write(dump.resolve("args.bin"), payload.array());
        String entries = String.join(
                ",\n",
                entry(2, 0, "input", "before_dispatch", 16),
                entry(2, 1, "output", "after_completion", 24),
                entry(9, 0, "input", "before_dispatch", 0),
                entry(9, 1, "output", "after_completion", 8));
        Files.writeString(dump.resolve("args_dump.json"), """
                {"run_dir": "args_dump", "dump_args_level": 2, "total_args": 4,
                "before_dispatch": 2, "after_completion": 2, "input_args": 2, "output_args": 2,
                "inout_args": 0, "truncated_args": 0, "dropped_records": 0, "dropped_overwrite": 0,
                "bin_file": "args.bin", "args": [
                """ + entries + "]}\n");
        Files.writeString(capture.resolve("deps.json"), """
                {"tasks":[{"task_id":"9","scope":"auto","kernel_ids":[0,-1,-1],"block_num":1,"args":[]},\
                {"task_id":"2","scope":"auto","kernel_ids":[1,-1,-1],"block_num":1,"args":[]}],\
                "tensors":[],"edges":[{"pred":"9","succ":"2","arg":0,"source":"creator"}]}
                """);
        return capture;
    }

    private static String entry(long task, int argument, String role, String stage, int offset) {
        return """
                {"task_id": "0x%016x", "func_id": [%d], "arg_index": %d, "role": "%s", "stage": "%s",
                "kind": "tensor", "dtype": "FLOAT32", "is_contiguous": true, "shape": [2],
                "strides": [1], "start_offset": 0, "numel": 2, "bin_offset": %d, "bin_size": 8,
                "truncated": false, "overwritten": false}""".formatted(task, task == 9 ? 0 : 1, argument, role, stage, offset);
    }

    private static void poke(Path capture, int offset, float value) throws IOException {
        Path file = capture.resolve("args_dump/args.bin");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(file, bytes.putFloat(offset, value).array());
    }
}
