package io.tidemark.checks.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One browser for one test class: Debian's Chromium driven through this machine's node, nothing
 * downloaded. Owned by the thread that opened it. Every page's errors are kept, and a test that
 * calls {@link #assertQuiet} fails on any of them.
 */
final class BrowserSession implements AutoCloseable {
    static final String MISSING = "the browser tests need Chromium and node: apt-get install -y chromium nodejs";

    /** Two cores may be shared with much else; who writes a test is less patient. */
    private static final double PATIENCE_MILLIS = Integer.getInteger("browser.patience.millis", 60_000);

    private static final Path SHOTS = Path.of("target/screenshots");

    /** For scripts of a test that ask the server as the page does: fetch(name, own()). */
    private static final String WITH_TOKEN = """
            window.own = () => ({ headers: { "X-Tidemark-Token": new URLSearchParams(location.search).get("token") } });
            """;

    private final Playwright playwright;
    private final Browser browser;
    private final Locale before = Locale.getDefault();
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    BrowserSession() {
        Locale.setDefault(Locale.ROOT); // Playwright lower-cases its own words by the default locale
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Path node = node().orElseThrow(() -> new IllegalStateException(MISSING));
        Path chromium = chromium().orElseThrow(() -> new IllegalStateException(MISSING));
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        environment.put("PLAYWRIGHT_NODEJS_PATH", node.toString());
        System.setProperty("playwright.nodejs.path", node.toString());
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--no-first-run")));
    }

    static Optional<Path> node() {
        return find("node", "/usr/bin/node", "/usr/local/bin/node");
    }

    static Optional<Path> chromium() {
        return find("chromium", "/usr/bin/chromium", "/usr/bin/chromium-browser");
    }

    private static Optional<Path> find(String name, String... usual) {
        String searched = System.getenv().getOrDefault("PATH", "");
        Stream<Path> onPath = Stream.of(searched.split(":")).map(directory -> Path.of(directory, name));
        return Stream.concat(Stream.of(usual).map(Path::of), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    Page page(ColorScheme scheme) {
        Page page = browser.newPage(new Browser.NewPageOptions()
                .setViewportSize(1280, 800)
                .setColorScheme(scheme)
                .setLocale("tr-TR"));
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.addInitScript(WITH_TOKEN);
        page.onConsoleMessage(this::keep);
        page.onPageError(error -> errors.add("page error: " + error));
        page.onDialog(dialog -> {
            errors.add("a dialog came up: " + dialog.message());
            dialog.dismiss();
        });
        return page;
    }

    Page page() {
        return page(ColorScheme.LIGHT);
    }

    private void keep(ConsoleMessage message) {
        if (message.type().equals("error") || message.type().equals("warning")) {
            errors.add(message.type() + ": " + message.text() + " at " + message.location());
        }
    }

    /** Fails when any page of this session reported an error or a warning. */
    void assertQuiet() {
        assertThat(errors).as("console of the browser").isEmpty();
    }

    void shoot(Page page, String name) {
        try {
            Files.createDirectories(SHOTS);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        page.screenshot(new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
    }

    /**
     * Memory of all processes of the browser, shared pages counted once, in bytes; -1 off Linux.
     */
    long memoryBytes() {
        long kibibytes = 0;
        boolean any = false;
        for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
            boolean ours = process.info()
                    .command()
                    .map(command -> command.contains("chromium"))
                    .orElse(false);
            Path rollup = Path.of("/proc", Long.toString(process.pid()), "smaps_rollup");
            if (ours && Files.isReadable(rollup)) {
                kibibytes += proportionalKibibytes(rollup);
                any = true;
            }
        }
        return any ? kibibytes * 1024 : -1;
    }

    private static long proportionalKibibytes(Path rollup) {
        try (Stream<String> lines = Files.lines(rollup)) {
            return lines.filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException gone) {
            return 0; // the process ended meanwhile
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
        Locale.setDefault(before);
    }
}
