package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Counts long sentences, crowded table cells and private words in documentation and comments. Each area has a budget in
 * {@code prose/budget.properties}. A change may only lower it: the test fails above the budget, and also when the budget
 * is more than a tenth too high.
 */
class ProseTest {
    private static final int LONG_SENTENCE = 32;
    private static final int CROWDED_CELL = 35;
    private static final Path CLONE = findClone();
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z'’-]+");
    private static final Pattern NOT_PROSE = Pattern.compile("`[^`]*`|\\([^)]*https?:[^)]*\\)");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+(?=[A-Z`*])");
    private static final Pattern ALONE = Pattern.compile("([|#<>@]|- |\\* |\\d+\\. ).*", Pattern.DOTALL);
    private static final Pattern NO_SENTENCE = Pattern.compile("[|#<].*", Pattern.DOTALL);

    private final List<Pattern> privateWords = privateWords();

    @TestFactory
    Stream<DynamicTest> wordsStayWithinTheirBudget() throws IOException {
        Properties budget = new Properties();
        try (var in = ProseTest.class.getResourceAsStream("/prose/budget.properties")) {
            budget.load(in);
        }
        Map<String, List<Path>> areas = new TreeMap<>();
        for (Path file : files()) {
            String name = CLONE.relativize(file).toString();
            String area = name.endsWith(".md") ? "docs" : name.endsWith(".java") ? "comments" : "scripts";
            areas.computeIfAbsent(area, it -> new ArrayList<>()).add(file);
        }
        return areas.entrySet().stream()
                .map(area -> DynamicTest.dynamicTest(area.getKey(), () -> {
                    List<String> found = new ArrayList<>();
                    for (Path file : area.getValue()) {
                        look(file, found);
                    }
                    int allowed = Integer.parseInt(budget.getProperty(area.getKey()));
                    assertThat(found.size())
                            .as("findings in %s; the newest may be among:%n%s", area.getKey(), String.join("\n", found))
                            .isLessThanOrEqualTo(allowed);
                    assertThat(allowed)
                            .as("prose/budget.properties: lower %s to %d", area.getKey(), found.size())
                            .isLessThanOrEqualTo(found.size() + Math.max(5, found.size() / 10));
                }));
    }

    private void look(Path file, List<String> found) throws IOException {
        String name = CLONE.relativize(file).toString();
        List<String> lines = Files.readAllLines(file);
        List<Integer> numbers = new ArrayList<>();
        List<String> prose = new ArrayList<>();
        if (name.endsWith(".md")) {
            paragraphs(lines, numbers, prose);
        } else {
            comments(lines, numbers, prose);
        }
        StringBuilder paragraph = new StringBuilder();
        for (int at = 0; at < prose.size(); at++) {
            String line = prose.get(at).strip();
            String place = name + ":" + numbers.get(at) + ": ";
            for (Pattern word : privateWords) {
                Matcher match = word.matcher(line);
                if (match.find()) {
                    found.add(place + "private word '" + match.group() + "'");
                }
            }
            if (line.startsWith("|")) {
                for (String cell : line.split("\\|")) {
                    if (count(cell) > CROWDED_CELL) {
                        found.add(place + count(cell) + " words in one cell");
                    }
                }
            }
            if (line.isEmpty() || ALONE.matcher(line).matches()) {
                judge(paragraph, place, found);
            }
            if (!line.isEmpty() && !NO_SENTENCE.matcher(line).matches()) {
                paragraph.append(line).append(' ');
            }
        }
        judge(paragraph, name + ": ", found);
    }

    private static void judge(StringBuilder paragraph, String place, List<String> found) {
        for (String sentence : SENTENCE_END.split(paragraph)) {
            if (count(sentence) > LONG_SENTENCE) {
                found.add(place + "before it a sentence of " + count(sentence) + " words: " + sentence.strip());
            }
        }
        paragraph.setLength(0);
    }

    private static long count(String text) {
        return WORD.matcher(NOT_PROSE.matcher(text).replaceAll(" x ")).results().count();
    }

    private static void paragraphs(List<String> lines, List<Integer> numbers, List<String> prose) {
        boolean code = false;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.stripLeading().startsWith("```")) {
                code = !code;
            } else if (!code && !line.startsWith("    ")) {
                numbers.add(at + 1);
                prose.add(line);
            }
        }
    }

    private static void comments(List<String> lines, List<Integer> numbers, List<String> prose) {
        boolean block = false;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (block || line.startsWith("/*")) {
                numbers.add(at + 1);
                prose.add(line.replaceAll("^/?\\*+/?|\\*/$", "").strip());
                block = !line.contains("*/");
            } else if (line.contains("//")) {
                numbers.add(at + 1);
                prose.add(line.substring(line.indexOf("//") + 2).strip());
            }
        }
    }

    private static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path top : List.of(CLONE.resolve("docs"), CLONE.resolve("examples"))) {
            found.addAll(below(top, ".md"));
        }
        found.addAll(
                List.of(CLONE.resolve("README.md"), CLONE.resolve("CONTRIBUTING.md"), CLONE.resolve("CHANGELOG.md")));
        try (Stream<Path> modules = Files.list(CLONE)) {
            for (Path module :
                    modules.filter(it -> Files.exists(it.resolve("pom.xml"))).toList()) {
                Path main = module.resolve("src/main");
                if (Files.exists(main)) {
                    found.addAll(below(main, ".java"));
                    found.addAll(below(main, ".js"));
                }
                found.add(module.resolve("README.md"));
            }
        }
        return found;
    }

    private static List<Path> below(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(it -> it.toString().endsWith(ending))
                    .filter(it -> !it.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Pattern> privateWords() {
        try (var in = ProseTest.class.getResourceAsStream("/prose/private-words.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Pattern.compile(line.split("\t", 2)[0], Pattern.CASE_INSENSITIVE))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Path findClone() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("bom"))) {
            here = here.getParent();
        }
        return here;
    }
}
