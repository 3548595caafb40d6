package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** What a person does with the viewer, done in a browser. Screenshots lie in target/screenshots. */
@NeedsBrowser
class ViewerPagesTest {
    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;
    private Page page;

    @BeforeAll
    static void start() throws IOException {
        browser = new BrowserSession();
        GeneratorOptions full = GeneratorOptions.of(2_000, 4).withArgsDump().withCertificate();
        Path first = ShownCapture.generate(directory.resolve("run-a"), full);
        Path second = ShownCapture.generate(
                directory.resolve("run-b"), GeneratorOptions.of(2_300, 5).withCertificate());
        Path hung = SpoiledCapture.hung(directory.resolve("run-hung"));
        Path gaps = SpoiledCapture.withGaps(directory.resolve("run-with-gaps"), full);
        server = ShownCapture.serve(first, second, hung, gaps);
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @BeforeEach
    void open() {
        page = browser.page();
    }

    @AfterEach
    void noErrors() {
        browser.assertQuiet();
        page.close();
    }

    private void go(String hash) {
        page.navigate(server.address() + "#" + hash);
    }

    private Locator timeline() {
        Locator timeline = page.locator(".timeline");
        assertThat(timeline).hasAttribute("data-pending", "0");
        return timeline;
    }

    private double span() {
        Locator timeline = timeline();
        return Double.parseDouble(timeline.getAttribute("data-end"))
                - Double.parseDouble(timeline.getAttribute("data-begin"));
    }

    @Test
    void theOverviewSaysTheVerdictFirstThenWhereTheTimeWent() {
        go("");
        assertThat(page.locator("#verdict h2")).hasText("Complete");
        assertThat(page.locator(".page > section").first()).hasId("verdict");
        assertThat(page.locator(".kernels tbody tr").first()).isVisible();
        assertThat(page.locator(".hintlist button").first()).isVisible(); // leads to the place
        assertThat(page.locator(".partbar button").first()).isVisible();
        assertThat(page.locator("header .verdict")).hasText("COMPLETE");
        browser.shoot(page, "overview");
    }

    @Test
    void wheelAndKeysZoomAndMoveTheTimeline() {
        go("0/timeline");
        double whole = span();
        Locator canvas = page.locator("canvas.lanes");
        BoundingBox box = canvas.boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + 200);
        page.mouse().wheel(0, -400);
        page.waitForFunction("whole => end() - begin() < whole / 1.5; " + READ, whole);
        double zoomed = span();
        canvas.press("w");
        page.waitForFunction("zoomed => end() - begin() < zoomed; " + READ, zoomed);
        double before = Double.parseDouble(timeline().getAttribute("data-begin"));
        canvas.press("d");
        page.waitForFunction("before => begin() > before; " + READ, before);
        browser.shoot(page, "timeline-zoomed");
        canvas.press("Shift+F");
        page.waitForFunction("whole => end() - begin() > whole * 0.95; " + READ, whole);
        browser.shoot(page, "timeline");
    }

    private static final String READ =
            "function begin() { return Number(document.querySelector('.timeline').dataset.begin); }"
                    + " function end() { return Number(document.querySelector('.timeline').dataset.end); }";

    @Test
    void aSearchedTaskIsSelectedAndItsArrowsCanBeFollowed() {
        go("0/timeline");
        timeline();
        page.keyboard().press("/");
        page.keyboard().type("r1t4");
        page.keyboard().press("Enter");
        Locator timeline = page.locator(".timeline");
        assertThat(timeline).hasAttribute("data-selected", Long.toString((1L << 32) + 4));
        assertThat(page.locator(".hits")).hasText(Pattern.compile("1 of \\d+"));
        Locator panel = page.locator(".panel");
        assertThat(panel.getByText("It waited for")).isVisible();
        Locator successors = panel.locator("[data-list=leaving] button");
        assertThat(successors.first()).isVisible();
        assertThat(timeline).not().hasAttribute("data-arrows", "0");
        browser.shoot(page, "selection");
        String label = successors.first().textContent().split(" ")[0];
        successors.first().click();
        assertThat(panel.locator("p").first()).containsText(label + " on");
        page.locator("canvas.lanes").press("[");
        assertThat(panel.locator("p").first()).not().containsText(label + " on");
    }

