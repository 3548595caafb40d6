package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.cli.Tidemark;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as files: written by the command, opened from disk, without any server. */
@NeedsBrowser
class StaticExportTest {
    @TempDir
    Path directory;

    @Test
    void tenThousandTasksOpenFromDisk() throws IOException {
        Path capture = ShownCapture.generate(
                directory.resolve("capture"),
                GeneratorOptions.of(10_000, 3).withArgsDump().withCertificate());
        Path site = directory.resolve("site");
        StringWriter said = new StringWriter();
        int exitCode = Tidemark.execute(
                new PrintWriter(said), new PrintWriter(said), "view", capture.toString(), "--out", site.toString());
        Assertions.assertThat(exitCode).as(said.toString()).isZero();
        System.out.println("static export: " + said.toString().strip().replace("\n", "; "));
        try (BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(site.resolve("index.html").toUri().toString());
            assertThat(page.locator("#verdict h2")).hasText("Complete");
            page.navigate(site.resolve("index.html").toUri() + "#0/timeline");
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            page.locator("input.search").fill("r1t40");
            page.locator("input.search").press("Enter");
            assertThat(page.locator(".panel [data-list=leaving] button").first())
                    .isVisible();
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            browser.shoot(page, "static-timeline");
            page.navigate(site.resolve("index.html").toUri() + "#0/arguments");
            assertThat(page.locator(".carried")).containsText("These files carry the values of");
            page.locator(".args tbody tr").first().click();
            assertThat(page.locator(".values h2")).isVisible();
            browser.assertQuiet();
        }
    }

    /**
     * The page adds a range up by itself where there is no server; idle time explains itself too.
     */
    @Test
    void aRangeSaysTheSameWithAndWithoutAServer() throws IOException {
        Path capture = ShownCapture.generate(directory.resolve("ranged"), GeneratorOptions.of(3_000, 11));
        Path site = directory.resolve("ranged-site");
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        Assertions.assertThat(Tidemark.execute(out, out, "view", capture.toString(), "--out", site.toString()))
                .as(said.toString())
                .isZero();
        try (BrowserSession browser = new BrowserSession();
                ViewerServer server = ShownCapture.serve(capture)) {
            Page page = browser.page();
            String exported = site.resolve("index.html").toUri().toString();
            for (String range : new String[] {"200000..900000", "0..5000000!8-20"}) {
                String address = "#0/timeline?r=" + range;
                page.navigate(server.address() + address);
                assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
                String served = page.locator(".panel").innerText();
                page.navigate("about:blank");
                page.navigate(exported + address);
                assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
                Assertions.assertThat(page.locator(".panel").innerText()).isEqualTo(served);
                Assertions.assertThat(served).contains("Core time of", "Durations", "ready tasks");
            }
            page.navigate("about:blank");
            page.navigate(exported + "#0/overview");
            page.locator(".hintlist button").first().click();
            assertThat(page.locator(".panel")).isVisible();
            browser.assertQuiet();
        }
    }
}
