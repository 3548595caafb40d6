package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two captures on one axis: everything a person can do reaches both. */
@NeedsBrowser
class ComparePageTest {
    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;
    private Page page;

    @BeforeAll
    static void start() throws IOException {
        browser = new BrowserSession();
        server = ShownCapture.serve(
                ShownCapture.generate(directory.resolve("run-a"), GeneratorOptions.of(2_000, 4)),
                ShownCapture.generate(directory.resolve("run-b"), GeneratorOptions.of(2_300, 5)));
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @BeforeEach
    void open() {
        page = browser.page();
        page.navigate(server.address() + "#0/compare");
        assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
    }

    @AfterEach
    void noErrors() {
        browser.assertQuiet();
        page.close();
    }

    @Test
    void bothRunsStandOnOneAxisWithAllTheirLanes() {
        assertThat(page.locator(".differences tbody tr").first()).isVisible();
        for (String group : new String[] {"A · Orchestrator", "B · Orchestrator", "A · Schedulers", "B · AIC cores"}) {
            assertThat(page.locator(".labels .group")
                            .filter(new Locator.FilterOptions().setHasText(group))
                            .first())
                    .hasAttribute("aria-expanded", "true");
        }
        assertThat(page.locator(".labels .lane.scheduler").first()).isVisible();
        assertThat(page.locator(".labels .lane.orchestrator").first()).isVisible();
        browser.shoot(page, "compare");
    }

    @Test
    void theDifferenceIsDividedAndEachBarLeadsToItsTasks() {
        Locator card = page.locator(".difference");
        card.locator("> summary").click();
        assertThat(card).containsText("with 0 ns left over");
        assertThat(card.locator(".joined rect").first()).isAttached();
        assertThat(card.locator(".singles").first()).containsText("added in B");
        Locator part = card.locator(".waterfall .part").first();
        assertThat(part).hasAttribute("aria-expanded", "false");
        part.click();
        Locator task = card.locator(".behind:not([hidden]) button").first();
        String name = task.textContent().substring("A ".length());
        task.click();
        assertThat(page.locator(".panel")).containsText(name);
        browser.shoot(page, "compare-difference");
    }

    /** At every height of the window, and though the table has more rows than the card has room. */
    @Test
    void theTableEndsAfterAWholeRow() {
        for (int height : new int[] {600, 641, 720, 787}) {
            page.setViewportSize(1280, height);
            page.waitForFunction(WHOLE_ROWS);
        }
        browser.shoot(page, "compare-rows");
    }

    private static final String WHOLE_ROWS = """
            () => {
              const box = document.querySelector(".compare .rows");
              const { top, bottom } = box.getBoundingClientRect();
              const rows = [...box.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
              const seen = rows.filter((row) => row.top < bottom - 1);
              return seen.length > 0 && seen.length < rows.length && seen.at(-1).bottom < bottom + 1
                && bottom <= box.closest(".card").getBoundingClientRect().bottom;
            }
            """;

    /** Its makespan is shorter because it was killed, which is no gain. */
    @Test
    void aKilledRunIsNotCalledFaster() throws IOException {
        Path killed = SpoiledCapture.withGaps(
                directory.resolve("killed"), GeneratorOptions.of(900, 4).withCertificate());
        try (ViewerServer spoiled = ShownCapture.serve(directory.resolve("run-a"), killed)) {
            page.navigate(spoiled.address() + "#0/compare");
            assertThat(page.locator(".compare h2")).containsText("not comparable");
            assertThat(page.locator(".obstacles li").first()).containsText("The run after did not come to its end");
            assertThat(page.locator(".differences tbody tr").first()).isVisible();
            assertThat(page.locator(".better, .worse")).hasCount(0);
            browser.shoot(page, "compare-killed");
            page.navigate("about:blank"); // it still asks for tiles, and its server ends
        }
    }

    @Test
    void aTaskIsFoundInBothAndItsLinksStayInItsCapture() {
        Locator search = page.locator("input.search");
        search.fill("r1t4");
        search.press("Enter");
        Locator timeline = page.locator(".timeline");
        assertThat(page.locator(".hits")).hasText(Pattern.compile("1 of \\d+ \\(A \\d+, B \\d+\\)"));
        assertThat(timeline).hasAttribute("data-found", Pattern.compile("[1-9]\\d*,[1-9]\\d*"));
        assertThat(timeline).hasAttribute("data-side", "0");
        page.getByLabel("Previous hit").click(); // the last one, which is the other run's
        assertThat(timeline).hasAttribute("data-side", "1");
        assertThat(timeline).not().hasAttribute("data-arrows", "0");
        browser.shoot(page, "compare-search");
        page.locator(".panel [data-list=arriving] button").first().click();
        assertThat(timeline).not().hasAttribute("data-selected", Long.toString((1L << 32) + 4));
        assertThat(timeline).hasAttribute("data-side", "1");
        page.getByText("Show in graph").click();
        assertThat(page).hasURL(Pattern.compile(".*#1/graph\\?s=task-.*"));
    }

    @Test
    void aKernelStandsOutInBothUntilItIsForgotten() {
        String kernel = page.locator(".differences tbody tr td").first().textContent();
        Locator search = page.locator("input.search");
        search.fill(kernel);
        search.press("Enter");
        Locator timeline = page.locator(".timeline");
        assertThat(timeline).hasAttribute("data-found", Pattern.compile("[1-9]\\d*,[1-9]\\d*"));
        browser.shoot(page, "compare-kernel");
        page.locator("canvas.lanes").press("Escape");
        assertThat(timeline).hasAttribute("data-found", "");
    }

    @Test
    void eachRunShowsItsOwnCriticalPath() {
        page.locator("button", new Page.LocatorOptions().setHasText("Critical path"))
                .click();
        Locator note = page.locator(".timeline .grow");
        assertThat(note).containsText("A: critical path: ");
        assertThat(note).containsText("B: critical path: ");
        browser.shoot(page, "compare-critical");
    }
}
