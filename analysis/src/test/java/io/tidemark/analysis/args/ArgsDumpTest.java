package io.tidemark.analysis.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.analysis.TestResource;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ScalarValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgsDumpTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"tiny", "small"})
    void everyValueReadsAsTheToolsOfTheTimePrintedIt(String name) throws IOException {
        Map<String, String> expected = expected(name);
        int compared = 0;
        try (ArgsDump dump = dump(name, "capture")) {
            for (int row = 0; row < dump.size(); row++) {
                String line = expected.get(dump.fileStem(row));
                if (line != null && !line.startsWith("FP") && !line.equals("none")) {
                    assertThat(describe(dump, row)).as(dump.fileStem(row)).isEqualTo(line);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(40);
    }

    @Test
    void smallFloatsAreDecodedNotShownAsBytes() {
        // 1.0, -2.0, 448 (the greatest), not a number
        assertThat(texts(DType.FP8E4M3FN, "38 c0 7e 7f", 4)).containsExactly("1", "-2", "448", "nan");
        assertThat(texts(DType.FP8E8M0, "7f 80 7e ff", 4)).containsExactly("1", "2", "0.5", "nan");
        // low half first: 1.0 0.5, 6.0 -6.0
        assertThat(texts(DType.FP4E2M1, "12 f7", 4)).containsExactly("1", "0.5", "6", "-6");
        assertThat(texts(DType.FP4E2M1, "12 f7", 3)).hasSize(3);
        assertThat(texts(DType.BFLOAT16, "80 3f c0 7f", 2)).containsExactly("1", "nan");
        assertThat(texts(DType.FLOAT16, "00 3c 00 fc", 2)).containsExactly("1", "-inf");
        assertThat(texts(DType.INT8, "ff 80", 2)).containsExactly("-1", "-128");
        assertThat(texts(DType.UINT64, "ff ff ff ff ff ff ff ff", 1)).containsExactly("18446744073709551615");
        assertThat(texts(DType.UNKNOWN, "ab 01", 1)).containsExactly("0xab", "0x01");
    }

    @Test
    void narrowSignedAndHalfScalarsAreReadFromTheirBits() {
        ScalarValue raw = new ScalarValue(ScalarValue.Kind.SIGNED, 255);
        assertThat(TypedScalar.of(DType.INT8, raw)).isEqualTo("-1");
        assertThat(TypedScalar.of(DType.INT32, raw)).isEqualTo("255");
        ScalarValue half = new ScalarValue(ScalarValue.Kind.SIGNED, 0x3C00);
        assertThat(TypedScalar.of(DType.FLOAT16, half)).isEqualTo("1");
        ScalarValue wide = new ScalarValue(ScalarValue.Kind.UNSIGNED, -1);
        assertThat(TypedScalar.of(DType.UINT64, wide)).isEqualTo("18446744073709551615");
        ScalarValue real = new ScalarValue(ScalarValue.Kind.REAL, Double.doubleToRawLongBits(2.318));
        assertThat(TypedScalar.of(DType.FLOAT32, real)).isEqualTo("2.318");
    }

    @Test
    void statisticsLeaveOutWhatIsNotFinite() {
        Elements floats = elements(DType.FLOAT32, "00 00 80 3f 00 00 c0 7f 00 00 00 00 00 00 80 ff", 4);
        ArgStatistics statistics = ArgStatistics.of(floats);
        assertThat(statistics.leastText()).isEqualTo("0");
        assertThat(statistics.greatestText()).isEqualTo("1");
        assertThat(statistics.mean()).isEqualTo(0.5);
        assertThat(statistics.notANumber()).isOne();
        assertThat(statistics.infinite()).isOne();
        assertThat(statistics.zero()).isOne();
        ArgStatistics wide =
                ArgStatistics.of(elements(DType.UINT64, "ff ff ff ff ff ff ff ff fe ff ff ff ff ff ff ff", 2));
        assertThat(wide.leastText()).isEqualTo("18446744073709551614");
        assertThat(wide.greatestText()).isEqualTo("18446744073709551615");
        // CRC-32C of "123456789", the check value of its definition
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(ArgStatistics.digest(MemorySegment.ofArray(digits))).isEqualTo(0xE3069283);
    }

    @Test
    void aPayloadFileCutShortLosesOnlyWhatLiesBehindTheCut() throws IOException {
        try (ArgsDump whole = dump("tiny", "whole");
                ArgsDump cut = cut("tiny", 100)) {
            int lost = 0;
            for (int row = 0; row < whole.size(); row++) {
                long end =
                        whole.manifest().payloadOffset(row) + whole.manifest().payloadBytes(row);
                if (whole.presence(row) == Presence.WHOLE && end > 100) {
                    assertThat(cut.presence(row)).isIn(Presence.GONE, Presence.CUT);
                    lost++;
                } else {
                    assertThat(cut.presence(row)).isEqualTo(whole.presence(row));
                    assertThat(cut.elements(row).count())
                            .isEqualTo(whole.elements(row).count());
                }
            }
            assertThat(lost).isPositive();
            StringWriter text = new StringWriter();
            int rows = new ArgsTable(cut).print(ArgFilter.ALL, new PrintWriter(text));
            assertThat(rows).isEqualTo(whole.size());
            assertThat(text.toString()).contains("gone: the file ends before");
        }
    }

    @Test
    void filtersAskTheManifest() throws IOException {
        try (ArgsDump dump = dump("tiny", "capture")) {
            ArgFilter scalars =
                    new ArgFilter(OptionalLong.of(1), "3", null, null, OptionalInt.empty(), ArgFilter.Kind.SCALAR);
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < dump.size(); row++) {
                if (dump.accepts(scalars, row)) {
                    rows.add(row);
                }
            }
            assertThat(rows).containsExactly(1);
            assertThat(dump.scalar(1)).isEqualTo("47");
        }
        assertThat(ArgFilter.parseTask("r1t7")).hasValue((1L << 32) + 7);
        assertThat(ArgFilter.parseTask("0x0000000100000007")).hasValue((1L << 32) + 7);
        assertThat(ArgFilter.parseTask("t7")).hasValue(7);
        assertThat(ArgFilter.parseTask("12")).hasValue(12);
        assertThat(ArgFilter.parseTask("x7")).isEmpty();
    }

    @Test
    void arraysHaveTheBytesOfNumPysFormat() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        NpyWriter.write(file, List.of(2L, 2L), elements(DType.INT16, "01 00 02 00 03 00 ff ff", 4));
        byte[] bytes = file.toByteArray();
        assertThat(HexFormat.of().formatHex(bytes, 0, 10)).isEqualTo("934e554d505901007600");
        String head = new String(bytes, 10, 118, StandardCharsets.US_ASCII);
        assertThat(head)
                .isEqualTo("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }" + " ".repeat(58) + "\n");
        assertThat(HexFormat.of().formatHex(bytes, 128, bytes.length)).isEqualTo("010002000300ffff");

        ByteArrayOutputStream halves = new ByteArrayOutputStream();
        NpyWriter.write(halves, List.of(3L), elements(DType.FP4E2M1, "12 07", 3));
        String text = halves.toString(StandardCharsets.ISO_8859_1);
        assertThat(text).contains("'<f4'").contains("(3,)");
        assertThat(HexFormat.of().formatHex(halves.toByteArray(), 128, 140)).isEqualTo("0000803f0000003f0000c040");
    }

    @Test
    void exportedFilesNeverShareAName() throws IOException {
        Path target = directory.resolve("out");
        try (ArgsDump dump = dump("small", "capture")) {
            ArgsExporter exporter = new ArgsExporter(dump, target);
            Map<String, Integer> names = new HashMap<>();
            for (int row = 0; row < dump.size(); row++) {
                names.merge(exporter.export(row), 1, Integer::sum);
            }
            assertThat(names).hasSize(dump.size());
            try (var files = Files.list(target)) {
                long texts =
                        files.filter(path -> path.toString().endsWith(".txt")).count();
                assertThat(texts).isEqualTo(dump.size());
            }
        }
    }

    /** Texts cost most of an export, and each value stands twice in its file. */
    @Test
    void theTextOfAValueIsMadeOnceHoweverOftenItIsPrinted() throws IOException {
        try (ArgsDump dump = dump("small", "capture")) {
            ElementTexts texts = new ElementTexts();
            long values = 0;
            for (int row = 0; row < dump.size(); row++) {
                StringBuilder printed = new StringBuilder();
                new ArgsText(dump, printed, texts).print(row);
                Elements elements = dump.elements(row);
                values += elements.count();
                for (long index = 0; index < elements.count(); index++) {
                    assertThat(printed).contains("] " + elements.text(index) + "\n");
                }
            }
            assertThat(values).isGreaterThan(1000);
            assertThat(texts.made()).isEqualTo(values);
        }
    }

    /** More values than are kept at once, in rows longer than a line. */
    @Test
    void aLargeArgumentIsPrintedWhole() throws IOException {
        int columns = 5000;
        int rows = ElementTexts.BLOCK_ELEMENTS / columns + 2;
        Path capture = directory.resolve("large");
        Path dump = Files.createDirectories(capture.resolve("args_dump"));
        byte[] payload = new byte[rows * columns];
        for (int at = 0; at < payload.length; at++) {
            payload[at] = (byte) (at % 251);
        }
        Files.write(dump.resolve("args.bin"), payload);
        Files.writeString(
                dump.resolve("args_dump.json"), """
                {"dump_args_level": 2, "total_args": 1, "bin_file": "args.bin", "args": [
                {"task_id": "0x1", "func_id": [0], "arg_index": 0, "role": "input",
                "stage": "before_dispatch", "kind": "tensor", "dtype": "UINT8", "shape": [%d, %d],
                "strides": [%d, 1], "numel": %d, "bin_offset": 0, "bin_size": %d}]}
                """.formatted(rows, columns, columns, payload.length, payload.length));
        StringBuilder printed = new StringBuilder();
        try (ArgsDump large = ArgsDump.open(StoredCapture.open(capture)).orElseThrow()) {
            new ArgsText(large, printed).print(0);
        }
        List<String> lines = printed.toString().lines().toList();
        int first = lines.indexOf("# rows of the last dimension") + 1;
        int single = lines.indexOf("# one by one") + 1;
        assertThat(single - 2 - first).as("two lines to a row").isEqualTo(2 * rows);
        assertThat(lines.subList(single, lines.size())).hasSize(payload.length);
        for (int at = 0; at < payload.length; at++) {
            String value = Integer.toString(at % 251);
            assertThat(lines.get(single + at)).isEqualTo("[" + at / columns + ", " + at % columns + "] " + value);
            int line = first + at / columns * 2 + at % columns / 4096;
            int from = at % columns % 4096 * 4;
            assertThat(lines.get(line).substring(from, from + 3).strip()).isEqualTo(value);
        }
    }

    private static String describe(ArgsDump dump, int row) {
        if (dump.manifest().isScalar(row)) {
            return "scalar " + dump.scalar(row);
        }
        Elements elements = dump.elements(row);
        StringBuilder text = new StringBuilder(dump.manifest().dataType(row));
        for (long index = 0; index < elements.count(); index++) {
            text.append(' ').append(elements.text(index));
        }
        return text.toString();
    }

    private Map<String, String> expected(String name) throws IOException {
        Map<String, String> lines = new HashMap<>();
        for (String line : TestResource.lines(getClass(), name + ".expected.gz")) {
            String[] words = line.split(" ", 2);
            lines.put(words[0].toLowerCase(Locale.ROOT), words[1]);
        }
        return lines;
    }

    private ArgsDump dump(String name, String into) throws IOException {
        Path dump = directory.resolve(into).resolve("args_dump");
        TestResource.file(getClass(), name + ".json.gz", dump.resolve("args_dump.json"));
        TestResource.file(getClass(), name + ".bin.gz", dump.resolve("args.bin"));
        return ArgsDump.open(StoredCapture.open(directory.resolve(into))).orElseThrow();
    }

    private ArgsDump cut(String name, int bytes) throws IOException {
        dump(name, "cut").close();
        Path payload = directory.resolve("cut/args_dump/args.bin");
        Files.write(payload, Arrays.copyOf(Files.readAllBytes(payload), bytes));
        return ArgsDump.open(StoredCapture.open(directory.resolve("cut"))).orElseThrow();
    }

    private static List<String> texts(DType type, String hex, long count) {
        Elements elements = elements(type, hex, count);
        List<String> texts = new ArrayList<>();
        for (long index = 0; index < elements.count(); index++) {
            texts.add(elements.text(index));
        }
        return texts;
    }

    private static Elements elements(DType type, String hex, long count) {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
        return Elements.of(type, MemorySegment.ofArray(bytes), count);
    }
}
