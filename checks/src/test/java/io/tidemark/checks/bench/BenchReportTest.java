package io.tidemark.checks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The report from the figures of one quick run, so that a long one does not end in vain. */
class BenchReportTest {
    private static String figures() throws IOException {
        try (InputStream in = BenchReportTest.class.getResourceAsStream("quick.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> targets(String figures) throws IOException {
        Samples samples = new Samples();
        samples.addLines(figures);
        return new BenchReport(samples, true, 1)
                .markdown()
                .lines()
                .filter(line -> line.endsWith("| reached |") || line.endsWith("| **missed** |"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyFigureOfARunFindsItsTable(boolean quick) throws IOException {
        Samples samples = new Samples();
        samples.addLines(figures());
        if (!quick) { // has the same figures of a million tasks as well
            samples.addLines(figures().replace("/100000/", "/1000000/"));
        }
        String page = new BenchReport(samples, quick, 2.4).markdown();
        assertThat(page).contains("3 minutes.", "### Targets", "### Tools");
        assertThat(page.contains("| layered | 1,000,000 | ")).isEqualTo(!quick);
        assertThat(page).doesNotContain("NaN", "Infinity");
        for (Setting setting : Setting.all()) {
            assertThat(page).contains("| " + setting.name() + " | ");
        }
        for (String command : ToolRuns.commands().keySet()) {
            assertThat(page).contains("| " + command + " | ");
        }
        Samples again = new Samples();
        again.addLines(samples.lines());
        assertThat(new BenchReport(again, quick, 2.4).markdown()).isEqualTo(page);
    }

    @Test
    void howFarTheCpusWereApartStandsAboveTheTables() throws IOException {
        Samples samples = new Samples();
        samples.addLines(figures());
        assertThat(new BenchReport(samples, true, 1).markdown()).doesNotContain("cache line");
        samples.addLines("line trip/settings\t80\nline trip/settings\t360\nline trip/shapes\t58\n");
        assertThat(new BenchReport(samples, true, 1).markdown())
                .contains("round by round: settings 80 (80 to 360); shapes 58 (58 to 58). Where");
    }

    @Test
    void everyTargetHasAPeerBesideIt() throws IOException {
        assertThat(targets(figures()))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.split("\\|")[4]).as(line).isNotBlank());
        String futures = "large run/futures/MB\t";
        String changed = figures().replaceAll("(?m)^" + futures + ".*$", futures + "1234.4");
        assertThat(targets(changed))
                .filteredOn(line -> line.startsWith("| 1,000,000 tasks at level 0"))
                .singleElement()
                .asString()
                .contains("| the same graph by futures: 1,234 MB |");
    }

    @Test
    void aTargetIsReachedOrMissedByItsFigure() throws IOException {
        assertThat(targets(figures())).hasSize(12);
        String bare = "piece/bareStoreOf32Bytes\t";
        String record = "piece/aicpuTaskRecord\t";
        for (boolean reached : new boolean[] {true, false}) {
            String changed = figures()
                    .replaceAll("(?m)^" + bare + ".*$", bare + "2.0")
                    .replaceAll("(?m)^" + record + ".*$", record + (reached ? 6.0 : 6.1));
            assertThat(targets(changed))
                    .filteredOn(line -> line.startsWith("| AICPU record"))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains(reached ? "3.00 times" : "3.05 times")
                            .endsWith(reached ? "reached |" : "**missed** |"));
        }
    }
}
