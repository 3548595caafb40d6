package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.QueryStop;
import io.tidemark.viewer.http.SqlSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page that asks with SQL; what an engine answers is played here, hostile names included. */
@NeedsBrowser
class SqlPageTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    static Path directory;

    @RegisterExtension
    private static final ShownPages shown =
            new ShownPages(() -> new Path[] {ShownCapture.generate(directory, GeneratorOptions.of(300, 5))});

    private static SqlSource.Reply answer(Path capture, String query, QueryStop stop) {
        if (query.contains("information_schema")) {
            return new SqlSource.Reply(
                    "[{\"table_name\":\"runs\",\"column_name\":\"%s\",\"data_type\":\"BIGINT\"}]".formatted(HOSTILE),
                    "");
        }
        if (query.contains("forever")) {
            return endless(stop);
        }
        if (query.contains("many")) {
            return new SqlSource.Reply(
                    IntStream.range(0, 700)
                            .mapToObj("{\"n\":%d}"::formatted)
                            .collect(Collectors.joining(",", "[", "]")),
                    "These are the first 700.");
        }
        return query.contains("from runs")
                ? new SqlSource.Reply(
                        "[{\"kernel\":\"%s\",\"start_ns\":5000,\"end_ns\":90000,\"dur_ns\":null}]".formatted(HOSTILE),
                        "2 records are missing")
                : new SqlSource.Reply("", "no such table " + HOSTILE);
    }

    private static SqlSource.Reply endless(QueryStop stop) {
        CountDownLatch stopped = new CountDownLatch(1);
        stop.onStop(stopped::countDown);
        try {
            stopped.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return new SqlSource.Reply("[]", "");
    }

    @BeforeEach
    void answerQueries() {
        shown.server().answerQueries(SqlPageTest::answer, NEVER);
    }

    @Test
    void aQueryIsAnsweredAsATableAndAsMarks() throws IOException {
        shown.go("0/sql");
        Page page = shown.page();
        assertThat(page.locator(".sqltables summary")).hasText("runs");
        page.locator(".query").fill("select nothing");
        page.locator(".query").press("Control+Enter");
        assertThat(page.locator(".sqlpage .alarm")).containsText("no such table " + HOSTILE);
        page.locator(".query").fill("select * from runs");
        page.locator("button.ask").click();
        assertThat(page.locator(".answer tbody td").first()).hasText(HOSTILE);
        assertThat(page.locator(".sqlpage")).containsText("2 records are missing");
        shown.shoot("sql");
        page.locator(".answer button").first().click();
        assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
        assertThat(page.locator(".timeline")).hasAttribute("data-marks", "1");
    }

    @Test
    void everythingReadsInBothThemesAndWorksByKeyboard() throws IOException {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            Page page = shown.page(scheme);
            shown.go("0/sql");
            shown.tabTo(page.locator(".sqltables summary"));
            page.keyboard().press("Enter");
            assertThat(page.locator(".sqltables li")).containsText(HOSTILE);
            shown.tabTo(page.locator(".sqltables button"));
            page.keyboard().press("Enter");
            assertThat(page.locator(".query")).hasValue("select * from runs limit 100");
            shown.tabTo(page.locator(".query"));
            page.keyboard().press("Control+Enter");
            assertThat(page.locator(".answer tbody td").first()).hasText(HOSTILE);
            shown.assertReadable("sql");
            assertThat(page.locator("main img").count()).isZero();
            page.locator(".query").fill("select nothing");
            shown.tabTo(page.locator("button.ask"));
            page.keyboard().press("Enter");
            assertThat(page.locator(".sqlpage .alarm")).containsText("no such table");
            shown.assertReadable("sql, refused");
            shown.shoot(scheme.name().toLowerCase(Locale.ROOT) + "-sql");
        }
    }

    @Test
    void aQueryIsCancelledByButtonAndByKey() throws IOException {
        shown.go("0/sql");
        Page page = shown.page();
        assertThat(page.locator(".sqltables summary")).hasText("runs");
        assertThat(page.locator("button.cancel")).isHidden();
        page.locator(".query").fill("select forever");
        page.locator("button.ask").click();
        assertThat(page.locator("button.ask")).isDisabled();
        page.locator("button.cancel").click();
        assertThat(page.locator(".sqlpage .alarm")).hasText("The query was cancelled.");
        assertThat(page.locator("button.cancel")).isHidden();
        page.locator(".query").press("Control+Enter");
        assertThat(page.locator("button.cancel")).isVisible();
        page.locator(".query").press("Escape");
        assertThat(page.locator(".sqlpage .alarm")).hasText("The query was cancelled.");
        page.locator(".query").fill("select * from runs");
        page.locator(".query").press("Control+Enter");
        assertThat(page.locator(".answer tbody td").first()).hasText(HOSTILE);
    }

    @Test
    void theLimitIsSaidAndManyRowsComeStepByStep() throws IOException {
        shown.go("0/sql");
        Page page = shown.page();
        assertThat(page.locator(".sqltables summary")).hasText("runs");
        page.locator(".query").fill("select many");
        page.locator(".query").press("Control+Enter");
        assertThat(page.locator(".sqlpage [role=status]").first()).hasText("700 rows. These are the first 700.");
        assertThat(page.locator(".answer tbody tr")).hasCount(200);
        page.locator(".answer .more button").click();
        assertThat(page.locator(".answer tbody tr")).hasCount(400);
        shown.server().answerQueries(SqlPageTest::answer, Duration.ofMillis(1));
        page.locator(".query").fill("select forever");
        page.locator(".query").press("Control+Enter");
        assertThat(page.locator(".sqlpage .alarm"))
                .hasText("The query was stopped after 1 s. Ask for less, or use 'tidemark sql', which has no limit.");
    }
}
