package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.SqlSource;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that asks with SQL; what an engine answers is played here, hostile names included. */
@NeedsBrowser
class SqlPageTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    @TempDir Path directory;

    private static SqlSource.Reply answer(String query) {
        if (query.contains("information_schema")) {
            return new SqlSource.Reply(
                    "[{\"table_name\":\"runs\",\"column_name\":\"%s\",\"data_type\":\"BIGINT\"}]"
                            .formatted(HOSTILE),
                    "");
        }
        return query.contains("from runs")
                ? new SqlSource.Reply(
                        "[{\"kernel\":\"%s\",\"start_ns\":5000,\"end_ns\":90000,\"dur_ns\":null}]"
                                .formatted(HOSTILE),
                        "2 records are missing")
                : new SqlSource.Reply("", "no such table " + HOSTILE);
    }

    @Test
    void aQueryIsAnsweredAsATableAndAsMarks() throws IOException {
        Path capture = ShownCapture.generate(directory, GeneratorOptions.of(300, 5));
        try (BrowserSession browser = new BrowserSession();
                ViewerServer server = ShownCapture.serve(capture)) {
            server.answerQueries((shown, query) -> answer(query));
            Page page = browser.page();
            page.navigate(server.pageAddress() + "#0/sql");
            assertThat(page.locator(".sqltables summary")).hasText("runs");
            page.locator(".query").fill("select nothing");
            page.locator(".query").press("Control+Enter");
            assertThat(page.locator(".sqlpage .alarm")).containsText("no such table " + HOSTILE);
            page.locator(".query").fill("select * from runs");
            page.locator("button.ask").click();
            assertThat(page.locator(".answer tbody td").first()).hasText(HOSTILE);
            assertThat(page.locator(".sqlpage")).containsText("2 records are missing");
            browser.shoot(page, "sql");
            page.locator(".answer button").first().click();
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            assertThat(page.locator(".timeline")).hasAttribute("data-marks", "1");
            page.navigate("about:blank");
            page.navigate(server.address() + "#0/overview");
            assertThat(page.locator("#tabs")).not().containsText("SQL"); // without the token
            browser.assertQuiet();
        }
    }
}
