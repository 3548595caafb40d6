package io.tidemark.checks.bench;

import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.testkit.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What reading the two long files of a capture costs with the scanner and with Jackson's token
 * stream, in CPU time of one thread: {@code main TASKS REPEATS}. All ways are taken in turn. Every
 * number is decoded and summed, every name is looked at; all ways must come to the same sum.
 *
 * <ul>
 *   <li>scanner: {@link JsonScanner} alone, rows by {@link JsonScanner#row}
 *   <li>jackson: {@link JsonParser} alone
 *   <li>jackson and rows: {@link JsonParser}, but the lists of number rows by {@link
 *       JsonScanner#row}
 *   <li>table: the reader of the file, which also checks and keeps every row
 * </ul>
 */
final class JsonReading {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Words ROWS = Words.of("aicore_tasks", "aicpu_tasks");

    /** A way to read, and the sum of the numbers that it met. */
    @FunctionalInterface
    private interface Way {
        long sum() throws IOException, JsonDamage;
    }

    private final Samples samples = new Samples();
    private final Path directory;
    private int repeat;

    private JsonReading(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] arguments) throws IOException, JsonDamage {
        int tasks = Integer.parseInt(arguments[0]);
        int repeats = Integer.parseInt(arguments[1]);
        Path directory = Files.createTempDirectory("tidemark-reading");
        try {
            CaptureGenerator.generate(tasks, 1, directory);
            new JsonReading(directory).measure(repeats);
        } finally {
            FileTree.delete(directory);
        }
    }

    private void measure(int repeats) throws IOException, JsonDamage {
        Path records = directory.resolve(SwimlaneWriter.FILE_NAME);
        Path dependencies = directory.resolve("deps.json");
        Words recordNames = names(records);
        Words dependencyNames = names(dependencies);
        byte[] all = Files.readAllBytes(records);
        int rowsAt = indexOf(all, "\"aicore_tasks\"");
        int phasesAt = indexOf(all, "\"aicpu_scheduler_phases\"");
        Path head = Files.write(directory.resolve("head"), object(all, 0, rowsAt));
        Path rows = Files.write(directory.resolve("rows"), object(all, rowsAt, phasesAt));
        Path tail = Files.write(directory.resolve("tail"), object(all, phasesAt, all.length));
        for (repeat = -1; repeat < repeats; repeat++) { // the first one warms up
            time("records: scanner", () -> scan(records, recordNames));
            time("records: jackson", () -> parse(records));
            time("records: jackson and rows", () -> parse(head) + scan(rows, recordNames) + parse(tail));
            time(
                    "records: table",
                    () -> SwimlaneReader.read(records, new Findings())
                            .orElseThrow()
                            .level());
            time("deps: scanner", () -> scan(dependencies, dependencyNames));
            time("deps: jackson", () -> parse(dependencies));
            time(
                    "deps: table",
                    () -> DepsReader.read(dependencies, new Findings()).isPresent() ? 1 : 0);
        }
        for (String name : samples.names()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %7.0f (%.0f to %.0f) ms%n",
                    name,
                    samples.median(name),
                    samples.least(name),
                    samples.most(name));
        }
    }

    private void time(String name, Way way) throws IOException, JsonDamage {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        long sum = way.sum();
        double millis = (threads.getCurrentThreadCpuTime() - begin) / 1e6;
        if (repeat < 0) {
            System.out.println(name + ": sum " + sum);
        } else {
            samples.add(name, millis);
        }
    }

    /** Every name of a file, in the order in which they first come. */
    private static Words names(Path file) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try (InputStream stream = Files.newInputStream(file);
                JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    names.add(parser.currentName());
                }
            }
        }
        return Words.of(names.toArray(String[]::new));
    }

    private static long scan(Path file, Words names) throws IOException, JsonDamage {
        long sum = 0;
        try (JsonScanner scanner = new JsonScanner(Files.newInputStream(file))) {
            scanner.beginObject();
            for (int field = scanner.nextField(ROWS, 0); field != JsonScanner.END; field = scanner.nextField(ROWS, 0)) {
                sum += field == Words.UNKNOWN ? value(scanner, names) : rows(scanner);
            }
        }
        return sum;
    }

    private static long rows(JsonScanner scanner) throws IOException, JsonDamage {
        long[] row = new long[8];
        long sum = 0;
        scanner.beginArray();
        while (scanner.nextElement()) {
            int columns = scanner.row(row, JsonScanner.SIGNED);
            for (int column = 0; column < columns; column++) {
                sum += row[column];
            }
        }
        return sum;
    }

    private static long value(JsonScanner scanner, Words names) throws IOException, JsonDamage {
        long sum = 0;
        switch (scanner.nextKind()) {
            case '{' -> {
                scanner.beginObject();
                for (int field = scanner.nextField(names, 0);
                        field != JsonScanner.END;
                        field = scanner.nextField(names, field + 1)) {
                    sum += value(scanner, names);
                }
            }
            case '[' -> {
                scanner.beginArray();
                while (scanner.nextElement()) {
                    sum += value(scanner, names);
                }
            }
            case '"' -> scanner.word(names, 0);
            case 't', 'f', 'n' -> scanner.skipValue();
            default -> sum += scanner.unsigned();
        }
        return sum;
    }

    private static long parse(Path file) throws IOException {
        long sum = 0;
        long names = 0;
        try (InputStream stream = Files.newInputStream(file);
                JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case VALUE_NUMBER_INT -> sum += number(parser);
                    case PROPERTY_NAME -> names += parser.currentName().length();
                    case VALUE_STRING -> names += parser.getStringLength();
                    default -> names++;
                }
            }
        }
        return names == 0 ? 0 : sum;
    }

    /** All 64 bits, as ids use them. */
    private static long number(JsonParser parser) {
        return parser.getNumberType() == NumberType.BIG_INTEGER
                ? parser.getBigIntegerValue().longValue()
                : parser.getLongValue();
    }

    /** Some members of the document as an object of their own. */
    private static byte[] object(byte[] all, int from, int to) {
        String members = new String(all, from, to - from, StandardCharsets.US_ASCII).strip();
        String open = members.startsWith("{") ? "" : "{";
        String close = members.endsWith(",") ? "}" : "";
        String inner = close.isEmpty() ? members : members.substring(0, members.length() - 1);
        return (open + inner + close).getBytes(StandardCharsets.US_ASCII);
    }

    private static int indexOf(byte[] all, String wanted) {
        byte[] word = wanted.getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; ; at++) {
            if (Arrays.equals(all, at, at + word.length, word, 0, word.length)) {
                return at;
            }
        }
    }
}
