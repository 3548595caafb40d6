package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with every channel off: its capture is whole, and must not look like a run of no tasks. */
@NeedsBrowser
class UnrecordedRunPageTest {
    @TempDir
    Path directory;

    @Test
    void aRunThatRecordedNothingSaysSoInsteadOfShowingZeros() throws IOException {
        Path capture = ShownCapture.run(0, directory.resolve("unrecorded"), "vector");
        try (ViewerServer server = ShownCapture.serve(capture);
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address().toString());
            assertThat(page.locator("#verdict")).containsText("no channel was on");
            assertThat(page.locator(".hintlist")).containsText("holds no records of tasks");
            Locator figures = page.locator(".figure strong");
            assertThat(figures).hasText(new String[] {"–", "–", "–", "–", "–"});
            assertThat(page.locator("nav a.off"))
                    .hasText(new String[] {"Timeline", "Graph", "Scopes", "PMU", "Arguments", "What-if", "Compare"});
            browser.shoot(page, "unrecorded");
            page.locator("nav a", new Page.LocatorOptions().setHasText("Timeline"))
                    .click();
            assertThat(page.locator("main")).containsText("no swimlane records");
            browser.assertQuiet();
        }
    }
}