    @Test
    void aKernelNameIsFoundNextAndPrevious() {
        go("0/timeline");
        timeline();
        String kernel = kernelName();
        page.locator("input.search").fill(kernel);
        page.locator("input.search").press("Enter");
        assertThat(page.locator(".hits")).hasText(Pattern.compile("1 of .*"));
        page.getByLabel("Next hit").click();
        assertThat(page.locator(".hits")).hasText(Pattern.compile("2 of .*"));
        page.getByLabel("Previous hit").click();
        assertThat(page.locator(".hits")).hasText(Pattern.compile("1 of .*"));
        page.locator("input.search").fill("no such kernel");
        page.locator("input.search").press("Enter");
        assertThat(page.locator(".hits")).hasText("nothing found");
    }

    private String kernelName() {
        return (String)
                page.evaluate("async () => (await (await fetch('capture/0/meta.json', own())).json()).names[0]");
    }

    @Test
    void aStretchIsMeasuredAndTheCriticalPathShown() {
        go("0/timeline");
        timeline();
        BoundingBox box = page.locator("canvas.lanes").boundingBox();
        page.mouse().move(box.x + 200, box.y + 10);
        page.mouse().down();
        page.mouse().move(box.x + 500, box.y + 10);
        page.mouse().up();
        assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
        browser.shoot(page, "measured");
        page.keyboard().press("Escape");
        assertThat(page.locator(".panel")).isHidden();
        page.keyboard().press("r"); // the same without a pointer
        assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
        page.locator(".range table.kernels td button").first().press("Enter");
        assertThat(page.locator(".range .steps")).containsText("runs.");
        page.locator(".range .steps button").nth(1).press("Enter");
        assertThat(page.locator(".range .steps")).containsText("1 of ");
        Locator critical = page.locator("button", new Page.LocatorOptions().setHasText("Critical path"));
        critical.click();
        assertThat(critical).hasAttribute("aria-pressed", "true");
        browser.shoot(page, "critical-path");
    }

    @Test
    void aTasksArgumentsAreOneClickAway() {
        go("0/arguments");
        Locator rows = page.locator(".args tbody tr");
        assertThat(rows.first()).isVisible();
        page.locator(".tools select").nth(2).selectOption("payload");
        assertThat(rows.first()).isVisible();
        rows.first().click();
        assertThat(page.locator("canvas.heat").first()).isVisible();
        assertThat(page.locator(".statistics").first()).containsText("mean");
        browser.shoot(page, "arguments");
        page.getByText("Show task on timeline").click();
        assertThat(page.locator(".panel h3", new Page.LocatorOptions().setHasText("Arguments")))
                .isVisible();
        browser.shoot(page, "arguments-of-selection");
    }

    @Test
    void theGraphShowsReasonsAndWalksOn() {
        go("0/graph/task/" + ((1L << 32) + 20));
        assertThat(page.locator(".graph .node.chosen")).isVisible();
        assertThat(page.locator(".graph .reason").first()).isVisible();
        browser.shoot(page, "graph");
        String chosen = page.locator(".graph .node.chosen").getAttribute("aria-label");
        page.locator(".graph .node:not(.chosen)").first().press("Enter");
        assertThat(page.locator(".graph .node.chosen")).not().hasAttribute("aria-label", chosen);
    }

    @Test
    void aPeakOfTheScopesLeadsToItsMoment() {
        go("0/scopes");
        assertThat(page.locator("canvas.chart").first()).isVisible();
        browser.shoot(page, "scopes");
        page.locator(".peaks button.link").last().click();
        assertThat(page.locator(".panel")).isVisible();
    }

    @Test
    void whatIsMissingIsRedAndHatchedNeverHidden() {
        go("3");
        assertThat(page.locator("#verdict h2")).hasText("Data is missing");
        assertThat(page.locator("#verdict .alarm")).containsText("17 records missing");
        assertThat(page.locator("header .verdict.bad")).hasText(new String[] {"KILLED", "GAPS"});
        assertThat(page.getByText("The run was killed")).isVisible();
        assertThat(page.locator("#hang h2")).hasText("What went on when it was killed");
        browser.shoot(page, "gaps-overview");
        go("3/timeline");
        timeline();
        browser.shoot(page, "gaps-timeline");
        Object kinds = page.evaluate(
                "async () => (await (await fetch('capture/3/meta.json', own())).json()).stretches.map(s => s.kind)");
        assertThat((List<?>) kinds).asString().contains("gap", "freeze", "recovered");
    }

