package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.InertText;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.InertWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text of a capture, of a directory's name or of a user's kernel, through every command: whatever
 * it holds, a terminal, a Markdown page and an HTML page show it and do nothing else.
 */
class HostileTextTest {
    /** Escapes of both sets, bidirectional controls, line breaks, Markdown, HTML, a tag letter. */
    static final String HOSTILE = "e\u001b[31mr\u001b]0;t\u0007\u009b2J\u202Ev\u2066\u200F\nFAKED\r\u2028FAKED x|y`z"
            + " <img src=x> [a](http://b) \uDB40\uDC41@all";

    /** How a JSON file of a capture may spell it. */
    private static final String QUOTED =
            "\"e\\u001b[31mr\\u001b]0;t\\u0007\u009b2J\u202Ev\u2066\u200F\\nFAKED\\r\u2028FAKED"
                    + " x|y`z <img src=x> [a](http://b) \uDB40\uDC41@all\"";

    private static final Pattern TEXT_FIELD = Pattern.compile("\"([A-Za-z0-9_]+)\": ?\"[^\"]*\"");

    private static final List<String> EXPORTS = List.of(
            "chip_swimlane_records.json",
            "deps.json",
            "args_dump/args_dump.json",
            "scope_stats/scope_stats.jsonl",
            "pmu.csv");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificate.json",
                "chip_swimlane_records.json",
                "deps.json",
                "args_dump/args_dump.json",
                "scope_stats/scope_stats.jsonl",
                "name_map_vector_constant.json",
                "pmu.csv",
                "hang.json",
                "hang.txt",
                "tables/swimlane.head.json",
                "tables/deps.head.json"
            })
    void noTextOfACaptureActsOnWhatShowsIt(String file) throws IOException {
        Path capture = record();
        if (EXPORTS.contains(file)) { // read only where there are no tables
            for (String channel : List.of("swimlane", "deps", "args", "scope", "pmu")) {
                Files.delete(capture.resolve("tables/" + channel + ".head.json"));
            }
        }
        Path changed = capture.resolve(file);
        String good = Files.readString(changed);
        for (String hostile : variants(file, good)) {
            Files.writeString(changed, hostile);
            for (List<String> command : commands(capture, file)) {
                check(command, Command.run(command.toArray(String[]::new)));
            }
        }
    }

    /** Its kernel has such a name, and so have its exception and its case. */
    @ParameterizedTest
    @ValueSource(strings = {"hostile-kernel", "hostile-graph", "hostile-golden", "hostile-tensor"})
    void noTextOfAUsersCaseDoesEither(String variant) throws IOException {
        Path capture = directory.resolve("run");
        List<String> run = List.of(
                "run", "misbehaving:" + variant, "--chip-swimlane", "--dep-gen", "--dump-args", "--capture=" + capture);
        Command ran = Command.run(run.toArray(String[]::new));
        check(run, ran);
        assertThat(ran.exitCode()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.out()).doesNotContain("should not");
        for (List<String> command : commands(capture, "")) {
            check(command, Command.run(command.toArray(String[]::new)));
        }
        List<String> json = new ArrayList<>(run.subList(0, 2));
        json.addAll(List.of("--json", "--output=" + directory.resolve("json")));
        check(json, Command.run(json.toArray(String[]::new)));
        try (Stream<Path> files = Files.walk(capture)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.toString().endsWith(".bin") && !file.toString().endsWith(".tide")) {
                    checkText("file " + file, Files.readString(file));
                }
            }
        }
    }

    /** Colour is ours alone: text that imitates it stays text. */
    @Test
    void onlyTheInkOfThisProcessColours() {
        java.io.StringWriter raw = new java.io.StringWriter();
        java.io.PrintWriter out = InertWriter.on(new java.io.PrintWriter(raw), false);
        var ink = io.tidemark.analysis.text.Ink.of(true);
        out.println(ink.bad("red\u001b[32mgreen\nFAKED") + "\u001b[1m");
        out.print("two\nlines\t\u009b\u001b{:31m\r\n");
        out.flush();
        assertThat(raw.toString())
                .isEqualTo("\u001b[31mred\uFFFD[32mgreen\uFFFDFAKED\u001b[0m\uFFFD[1m"
                        + System.lineSeparator()
                        + "two\nlines\t\uFFFD\uFFFD{:31m\r\n");
    }

    private Path record() throws IOException {
        Path capture = directory.resolve("evil\u001b[31m\nFAKED x|y`z <img src=x>");
        Command run = Command.run(
                "run",
                "vector",
                "--chip-swimlane",
                "--dep-gen",
                "--scope-stats",
                "--pmu",
                "--dump-args",
                "--capture=" + capture);
        check(List.of("run"), run);
        assertThat(run.exitCode()).as(run.err()).isZero();
        Files.writeString(capture.resolve("hang.txt"), "the doctor says so\n");
        Files.writeString(
                capture.resolve("hang.json"),
                "{\"sentence\": \"so\", \"error_name\": \"killed\", \"tasks\":"
                        + " [{\"taskId\": \"0\", \"kernel\": \"add\", \"state\": \"running\"}]}");
        return capture;
    }

    /** The file with hostile text in one kind of field at a time, and as the name of a field. */
    private static List<String> variants(String file, String good) {
        if (file.endsWith(".txt")) {
            return List.of(HOSTILE.replace("\nFAKED", "").replace("\r", ""));
        }
        if (file.endsWith(".csv")) {
            String cell = HOSTILE.replace("\n", "").replace("\r", "").replace(",", "");
            return List.of(
                    good.replaceFirst("\n[^,]*,", Matcher.quoteReplacement("\n" + cell + ",")),
                    good.replaceFirst("^[^,]*,", Matcher.quoteReplacement(cell + ",")));
        }
        TreeSet<String> keys = new TreeSet<>();
        Matcher found = TEXT_FIELD.matcher(good);
        while (found.find()) {
            keys.add(found.group(1));
        }
        assertThat(keys).as(file).isNotEmpty();
        List<String> variants = new ArrayList<>();
        for (String key : keys) {
            variants.add(good.replaceAll(
                    "\"" + key + "\": ?\"[^\"]*\"", Matcher.quoteReplacement("\"" + key + "\": " + QUOTED)));
        }
        variants.add(good.replaceFirst("\\{", Matcher.quoteReplacement("{" + QUOTED + ": 1, ")));
        return variants;
    }

    private List<List<String>> commands(Path capture, String file) {
        String place = capture.toString();
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("verify", place));
        commands.add(List.of("verify", place, "--json"));
        commands.add(List.of("doctor", place));
        commands.add(List.of("summary", place));
        commands.add(List.of("summary", place, "--md"));
        commands.add(List.of("summary", place, "--json"));
        commands.add(List.of("recover", place));
        if (!file.startsWith("cert") && !file.startsWith("hang")) {
            commands.add(List.of("deps", place));
            commands.add(List.of("deps", place, "--races"));
            commands.add(List.of("deps", place, "--dot"));
            commands.add(List.of("deps", place, "--json"));
            commands.add(List.of("scopes", place));
            commands.add(List.of("scopes", place, "--json"));
            commands.add(List.of("dump", place));
            commands.add(List.of("dump", place, "--json"));
            commands.add(List.of("dump", place, "--index=0"));
            commands.add(List.of("dump", place, "--diff=" + place));
            commands.add(List.of("pmu", place));
            commands.add(List.of("pmu", place, "--json"));
            commands.add(List.of("overhead", place));
            commands.add(List.of("overhead", place, "--json"));
            commands.add(List.of("critical-path", place, "--json"));
            commands.add(List.of("critical-path", place, "--out=" + directory.resolve("path")));
        }
        commands.add(
                List.of("convert", place, "-o", directory.resolve("trace.json").toString()));
        commands.add(List.of("view", place, "--out", directory.resolve("page").toString()));
        return commands;
    }

    private void check(List<String> command, Command ran) throws IOException {
        String what = command + ": ";
        checkText(what + "out", ran.out());
        checkText(what + "err", ran.err());
        assertThat(ran.err()).as(what).doesNotContain("should not", "\tat ");
        if (command.contains("--json") && !ran.out().isBlank()) {
            checkJson(what, ran.out());
        } else if (command.contains("--md")) {
            checkMarkdown(what, ran.out());
        }
        for (String made : List.of("trace.json", "path", "page")) {
            Path place = directory.resolve(made);
            if (Files.exists(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        if (Files.isRegularFile(file) && !file.endsWith("app/dagre.js")) { // a library as it is
                            checkFile(what + file, file);
                        }
                        Files.delete(file);
                    }
                }
            }
        }
    }

    private static void checkFile(String what, Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        checkText(what, text.replace("\r", "").replace("\u200B", "")); // our own pages have them
        if (file.toString().endsWith(".json")) {
            checkJson(what, text);
        } else if (file.toString().endsWith(".md")) {
            checkMarkdown(what, text);
        } else if (file.toString().endsWith(".html")) {
            assertThat(text).as(what).doesNotContain("<img src=x");
        }
    }

    /** No character that acts, and no line that the text began by itself. */
    private static void checkText(String what, String text) {
        List<String> active = text.codePoints()
                .filter(letter -> letter != '\n' && letter != '\t')
                .filter(InertText::isActive)
                .mapToObj(Integer::toHexString)
                .toList();
        assertThat(active).as(what + "\n" + text).isEmpty();
        assertThat(text.lines().filter(line -> line.startsWith("FAKED")))
                .as(what)
                .isEmpty();
    }

    private static void checkMarkdown(String what, String text) {
        assertThat(text.replaceAll("(?m)`[^`\\n]*`$", "")) // code shows everything as it is
                .as(what)
                .doesNotContain("<img", "x|y", "y`z", "[a](", "http://b", "@all");
    }

    private static void checkJson(String what, String text) {
        Findings findings = new Findings();
        JsonTree.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), what, findings);
        assertThat(findings.kept()).as(what + " is no JSON: " + text).isEmpty();
    }
}
