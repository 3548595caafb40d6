package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.capture.StoredCapture;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.home.CaptureShelf;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The home page: what is below outputs, opened, compared and added by dropping. */
@NeedsBrowser
class HomePageTest {
    private static final String HOSTILE = "run-<img src=x onerror=alert(1)>";

    private static final Path MIXED =
            Path.of("../capture/src/test/resources/captures/2026-08-a2a3/mixed_example", "TestMixedExample_case1");

    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;

    @BeforeAll
    static void start() throws IOException {
        browser = new BrowserSession();
        Path outputs = Files.createDirectory(directory.resolve("outputs"));
        ShownCapture.generate(
                outputs.resolve("run-a"), GeneratorOptions.of(800, 4).withCertificate());
        ShownCapture.generate(
                outputs.resolve(HOSTILE), GeneratorOptions.of(900, 5).withCertificate());
        SpoiledCapture.hung(outputs.resolve("run-hung"));
        server = ViewerServer.start(
                new ViewerServer.ServerOptions(
                        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                        0,
                        Optional.of(new CaptureShelf(outputs)),
                        found -> CaptureViewReader.read(StoredCapture.open(found))),
                Optional.empty());
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @Test
    void capturesAreListedJudgedOpenedAndComparedByClick() throws IOException {
        Page page = browser.page();
        List<String> asked = new ArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        page.navigate(server.address().toString());
        Locator rows = page.locator(".shelf tbody tr");
        assertThat(rows).hasCount(3);
        assertThat(page.locator(".shelf .verdict.good")).hasCount(3);
        Locator hung = rows.filter(new Locator.FilterOptions().setHasText("run-hung"));
        assertThat(hung.locator(".verdict.bad").last()).hasText("HUNG");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("run-a")))
                .containsText(Pattern.compile("layers.*COMPLETE.*(µs|ms)"));
        browser.shoot(page, "home");
        page.getByText(HOSTILE, new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#verdict h2")).hasText("Complete");
        assertThat(page.locator("#which")).containsText(HOSTILE);
        page.goBack();
        assertThat(rows).hasCount(3);
        page.getByLabel("Compare run-a").check();
        page.getByLabel("Compare " + HOSTILE).check();
        page.locator("button", new Page.LocatorOptions().setHasText("Compare two"))
                .click();
        assertThat(page.locator(".compare h2")).containsText("Makespan");
        page.reload();
        assertThat(page.locator(".compare h2")).containsText("Makespan");
        assertThat(page.locator(".headline .choice")).containsText("A is run-a");
        assertThat(asked)
                .allMatch(url -> url.startsWith(server.address().resolve("/").toString()));
        browser.assertQuiet();
        page.close();
    }

    /** A capture of another tool, chosen from disk as one would drop it. */
    @Test
    void aDirectoryFromElsewhereIsOpened() throws IOException {
        Path foreign = Files.createDirectories(directory.resolve("elsewhere/their-run"));
        ShownCapture.generate(foreign, GeneratorOptions.of(300, 7));
        Page page = browser.page();
        page.navigate(server.address().toString());
        assertThat(page.locator(".shelf tbody tr")).hasCount(3);
        page.locator("input[type=file]").setInputFiles(foreign);
        assertThat(page.locator("nav a[aria-current]")).hasText("Overview");
        assertThat(page.locator("#which")).containsText("their-run");
        assertThat(page.locator(".kernels tbody tr").first()).isVisible();
        page.close();
    }

    /**
     * A real drag from outside the browser: a directory of the replaced system, files, nonsense.
     */
    @Test
    void whatIsDroppedOntoThePageIsOpened() throws IOException {
        Page page = browser.page();
        List<String> asked = new ArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        page.navigate(server.address().toString());
        assertThat(page.locator(".shelf tbody tr")).hasCount(3);
        drop(page, MIXED);
        assertThat(page.locator("nav a[aria-current]")).hasText("Overview");
        assertThat(page.locator("#which")).containsText("TestMixedExample_case1");
        assertThat(page.locator("table.kernels")).containsText("MATMUL");
        page.locator("nav a", new Page.LocatorOptions().setHasText("Home")).click();
        assertThat(page.locator(".shelf tbody tr")).hasCount(3);
        drop(page, MIXED.resolve("chip_swimlane_records.json"), MIXED.resolve("deps.json"));
        assertThat(page.locator("nav a[aria-current]")).hasText("Overview");
        assertThat(page.locator("#which")).containsText("dropped");
        page.locator("nav a", new Page.LocatorOptions().setHasText("Home")).click();
        assertThat(page.locator(".shelf tbody tr")).hasCount(3);
        Path nonsense = Files.writeString(directory.resolve("<img src=x>.txt"), "no capture");
        drop(page, nonsense);
        assertThat(page.locator("main > [role=status]")).hasText("Nothing in what was dropped is a capture.");
        assertThat(asked)
                .allMatch(url -> url.startsWith(server.address().resolve("/").toString()));
        browser.assertQuiet();
        page.close();
    }

    /** As the browser sees a drag from the desktop; a page cannot tell the two apart. */
    private static void drop(Page page, Path... files) {
        JsonArray names = new JsonArray();
        for (Path file : files) {
            names.add(file.toAbsolutePath().normalize().toString());
        }
        JsonObject data = new JsonObject();
        data.add("items", new JsonArray());
        data.add("files", names);
        data.addProperty("dragOperationsMask", 1);
        CDPSession session = page.context().newCDPSession(page);
        for (String step : new String[] {"dragEnter", "dragOver", "drop"}) {
            JsonObject event = new JsonObject();
            event.addProperty("type", step);
            event.addProperty("x", 600);
            event.addProperty("y", 400);
            event.add("data", data);
            session.send("Input.dispatchDragEvent", event);
        }
        session.detach();
    }

    /** Written by the server into a file of its own; the verdict does not change by it. */
    @Test
    void aNoteIsKeptBesideTheCapture() throws IOException {
        Page page = browser.page();
        page.navigate(server.address() + "#@run-a/timeline?s=run-5");
        Locator timeline = page.locator(".timeline");
        assertThat(timeline).hasAttribute("data-notes", "0");
        assertThat(page.locator(".panel")).isVisible();
        page.locator("button[title^='Notes on']").click();
        page.locator(".newnote").fill("slow <b>here</b>");
        page.locator(".newnote").press("Enter");
        assertThat(timeline).hasAttribute("data-notes", "1");
        page.reload();
        assertThat(timeline).hasAttribute("data-notes", "1");
        page.locator("button[title^='Notes on']").click();
        assertThat(page.locator(".notelist li")).containsText("slow <b>here</b>");
        browser.shoot(page, "notes");
        Path notes = directory.resolve("outputs/run-a/notes.json");
        assertThat(Files.readString(notes)).contains("slow", "\"task\"");
        assertThat(StoredCapture.open(notes.getParent()).verdict().kind().name())
                .isEqualTo("COMPLETE");
        page.locator(".notelist button.small").click();
        assertThat(timeline).hasAttribute("data-notes", "0");
        browser.assertQuiet();
        page.close();
    }
}
