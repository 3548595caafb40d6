package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.lab.generate.GeneratorOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How things are looked at stays: over a change of page, Back, a reload, and in a copied address.
 */
@NeedsBrowser
class KeptViewTest {
    @TempDir
    static Path directory;

    @RegisterExtension
    private static final ShownPages shown = new ShownPages(() -> new Path[] {
        ShownCapture.generate(
                directory.resolve("run-a"), GeneratorOptions.of(2_000, 4).withCertificate()),
        ShownCapture.generate(
                directory.resolve("run-b"), GeneratorOptions.of(2_300, 5).withCertificate())
    });

    private Page page;

    @BeforeEach
    void open() {
        page = shown.page();
    }

    private Locator timeline() {
        Locator timeline = page.locator(".timeline");
        assertThat(page.locator("main")).hasAttribute("data-page", Pattern.compile("timeline|compare"));
        assertThat(timeline).hasAttribute("data-pending", "0");
        return timeline;
    }

    private List<Object> seen() {
        Locator timeline = timeline();
        return List.of(
                Math.round(Double.parseDouble(timeline.getAttribute("data-begin"))),
                Math.round(Double.parseDouble(timeline.getAttribute("data-end"))),
                timeline.getAttribute("data-selected"),
                page.locator(".labels > *").allTextContents(),
                page.locator("input.search").inputValue(),
                page.locator("button[title^='The chain']").getAttribute("aria-pressed"));
    }

    private void tab(String name) {
        page.locator("nav a", new Page.LocatorOptions().setHasText(name)).click();
        assertThat(page.locator("nav a[aria-current]")).hasText(name);
    }

    private Locator lane(String label) {
        return page.locator(".labels .lane", new Page.LocatorOptions().setHasText(Pattern.compile("^" + label + "$")));
    }

    private void onLane(String label, String action) {
        lane(label).click();
        page.locator(".lanemenu button", new Page.LocatorOptions().setHasText(action))
                .click();
        assertThat(page.locator(".lanemenu")).hasCount(0);
    }

    @Test
    void theViewSurvivesTabsBackReloadAndACopiedAddress() {
        page.navigate(shown.server().address() + "#0/timeline");
        timeline();
        List<String> lanes = page.locator(".labels .lane").allTextContents();
        String pinned = lanes.get(lanes.size() - 2);
        String hidden = lanes.get(lanes.size() - 3);
        onLane(pinned, "Pin on top");
        onLane(hidden, "Hide");
        assertThat(page.locator(".labels .lane").first()).hasText(pinned);
        assertThat(lane(hidden)).hasCount(0);
        page.locator(".labels .group").nth(1).click(); // the first below the pinned ones folds
        assertThat(page.locator(".labels .group").nth(1)).hasAttribute("aria-expanded", "false");
        page.keyboard().press("/");
        page.keyboard().type("r1t4");
        page.keyboard().press("Enter");
        assertThat(page.locator(".timeline")).hasAttribute("data-selected", Long.toString((1L << 32) + 4));
        page.locator("canvas.lanes").press("c");
        assertThat(page.locator("button[title^='The chain']")).hasAttribute("aria-pressed", "true");
        page.locator("canvas.lanes").press("w");
        timeline();
        List<Object> before = seen();
        shown.shoot("kept-view");

        tab("Overview");
        tab("Timeline");
        assertThat(seen()).isEqualTo(before);
        page.reload();
        assertThat(seen()).isEqualTo(before);
        String address = page.url();
        tab("Graph");
        assertThat(page.locator(".graph .node.chosen")).hasAttribute("aria-label", Pattern.compile("r1t4 .*"));
        page.goBack();
        assertThat(seen()).isEqualTo(before);
        Page copy = shown.page(ColorScheme.LIGHT);
        copy.navigate(address);
        Page own = page;
        page = copy;
        assertThat(seen()).isEqualTo(before);
        page = own;
        copy.close();
    }

    @Test
    void backLeadsToTheTaskThatWasSelectedBefore() {
        page.navigate(shown.server().address() + "#0/timeline/task/" + ((1L << 32) + 4));
        Locator timeline = timeline();
        assertThat(timeline).hasAttribute("data-selected", Long.toString((1L << 32) + 4));
        Locator next = page.locator(".panel [data-list=leaving] button").first();
        next.click();
        assertThat(timeline).not().hasAttribute("data-selected", Long.toString((1L << 32) + 4));
        page.goBack();
        assertThat(timeline).hasAttribute("data-selected", Long.toString((1L << 32) + 4));
    }

    @Test
    void thePanelDoesNotMoveWhatLiesUnderThePointer() {
        page.navigate(shown.server().address() + "#0/timeline/task/" + ((1L << 32) + 4));
        timeline();
        page.locator("canvas.lanes").press("Escape");
        assertThat(page.locator(".panel")).isHidden();
        timeline();
        double scale = scale();
        BoundingBox box = page.locator("canvas.lanes").boundingBox();
        double begin = Double.parseDouble(timeline().getAttribute("data-begin"));
        page.evaluate("() => { window.kept = document.querySelector('canvas.lanes'); }");
        for (double y = box.y + 40;
                y < box.y + box.height && page.locator(".panel").isHidden();
                y += 6) {
            page.mouse().click(box.x + box.width * 0.4, y);
        }
        assertThat(page.locator(".panel")).isVisible();
        timeline();
        assertThat(scale()).isCloseTo(scale, org.assertj.core.data.Percentage.withPercentage(0.01));
        assertThat(Double.parseDouble(timeline().getAttribute("data-begin"))).isEqualTo(begin);
    }

