package io.tidemark.viewer.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.http.PageFiles;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticSiteTest {
    private static final Path PAGE = Path.of("src/main/resources/io/tidemark/viewer/page");
    private static final int MOST_LINES = 400; // without comments, in which the types stand

    @TempDir
    Path directory;

    @Test
    void anExportHoldsEveryPieceThePageMayAskFor() throws IOException {
        Path capture = directory.resolve("capture");
        GeneratedCapture.in(capture, GeneratorOptions.of(400, 9).withArgsDump());
        Path site = directory.resolve("site");
        var view = GeneratedCapture.view(capture);
        long bytes = new StaticSite(site).write(List.of(view));
        assertThat(bytes).isPositive();
        String index = Files.readString(site.resolve("data/index.js"));
        CaptureResources resources = new CaptureResources(view);
        for (String name : resources.names()) {
            if (resources.read(name).isPresent()) {
                assertThat(index).contains("\"capture/0/" + name + "\":");
            }
        }
        assertThat(Files.readString(site.resolve("index.html"))).doesNotContain("type=\"module\"");
        assertThat(Files.readString(site.resolve("app.js"))).doesNotContainPattern("(?m)^(import|export) ");
    }

    @Test
    void aCaptureThatIsTooLargeForFilesIsRefusedWithTheLimit() throws IOException {
        var view =
                GeneratedCapture.view(GeneratedCapture.in(directory.resolve("capture"), GeneratorOptions.of(1_400, 9)));
        int runs = view.runs().size();
        Path target = directory.resolve("site");
        assertThat(new StaticSite(target, 0, runs).refusal(view)).isEmpty();
        assertThat(new StaticSite(target, 0, 1_000).refusal(view).orElseThrow())
                .startsWith("capture has " + String.format(Locale.ROOT, "%,d", runs) + " runs")
                .contains("at most 1,000")
                .contains("without --out");
    }

    @Test
    void valuesBeyondTheBudgetAreLeftOutAndSaid() throws IOException {
        Path capture = directory.resolve("capture");
        GeneratedCapture.in(capture, GeneratorOptions.of(400, 9).withArgsDump());
        CaptureResources resources = new CaptureResources(GeneratedCapture.view(capture));
        List<String> values = resources.names().stream()
                .filter(name -> name.startsWith("arg/"))
                .toList();
        long all = 0;
        for (String name : values) {
            all += resources.read(name).orElseThrow().length;
        }
        StaticSite site = new StaticSite(directory.resolve("site"), all / 2, 400);
        site.write(List.of(resources.view()));
        String index = Files.readString(directory.resolve("site/data/index.js"));
        long carried = values.stream()
                .filter(name -> index.contains("/" + name + "\":"))
                .count();
        assertThat(carried).isBetween(1L, values.size() - 1L);
        assertThat(site.leftOutValues()).isEqualTo(values.size() - (int) carried);
        assertThat(index).contains("\"capture/0/export.json\":");
        StaticSite whole = new StaticSite(directory.resolve("whole"), all, 400);
        whole.write(List.of(resources.view()));
        assertThat(whole.leftOutValues()).isZero();
        assertThat(directory.resolve("whole/" + PageFiles.LIBRARY)).content().contains("graphlib");
    }

    @Test
    void anExportNeverOverwrites() throws IOException {
        Files.writeString(directory.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> new StaticSite(directory).write(List.of()))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void everyFileOfThePageIsServedAndNoOther() throws IOException {
        try (Stream<Path> files = Files.walk(PAGE)) {
            List<String> there = files.filter(Files::isRegularFile)
                    .map(file -> PAGE.relativize(file).toString().replace('\\', '/'))
                    .toList();
            for (String file : there) {
                assertThat(PageFiles.read(file))
                        .as("list " + file + " in PageFiles")
                        .isPresent();
            }
            assertThat(PageFiles.scripts()).allMatch(there::contains);
            assertThat(PageFiles.styles()).allMatch(there::contains);
        }
    }

    @Test
    void thePageLoadsNothingFromElsewhereAndMakesNoMarkupFromText() throws IOException {
        for (String name : PageFiles.scripts()) {
            String script = new String(PageFiles.read(name).orElseThrow(), StandardCharsets.UTF_8);
            assertThat(script.lines()
                            .filter(line -> !line.matches("\\s*(//|/?\\*).*"))
                            .count())
                    .as(name)
                    .isLessThanOrEqualTo(MOST_LINES);
            assertThat(script)
                    .as(name)
                    .doesNotContain("innerHTML")
                    .doesNotContain("outerHTML")
                    .doesNotContain("insertAdjacent")
                    .doesNotContain("document.write")
                    .doesNotContain("eval(")
                    .doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)");
        }
    }
}
