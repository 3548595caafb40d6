package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every page in both colour schemes: a picture of each, all text readable, all controls named. */
@NeedsBrowser
class LightAndDarkTest {
    private static final Path MIXED =
            Path.of("../capture/src/test/resources/captures/2026-08-a2a3/mixed_example", "TestMixedExample_case1");
    private static final long RING_1 = 1L << 32;

    /** The name of the picture, the page it shows, and where it is. */
    private record Stop(String name, String page, String address) {}

    private static final List<Stop> STOPS = List.of(
            new Stop("overview", "overview", "0/overview"),
            new Stop("timeline", "timeline", "0/timeline"),
            new Stop("selection", "timeline", "0/timeline/task/" + (RING_1 + 4)),
            new Stop("range", "timeline", "0/timeline?r=200000..900000!20-40"),
            new Stop("idle", "timeline", "0/timeline?a=lane%2020"),
            new Stop("ring", "timeline", "0/timeline?a=counter%20ring1_window"),
            new Stop("graph", "graph", "0/graph/task/" + (RING_1 + 20)),
            new Stop("scopes", "scopes", "0/scopes"),
            new Stop("arguments", "arguments", "0/arguments/row/2"),
            new Stop("compare", "compare", "0/compare"),
            new Stop("hung", "overview", "2/overview"),
            new Stop("gaps", "overview", "3/overview"),
            new Stop("gaps-timeline", "timeline", "3/timeline"),
            new Stop("mix-task", "timeline", "4/timeline/task/" + RING_1),
            new Stop("no-arguments", "arguments", "4/arguments"));

    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;

    @BeforeAll
    static void start() throws IOException {
        browser = new BrowserSession();
        GeneratorOptions full = GeneratorOptions.of(2_000, 4).withArgsDump().withCertificate();
        server = ShownCapture.serve(
                ShownCapture.generate(directory.resolve("run-a"), full),
                ShownCapture.generate(directory.resolve("run-b"), GeneratorOptions.of(2_300, 5)),
                SpoiledCapture.hung(directory.resolve("run-hung")),
                SpoiledCapture.withGaps(directory.resolve("run-with-gaps"), full),
                MIXED);
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @Test
    void everyPageReadsInTheLight() {
        look(ColorScheme.LIGHT);
    }

    @Test
    void everyPageReadsInTheDark() {
        look(ColorScheme.DARK);
    }

    private static void look(ColorScheme scheme) {
        Page page = browser.page(scheme);
        for (Stop stop : STOPS) {
            String name = scheme.name().toLowerCase(Locale.ROOT) + "-" + stop.name();
            page.navigate("about:blank"); // another place of the same page is a page anew
            page.navigate(server.address() + "#" + stop.address());
            Locator main = page.locator("main[data-page=" + stop.page() + "]");
            assertThat(main).hasAttribute("data-address", "#" + stop.address());
            if (stop.page().equals("timeline")) {
                assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            }
            browser.shoot(page, name);
            TextContrast.assertReadable(page, name);
            WholeWords.assertWhole(page, name);
            assertThat((List<?>) page.evaluate(UNNAMED)).as("nameless, " + name).isEmpty();
        }
        page.close();
        browser.assertQuiet();
    }

    /** What the keyboard reaches but a screen reader could not name. */
    private static final String UNNAMED = """
            () => [...document.querySelectorAll("a, button, input, select, [tabindex='0']")]
              .filter((element) => element.checkVisibility())
              .filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim() ||
                [...(element.labels || [])].some((label) => label.firstChild.textContent.trim())))
              .map((element) => element.outerHTML.slice(0, 120))
            """;
}
