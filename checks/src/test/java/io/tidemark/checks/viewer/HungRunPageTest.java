package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that really hung, as the overview shows it: the cause in sight, the long line folded. */
@NeedsBrowser
class HungRunPageTest {
    @TempDir
    Path directory;

    @Test
    void aLongLineOfWaitersIsFoldedAndOpens() throws IOException {
        Path capture = ShownCapture.run(
                1,
                directory.resolve("hung"),
                "hang:kernel",
                "--scheduler-timeout-ms=5000", // a healthy scheduler may be kept waiting
                "--chip-swimlane");
        try (ViewerServer server = ShownCapture.serve(capture);
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address().toString());
            assertThat(page.locator(".page > section").first()).hasId("hang");
            assertThat(page.locator("#ending")).hasText("HUNG");
            assertThat(page.locator("#code")).containsText("HangWorkload.neverReturn(HangWorkload.java:");
            assertThat(page.locator("#ended")).containsText("runs on cores + 1 open");
            Locator nodes = page.locator("#hang .node");
            assertThat(nodes).hasCount(5);
            Locator cause = nodes.filter(new Locator.FilterOptions().setHasText("stuck"))
                    .first();
            Locator fold = page.locator("#hang .node.fold");
            assertThat(fold).containsText("more tasks");
            int hidden =
                    Integer.parseInt(fold.locator("text.task").textContent().replaceAll("\\D", ""));
            assertThat(hidden).isGreaterThan(40);
            assertThat(cause.boundingBox().x).isLessThan(fold.boundingBox().x);
            assertThat(cause.boundingBox().height).as("text keeps its size").isGreaterThan(38);
            browser.shoot(page, "hung-run");
            fold.press("Enter");
            assertThat(nodes).hasCount(4 + hidden);
            assertThat(cause).isInViewport();
            BoundingBox box = cause.boundingBox();
            assertThat(box.height).isGreaterThan(38);
            assertThat((Boolean) page.evaluate(SCROLLS)).isTrue();
            browser.shoot(page, "hung-run-open");
            cause.click();
            assertThat(page.locator("main")).hasAttribute("data-page", "timeline");
            assertThat(page.locator(".panel")).containsText("it had not returned when the run was stopped");
            browser.shoot(page, "hung-run-timeline");
            WholeWords.assertWhole(page, "timeline with hatches");
            browser.assertQuiet();
        }
    }

    private static final String SCROLLS = "(() => { const box = document.querySelector('.waitbox');"
            + " return box.scrollWidth > box.clientWidth * 5"
            + " && document.documentElement.scrollWidth <= innerWidth + 1; })()";
}
