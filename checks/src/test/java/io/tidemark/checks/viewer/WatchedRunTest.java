package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.cli.Tidemark;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own, watched from its first address to its finished capture. */
@Timeout(240)
class WatchedRunTest {
    private static final Pattern ADDRESS = Pattern.compile("live: (http://127\\.0\\.0\\.1:\\d+/)");

    /**
     * Turns the lanes' picture into one number, so that a picture that moves is one that changes.
     */
    private static final String PICTURE =
            "document.querySelector('.livelanes').toDataURL().split('')"
                    + ".reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0)";

    private static final String COMPLETED =
            "Number(document.querySelectorAll('.figure strong')[2].textContent.replace(/\\D/g, ''))";

    @TempDir Path directory;

    @Test
    void aRealRunMovesOnThePageAndThenOpensItsCapture() throws IOException {
        Process run =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Tidemark.class.getName(),
                                "run",
                                "paged-attention:large",
                                "--rounds=6",
                                "--profile-round=1",
                                "--skip-golden",
                                "--chip-swimlane",
                                "--dep-gen",
                                "--live",
                                "--region-dir=" + directory,
                                "--capture=" + directory.resolve("capture"))
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader said = run.inputReader();
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(address(said));
            assertThat(page.locator("h2").first()).hasText("paged-attention:large is running");
            page.waitForFunction("() => " + COMPLETED + " > 0");
            page.waitForFunction("() => document.querySelectorAll('.gauge').length > 3");
            Object picture = page.evaluate(PICTURE);
            Object completed = page.evaluate(COMPLETED);
            page.waitForFunction("before => " + PICTURE + " !== before", picture);
            page.waitForFunction("before => " + COMPLETED + " !== before", completed);
            Locator swimlane =
                    page.locator(
                            ".live tbody tr", new Page.LocatorOptions().setHasText("swimlane"));
            assertThat(swimlane.locator("td").nth(1)).hasText(Pattern.compile("[1-9].*"));
            browser.shoot(page, "live-run");
            assertThat(page.locator("h2").first()).hasText("paged-attention:large has ended");
            assertThat(page.getByText("Open the finished capture")).isVisible();
            browser.shoot(page, "live-ended");
            assertThat(page.locator("#verdict h2")).hasText("Complete");
            assertThat(page.locator(".kernels tbody tr")).hasCount(4);
            assertThat(page.locator("nav a"))
                    .containsText(List.of("Live", "Overview").toArray(String[]::new));
            browser.assertQuiet();
        } finally {
            run.destroy();
        }
    }

    private static String address(BufferedReader said) throws IOException {
        String line = said.readLine();
        while (line != null) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                return address.group(1);
            }
            line = said.readLine();
        }
        throw new AssertionError("the run ended without naming its address");
    }
}
