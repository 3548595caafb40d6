package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real kernel found in an in-out argument and what it left there, side by side. */
@NeedsBrowser
class BeforeAndAfterPageTest {
    private static final String ALL_IN_SIGHT = "() => { const box = document.querySelector('.arguments .rows');"
            + " return box.querySelector('tbody tr') && box.scrollHeight <= box.clientHeight; }";

    @TempDir
    Path directory;

    @Test
    void beforeAndAfterOfAnInOutAreDrawnOnOneScale() throws IOException {
        Path capture = ShownCapture.run(
                0,
                directory.resolve("attention"),
                "paged-attention:small1",
                "--dump-args",
                "--region-dir=" + directory);
        try (ViewerServer server = ShownCapture.serve(capture);
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address() + "#0/arguments");
            page.locator(".tools select").nth(0).selectOption("inout");
            page.locator(".tools select").nth(1).selectOption("before_dispatch");
            Locator rows = page.locator(".args tbody tr", new Page.LocatorOptions().setHasText("inout"));
            page.waitForFunction(ALL_IN_SIGHT); // there is room for these few
            rows.first().click();
            assertThat(page.locator(".picture h3").nth(0)).hasText("before");
            assertThat(page.locator(".picture h3").nth(1)).hasText("after");
            assertThat(page.locator(".picture h3").nth(2)).containsText("after − before");
            Locator scales = page.locator(".picture .scale");
            assertThat(scales).hasCount(3);
            assertThat(scales.nth(1)).hasText(scales.nth(0).textContent());
            browser.shoot(page, "before-and-after");
            browser.assertQuiet();
        }
    }
}