    /** The panel takes the right third of the picture, where what was clicked lies. */
    @Test
    void thePanelDoesNotCoverWhatWasClicked() {
        page.navigate(shown.server().address() + "#0/timeline/task/" + ((1L << 32) + 4));
        timeline();
        page.locator("canvas.lanes").press("Escape");
        assertThat(page.locator(".panel")).isHidden();
        timeline();
        BoundingBox box = page.locator("canvas.lanes").boundingBox();
        double clicked = Double.parseDouble(timeline().getAttribute("data-begin")) + scale() * 0.95 * box.width;
        for (double y = box.y + 40;
                y < box.y + box.height && page.locator(".panel").isHidden();
                y += 6) {
            page.mouse().click(box.x + box.width * 0.95, y);
        }
        assertThat(page.locator(".panel")).isVisible();
        assertThat(Double.parseDouble(timeline().getAttribute("data-end"))).isGreaterThan(clicked);
    }

    private double scale() {
        return ((Number) page.evaluate("() => { const { begin, end } = document.querySelector('.timeline').dataset;"
                        + " return (end - begin) / document.querySelector('canvas.lanes').clientWidth; }"))
                .doubleValue();
    }

    @Test
    void thePairAndItsOwnViewAreKeptBesideTheOneOfTheTimeline() {
        page.navigate(shown.server().address() + "#1/timeline?z=1000..200000");
        timeline();
        tab("Compare");
        Locator timeline = timeline();
        page.locator("canvas.lanes").press("w");
        timeline();
        String zoomed = timeline.getAttribute("data-end");
        tab("Timeline");
        timeline();
        assertThat(page.locator(".timeline")).hasAttribute("data-end", "200000");
        page.goBack();
        timeline();
        assertThat(Math.round(Double.parseDouble(page.locator(".timeline").getAttribute("data-end"))))
                .isEqualTo(Math.round(Double.parseDouble(zoomed)));
    }

    @Test
    void lanesAreMovedFilteredAndPinnedByKeyboardAlone() {
        page.navigate(shown.server().address() + "#0/timeline");
        timeline();
        page.locator(".labels [tabindex='0']").focus();
        Locator focused = page.locator(".labels :focus");
        while (!focused.textContent().equals("sched 0")) {
            page.keyboard().press("ArrowDown");
        }
        String first = focused.textContent();
        page.keyboard().press("Alt+ArrowDown");
        timeline();
        assertThat(focused).hasText(first); // the lane is still in hand
        List<String> lanes = page.locator(".labels .lane").allTextContents();
        assertThat(lanes.indexOf(first)).isEqualTo(lanes.indexOf("inner 0") + 1);
        page.keyboard().press("p");
        assertThat(page.locator(".labels .lane.pinned")).hasText(first);
        page.locator("button[title^='Filter']").click();
        page.locator(".lanefilter").fill("aiv");
        assertThat(page.locator(".labels .lane:not(.pinned):not(.aiv)")).hasCount(0);
        assertThat(page.locator(".labels .lane.aiv").first()).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator(".lanefilter")).hasCount(0);
        page.reload(); // every change is in the address at once
        timeline();
        assertThat(page.locator(".labels .lane.pinned")).hasText(first);
        assertThat(page.locator(".labels .lane:not(.pinned):not(.aiv)")).hasCount(0);
    }

    @Test
    void theThemeIsChosenOnThePageAndKept() {
        page.navigate(shown.server().address() + "#0/timeline");
        timeline();
        assertThat(page.locator("html")).hasAttribute("data-theme", "light");
        page.getByLabel("Light or dark").click();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.reload();
        timeline();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.locator("button[title^='What the colours']").click();
        assertThat(page.locator(".legendlist").first()).isVisible();
        shown.shoot("dark-legend");
    }

    /** Lengths, cores and moments narrow a search down; what is left is what the capture holds. */
    @Test
    void aSearchUnderstandsLengthsCoresAndMoments() {
        page.navigate(shown.server().address() + "#0/timeline");
        timeline();
        int all = found("on aic");
        int longer = found(">50us on aic");
        int shorter = found("<=50us on aic");
        assertThat(all).isPositive();
        assertThat(longer).isBetween(1, all - 1);
        assertThat(longer + shorter).isEqualTo(all);
        assertThat(found("on aic 0") + found("on aic")).isLessThan(2 * all);
        int kernel = found("proj");
        assertThat(found("proj after 1ms") + found("proj before 1ms")).isGreaterThanOrEqualTo(kernel);
        assertThat(found("proj after 1ms")).isBetween(1, kernel - 1);
        page.locator("input.search").fill("proj >900ms");
        page.locator("input.search").press("Enter");
        assertThat(page.locator(".hits")).hasText("nothing found");
    }

    private int found(String text) {
        page.locator("input.search").fill(text);
        page.locator("input.search").press("Enter");
        page.waitForURL(url -> url.contains("q="
                + java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8)
                        .replace("+", "%20")));
        assertThat(page.locator(".hits")).hasText(Pattern.compile("1 of .*"));
        return Integer.parseInt(page.locator(".hits").textContent().replaceAll("^1 of |\\D", ""));
    }
}
