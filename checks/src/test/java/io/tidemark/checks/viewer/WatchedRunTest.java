package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.cli.Tidemark;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own, watched from its first address to its finished capture. */
@Timeout(240)
@NeedsBrowser
class WatchedRunTest {
    private static final Pattern ADDRESS = Pattern.compile("live: (http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{32})");

    /**
     * Turns the lanes' picture into one number, so that a picture that moves is one that changes.
     */
    private static final String PICTURE = "document.querySelector('.livelanes').toDataURL().split('')"
            + ".reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0)";

    private static final String COMPLETED =
            "Number(document.querySelectorAll('.figure strong')[2]?.textContent.replace(/\\D/g, ''))";

    /** Keeps every heading and button that ever was on the page: some stay for three seconds. */
    private static final String REMEMBER = """
            window.seen = new Set();
            new MutationObserver(() => document.querySelectorAll('h2, button')
                .forEach(each => window.seen.add(each.textContent)))
                .observe(document, { subtree: true, childList: true, characterData: true });
            """;

    @TempDir
    Path directory;

    @Test
    void aRealRunMovesOnThePageAndThenOpensItsCapture() throws IOException {
        Process run = start();
        try (BufferedReader said = run.inputReader();
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.addInitScript(REMEMBER);
            page.navigate(address(said));
            assertThat(page.locator("h2").first()).hasText("stepped:slow is running");
            page.waitForFunction("() => document.querySelectorAll('.gauge').length > 3");
            Object still = page.evaluate(PICTURE);
            for (int step = 1; step < SteppedCase.STEPS; step++) {
                SteppedCase.allow(directory, step);
                int completed = step * SteppedCase.TASKS_PER_STEP;
                page.waitForFunction("count => " + COMPLETED + " === count", completed);
            }
            page.waitForFunction("before => " + PICTURE + " !== before", still);
            Locator swimlane = page.locator(".live tbody tr", new Page.LocatorOptions().setHasText("swimlane"));
            assertThat(swimlane.locator("td").nth(1)).hasText(Pattern.compile("[1-9].*"));
            browser.shoot(page, "live-run");
            SteppedCase.allow(directory, SteppedCase.STEPS);
            assertThat(page.locator("#verdict h2")).hasText("Complete");
            browser.shoot(page, "live-ended");
            assertThat((List<?>) page.evaluate("[...window.seen]"))
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .contains("stepped:slow has ended", "Open the finished capture", "Stay here");
            assertThat(page.locator(".kernels tbody tr")).hasCount(1);
            assertThat(page.locator("nav a"))
                    .containsText(List.of("Live", "Overview").toArray(String[]::new));
            browser.assertQuiet();
        } finally {
            run.destroy();
        }
    }

    private Process start() throws IOException {
        Path services = SteppedCase.services(directory.resolve("services"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + services,
                        Tidemark.class.getName(),
                        "run",
                        "stepped",
                        "--set=gates=" + directory,
                        "--scheduler-timeout-ms=200000", // a slow watcher is no hang
                        "--op-timeout-ms=210000",
                        "--stream-timeout-ms=220000",
                        "--chip-swimlane",
                        "--dep-gen",
                        "--live",
                        "--region-dir=" + directory,
                        "--capture=" + directory.resolve("capture"))
                .redirectErrorStream(true)
                .start();
    }

    private static String address(BufferedReader said) throws IOException {
        StringBuilder before = new StringBuilder();
        String line = said.readLine();
        while (line != null) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                return address.group(1);
            }
            before.append(line).append('\n');
            line = said.readLine();
        }
        throw new AssertionError("the run ended without naming its address:\n" + before);
    }
}