    /** Cores went on while the arguments waited: only the strip of their channel may be hatched. */
    @Test
    void aFreezeOfTheArgumentsIsHatchedOnTheirStripAlone() {
        go("3/timeline");
        timeline();
        assertThat(page.locator(".timeline .grow")).containsText("strips: args");
        Locator strip = page.locator(".labels .lane.channel");
        assertThat(strip).hasText("args");
        Locator core = page.locator(".labels .lane.aic").first();
        double moment = ((Number) page.evaluate(MIDDLE_OF_ARGS_FREEZE)).doubleValue();
        BoundingBox canvas = page.locator("canvas.lanes").boundingBox();
        double x = canvas.x + moment * canvas.width;
        Locator tip = page.locator(".tip");
        page.mouse().move(x, middle(strip));
        assertThat(tip).containsText("frozen: args waited for the host (payload arena full)");
        browser.shoot(page, "gaps-strip");
        page.mouse().move(x, middle(core));
        assertThat(tip).not().containsText("args");
    }

    /** The page, the SVG and the PNG have one painter: hatches are in all of them. */
    @Test
    void whatIsOnScreenIsSavedAsAPicture() throws Exception {
        go("3/timeline?r=0..1000000");
        timeline();
        assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
        Path svg = page.waitForDownload(() -> page.getByText("Picture as SVG").click())
                .path();
        Document read =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
        assertThat(read.getElementsByTagName("rect").getLength()).isGreaterThan(20);
        assertThat(read.getElementsByTagName("pattern").getLength()).isPositive();
        assertThat(read.getDocumentElement().getTextContent()).contains("AIC cores");
        Path png = page.waitForDownload(() -> page.getByText("Picture as PNG").click())
                .path();
        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth())
                .isEqualTo(2 * Integer.parseInt(read.getDocumentElement().getAttribute("width")));
    }

    private static double middle(Locator label) {
        BoundingBox box = label.boundingBox();
        return box.y + box.height / 2;
    }

    /** Where in the picture, from 0 left to 1 right. */
    private static final String MIDDLE_OF_ARGS_FREEZE = """
            async () => {
              const meta = await (await fetch("capture/3/meta.json", own())).json();
              const freeze = meta.stretches.find((s) => s.text.includes("payload arena full"));
              const { begin, end } = document.querySelector(".timeline").dataset;
              return ((freeze.begin + freeze.end) / 2 - Number(begin)) / (Number(end) - Number(begin));
            }
            """;

    @Test
    void aHungRunOpensWithTheDoctorsSentence() {
        go("2");
        assertThat(page.locator(".page > section").first()).hasId("hang");
        assertThat(page.locator("#hang .sentence")).containsText("its progress word stands still");
        assertThat(page.locator("#hang .graph .node")).hasCount(4);
        browser.shoot(page, "hang");
    }

    @Test
    void theWholePageCanBeReachedByKeyboard() {
        go("0/overview");
        assertThat(page.locator(".kernels")).isVisible();
        page.locator("nav a").first().focus();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("nav a[aria-current]")).hasText("Timeline");
        timeline();
        page.keyboard().press("/");
        page.keyboard().type("r1t0");
        page.keyboard().press("Enter");
        assertThat(page.locator(".panel")).isVisible();
        page.locator("canvas.lanes").focus();
        String selected = Long.toString(1L << 32);
        assertThat(page.locator(".timeline")).hasAttribute("data-selected", selected);
        page.keyboard().press("f");
        timeline(); // has come to rest: far out a step would only come nearer
        page.keyboard().press("ArrowRight");
        assertThat(page.locator(".timeline")).not().hasAttribute("data-selected", selected);
        page.keyboard().press("Escape");
        assertThat(page.locator(".panel")).isHidden();
        Locator group = page.locator(".labels .group").first();
        group.focus();
        page.keyboard().press("Enter");
        assertThat(group).hasAttribute("aria-expanded", "false");
        assertThat(group).isFocused(); // though the labels were drawn anew
    }
}
