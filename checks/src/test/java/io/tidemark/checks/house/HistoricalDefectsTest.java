package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test that the page of historical defects relies on is there and is run. */
class HistoricalDefectsTest {
    private static final Pattern ROW = Pattern.compile("\\| (#|20|own )\\S.*\\|");
    private static final Pattern NAMED = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern REASON = Pattern.compile("^there (is|are) no ");
    private static final int FEWEST_ROWS = 79; // of all tables; fewer means that it was misread

    private static final Path CLONE = HouseStyleTest.findClone();

    @Test
    void everyDefectHasATestThatExistsOrAReason() throws IOException {
        Map<String, List<String>> sources = testSources();
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (String line : Files.readAllLines(CLONE.resolve("docs/historical-defects.md"))) {
            if (!ROW.matcher(line).matches()) {
                continue;
            }
            rows++;
            String[] cells = line.split(" \\| ");
            Matcher named = NAMED.matcher(cells[2]);
            boolean hasTest = false;
            while (named.find()) {
                hasTest = true;
                if (!isRun(sources.getOrDefault(named.group(1), List.of()), named.group(2))) {
                    wrong.add(named.group() + " of " + cells[0] + " is not there or is not run");
                }
            }
            if (!hasTest && !REASON.matcher(cells[2]).find()) {
                wrong.add(cells[0] + " has neither a test nor a reason");
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(rows).isGreaterThanOrEqualTo(FEWEST_ROWS);
    }

    /** An annotation of a test, then at most its sources, then the method itself. */
    private static boolean isRun(List<String> sources, String method) {
        Pattern declared = Pattern.compile("@(Test|ParameterizedTest|TestFactory)\\b"
                + "(?:(?!@Test\\b|\\bvoid\\b)[\\s\\S])*"
                + "\\b(void|Stream<DynamicTest>) "
                + method
                + "\\(");
        return sources.stream().anyMatch(source -> declared.matcher(source).find());
    }

    /** By class name; modules may have a class of the same name. */
    private static Map<String, List<String>> testSources() throws IOException {
        Map<String, List<String>> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(CLONE)) {
            for (Path module : modules.toList()) {
                Path tree = module.resolve("src/test/java");
                if (!Files.isDirectory(tree)) {
                    continue;
                }
                try (Stream<Path> files = Files.walk(tree)) {
                    for (Path file : files.filter(HistoricalDefectsTest::isTest).toList()) {
                        String name = file.getFileName().toString().replace(".java", "");
                        sources.computeIfAbsent(name, key -> new ArrayList<>()).add(Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }

    private static boolean isTest(Path file) {
        return file.getFileName().toString().endsWith("Test.java");
    }
}
