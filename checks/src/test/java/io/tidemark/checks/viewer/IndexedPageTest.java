package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.index.ViewIndex;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture with an index is on screen before it is read; what is asked for meanwhile follows. */
@NeedsBrowser
class IndexedPageTest {
    @TempDir
    Path directory;

    private final CountDownLatch read = new CountDownLatch(1);

    private ViewerServer serve(CaptureView later) throws IOException {
        ViewerServer server = ViewerServer.start(0, Optional.empty());
        server.add("indexed", () -> ViewIndex.of(CaptureFinder.at(directory), 0), () -> {
            read.await(); // the reading goes on until the test has seen the page
            return later;
        });
        return server;
    }

    @Test
    void thePageIsThereBeforeTheCaptureIsRead() throws IOException {
        ShownCapture.generate(directory, GeneratorOptions.of(2_000, 31).withCertificate());
        CaptureView view = CaptureViewReader.read(StoredCapture.open(directory));
        ViewIndex.of(CaptureFinder.at(directory), 0).orElseThrow().make(new CaptureResources(view));
        try (BrowserSession browser = new BrowserSession();
                ViewerServer server = serve(view)) {
            Page page = browser.page();
            page.navigate(server.address() + "#0/timeline");
            assertThat(page.locator("main")).hasAttribute("data-page", "timeline");
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            assertThat(page.locator("#unread")).hasText("still reading");
            page.keyboard().press("/");
            page.keyboard().type("t7"); // a task, which only the whole capture knows
            page.keyboard().press("Enter");
            page.waitForResponse(answer -> answer.status() == 202, () -> {});
            assertThat(page.locator(".panel")).isHidden();
            browser.shoot(page, "indexed");
            read.countDown();
            assertThat(page.locator("#unread")).hasCount(0);
            assertThat(page.locator(".panel")).isVisible();
            assertThat(page.locator("main")).hasAttribute("data-page", "timeline");
            browser.assertQuiet();
        }
    }

    @Test
    void aPageWhoseIndexWasWrongIsMadeAnew(@TempDir Path other) throws IOException {
        ShownCapture.generate(directory, GeneratorOptions.of(300, 32));
        ShownCapture.generate(other, GeneratorOptions.of(600, 33).withCertificate());
        CaptureView view = CaptureViewReader.read(StoredCapture.open(directory));
        ViewIndex.of(CaptureFinder.at(directory), 0).orElseThrow().make(new CaptureResources(view));
        CaptureView changed = CaptureViewReader.read(StoredCapture.open(other));
        try (BrowserSession browser = new BrowserSession();
                ViewerServer server = serve(changed)) {
            Page page = browser.page();
            page.navigate(server.address() + "#0/overview");
            assertThat(page.locator("main")).hasAttribute("data-page", "overview");
            String before = page.locator("main").innerText();
            read.countDown();
            assertThat(page.locator("#unread")).hasCount(0);
            assertThat(page.locator("main")).containsText("600");
            assertThat(page.locator("main").innerText()).isNotEqualTo(before);
            browser.assertQuiet();
        }
    }
}
