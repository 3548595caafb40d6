package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that want to be markup, turn text around or never end are shown as text on every page. */
@NeedsBrowser
class HostileNamesTest {
    private static final String MAP =
            "{\"level\": 2, \"callable_id_to_name\": {\"0\": \"<script>window.owned=1</script>\","
                    + " \"1\": \"<img src=x onerror='window.owned=1'>\", \"2\": \"abc\u202Edcba\","
                    + " \"3\": \"%s\", \"4\": \"\\\"><svg onload=window.owned=1>\"}}";

    @TempDir
    Path directory;

    @Test
    void hostileNamesAreShownAsText() throws IOException {
        ShownCapture.generate(
                directory, GeneratorOptions.of(300, 8).withHostileNames().withArgsDump());
        for (Path file : Files.list(directory).toList()) {
            if (file.getFileName().toString().startsWith("name_map")) {
                Files.writeString(file, MAP.formatted("long ".repeat(200_000)));
            }
        }
        try (ViewerServer server = ShownCapture.serve(directory);
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            for (String name : new String[] {"overview", "timeline", "graph", "scopes", "arguments"}) {
                page.navigate(server.address() + "#0/" + name);
                assertThat(page.locator("main")).hasAttribute("data-page", name);
                assertThat(page.evaluate("window.owned")).as(name).isNull();
                assertThat(page.locator("main script, main img").count())
                        .as(name)
                        .isZero();
                assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"))
                        .as(name + " stays inside the window")
                        .isTrue();
                browser.shoot(page, "hostile-" + name);
            }
            for (String place : new String[] {"r=0..900000000", "a=kernel%200", "a=lane%2020"}) {
                page.navigate("about:blank");
                page.navigate(server.address() + "#0/timeline?" + place);
                assertThat(page.locator(".range")).hasAttribute("data-state", "shown");
                assertThat(page.locator(".range .kernels")).containsText("<script>");
                assertThat(page.evaluate("window.owned")).as(place).isNull();
                assertThat(page.locator("main script, main img").count())
                        .as(place)
                        .isZero();
                browser.shoot(page, "hostile-range");
            }
            page.navigate("about:blank");
            page.navigate(server.address() + "#0/overview");
            page.locator(".hintlist button").first().click();
            assertThat(page.locator(".panel")).isVisible();
            assertThat(page.evaluate("window.owned")).isNull();
            page.navigate(server.address() + "#0/overview");
            assertThat(page.locator(".kernels")).containsText("<script>window.owned=1</script>");
            assertThat(page.locator(".kernels")).containsText("abc‹U+202E›dcba");
            browser.assertQuiet();
        }
    }
}
