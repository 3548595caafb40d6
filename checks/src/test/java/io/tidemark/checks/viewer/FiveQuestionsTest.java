package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The questions people come with, each answered in at most two clicks from the overview. The runs
 * are made in virtual time, so that every machine shows the same pictures.
 */
@NeedsBrowser
class FiveQuestionsTest {
    /** The chip of the second run: its vector cores reach memory half as fast. */
    private static final String SLOW_VECTOR =
            "{\"tidemark_chip_profile\": 1, \"name\": \"slow-vector\", \"base\": \"a2a3\","
                    + " \"vector\": {\"bytes_per_cycle\": 8}}";

    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;
    private Page page;
    private int clicks;

    @BeforeAll
    static void start() throws IOException {
        browser = new BrowserSession();
        Path slow = Files.writeString(directory.resolve("slow.json"), SLOW_VECTOR);
        server = ShownCapture.serve(record("before", "a2a3"), record("after", slow.toString()));
    }

    private static Path record(String name, String profile) {
        return ShownCapture.run(
                0,
                directory.resolve(name),
                "paged-attention",
                "--time=virtual",
                "--chip-profile=" + profile,
                "--ring-task-window=16",
                "--chip-swimlane",
                "--dep-gen",
                "--scope-stats");
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @BeforeEach
    void open() {
        page = browser.page(ColorScheme.LIGHT);
        page.navigate(server.address() + "#0/overview");
        clicks = 0;
        assertThat(page.locator(".partbar")).isVisible();
    }

    @AfterEach
    void noErrors() {
        org.assertj.core.api.Assertions.assertThat(clicks).isBetween(1, 2);
        browser.assertQuiet();
        page.close();
    }

    private void click(Locator what) {
        what.click();
        clicks++;
    }

    private void settled() {
        assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
    }

    /** Opens the timeline by its tab. */
    private void timeline() {
        click(page.locator("#tabs a").filter(new Locator.FilterOptions().setHasText("Timeline")));
        settled();
    }

    @Test
    void whyIsItSlow() {
        click(page.locator(".hintlist button").first());
        assertThat(page.locator(".why .sentence"))
                .containsText(Pattern.compile("was idle for .* waited for \\w+ \\w+, which ended"));
        assertThat(page.locator(".timeline")).hasAttribute("data-arrows", "1");
        settled();
        browser.shoot(page, "answer-why");
    }

    @Test
    void whatDoesThisTaskWaitFor() {
        click(page.locator("table.kernels button").first());
        assertThat(page.locator(".panel [data-list=arriving] button").first()).isVisible();
        assertThat(page.locator(".panel .before")).containsText("Before it: ");
        assertThat(page.locator(".panel")).containsText("last input ready");
        settled();
        browser.shoot(page, "answer-task");
    }

    @Test
    void whatDidThisCoreDoBetweenTwoMoments() {
        timeline();
        Locator lane = page.locator(".labels .lane.aic").first();
        BoundingBox label = lane.boundingBox();
        BoundingBox canvas = page.locator("canvas.lanes").boundingBox();
        double y = label.y + label.height / 2;
        page.keyboard().down("Shift");
        page.mouse().move(canvas.x + canvas.width * 0.25, y);
        page.mouse().down();
        page.mouse().move(canvas.x + canvas.width * 0.4, y + 2);
        page.mouse().move(canvas.x + canvas.width * 0.6, y);
        page.mouse().up();
        page.keyboard().up("Shift");
        clicks++;
        assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
        assertThat(page.locator(".panel header + p")).containsText(lane.textContent());
        assertThat(page.locator(".range table.kernels tbody tr").first()).isVisible();
        assertThat(page.locator(".range table.parts")).containsText("compute");
        assertThat(page.locator(".range .histogram")).isVisible();
        settled();
        browser.shoot(page, "answer-core");
    }

    @Test
    void whichKernelGotWorse() {
        click(page.locator("#tabs a").filter(new Locator.FilterOptions().setHasText("Compare")));
        assertThat(page.locator(".differences tbody tr").first()).isVisible();
        assertThat(page.locator(".gotworse"))
                .containsText(Pattern.compile("[1-4] of 4 kernels took longer in B, most of all \\w+: \\+.*%"));
        settled();
        browser.shoot(page, "answer-worse");
    }

    @Test
    void whatFilledTheRingAtThisMoment() {
        timeline();
        Locator counters = page.locator("canvas.counters");
        assertThat(counters).isVisible();
        int ring = (Integer)
                page.evaluate(
                        "[...document.querySelectorAll('.counterlabel')].findIndex(l => l.textContent === 'ring 2 task window')");
        BoundingBox box = counters.boundingBox();
        counters.click(new Locator.ClickOptions().setPosition(box.width * 0.5, 30 * ring + 15));
        clicks++;
        assertThat(page.locator(".why")).containsText("held the ring, oldest first");
        assertThat(page.locator(".why")).containsText("The scope at AttentionGraph.java");
        assertThat(page.locator(".holders li").first()).isVisible();
        assertThat(page.locator(".why .keeps")).containsText(Pattern.compile("had (not )?ended"));
        settled();
        browser.shoot(page, "answer-ring");
    }
}
