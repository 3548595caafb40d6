package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the first picture takes, how smooth panning and zooming are, and what the browser needs,
 * printed for a generated capture: 100,000 tasks, or as many as {@code -Dtidemark.viewer.tasks}
 * says. The targets are asserted with {@code -Dtidemark.viewer.targets=true}, on a machine that
 * does nothing else; on a busy one the printed figures say nothing, and fail nothing.
 */
@NeedsBrowser
class ViewerSpeedTest {
    private static final int TASKS = Integer.getInteger("tidemark.viewer.tasks", 100_000);
    private static final boolean TARGETS = Boolean.getBoolean("tidemark.viewer.targets");
    private static final int FRAMES = 240;
    private static final Pattern ANY_NUMBER = Pattern.compile("[1-9][0-9]*");

    /** Moves the view through the mouse wheel for a while and answers the time of every frame. */
    static final String MOVE = """
            async () => {
              const canvas = document.querySelector("canvas.lanes");
              const box = canvas.getBoundingClientRect();
              const wheel = (deltaY, shiftKey) => canvas.dispatchEvent(new WheelEvent("wheel",
                { deltaY, shiftKey, bubbles: true, cancelable: true,
                  clientX: box.left + box.width * 0.45, clientY: box.top + 200 }));
              const frames = [];
              let last = performance.now();
              for (let step = 0; step < 240; step++) {
                const turn = step % 120;
                if (turn < 50) wheel(-60, false);
                else if (turn < 80) wheel(turn % 2 ? 40 : 55, true);
                else wheel(75, false);
                const now = await new Promise(requestAnimationFrame);
                frames.push(now - last);
                last = now;
              }
              return frames;
            }
            """;

    @TempDir
    static Path directory;

    private static Path capture;

    @BeforeAll
    static void generate() throws IOException {
        String known = System.getProperty("tidemark.viewer.capture");
        capture = known != null
                ? Path.of(known) // one that was generated before
                : ShownCapture.generate(directory, GeneratorOptions.of(TASKS, 7));
    }

    @Test
    void theFirstPictureComesAtOnceAndMovesSmoothly() throws IOException, InterruptedException {
        try (BrowserSession browser = new BrowserSession();
                ViewerServer server = ShownCapture.serve(capture)) {
            Page page = browser.page();
            long reading = System.nanoTime();
            waitUntilRead(server.address());
            double readSeconds = (System.nanoTime() - reading) / 1e9;
            page.navigate(server.address() + "#0/timeline");
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            double picture = firstPictureMillis(page);
            double whole = markMillis(page, "whole-picture");
            page.evaluate(MOVE); // the first pass fetches tiles and warms the compiler
            List<?> frames = (List<?>) page.evaluate(MOVE);
            double[] sorted = frames.stream()
                    .mapToDouble(frame -> ((Number) frame).doubleValue())
                    .sorted()
                    .toArray();
            double median = sorted[sorted.length / 2];
            double slow = sorted[(int) (sorted.length * 0.95)];
            double slowest = sorted[(int) (sorted.length * 0.99)];
            long memory = browser.memoryBytes();
            System.out.printf(
                    Locale.ROOT,
                    "viewer, %d tasks: read in %.2f s, first picture %.0f ms after opening, all of it"
                            + " %.0f ms, frames %.1f ms"
                            + " median, %.1f ms at 95 %%, %.1f ms at 99 %%, %.1f ms at most, browser"
                            + " %d MiB%n",
                    TASKS,
                    readSeconds,
                    picture,
                    whole,
                    median,
                    slow,
                    slowest,
                    sorted[sorted.length - 1],
                    memory >> 20);
            browser.shoot(page, "speed");
            assertThat(picture).isPositive();
            assertThat(page.locator(".counterstrip")).hasAttribute("data-counters", ANY_NUMBER);
            assertThat(page.locator("button[aria-pressed=true]")).hasCount(2); // tints, counters
            assertThat(sorted).hasSize(FRAMES);
            assertThat(memory).isLessThan(1L << 30);
            if (TARGETS) {
                assertThat(picture).isLessThan(2_500);
                assertThat(whole).isLessThan(3_000);
                assertThat(median).isLessThan(17.5); // a frame of 60 per second, and rounding
                assertThat(slowest).isLessThan(50);
            }
            printWithout(page);
            browser.assertQuiet();
        }
    }

    /** The same moves in the same browser without tints and counters: what these two cost. */
    private static void printWithout(Page page) {
        page.keyboard().press("t");
        page.keyboard().press("k");
        assertThat(page.locator("button[aria-pressed=true]")).hasCount(0);
        double[] frames = ((List<?>) page.evaluate(MOVE))
                .stream()
                        .mapToDouble(frame -> ((Number) frame).doubleValue())
                        .sorted()
                        .toArray();
        System.out.printf(
                Locale.ROOT,
                "viewer, %d tasks, without tints and counters: frames %.1f ms median, %.1f ms at" + " 99 %%%n",
                TASKS,
                frames[frames.length / 2],
                frames[(int) (frames.length * 0.99)]);
    }

    private static double firstPictureMillis(Page page) {
        return markMillis(page, "first-picture");
    }

    private static double markMillis(Page page, String mark) {
        Object at = page.evaluate("performance.getEntriesByName('" + mark + "')[0].startTime");
        return ((Number) at).doubleValue();
    }

    private static void waitUntilRead(URI page) throws IOException, InterruptedException {
        HttpRequest meta = HttpRequest.newBuilder(page.resolve("capture/0/meta.json"))
                .header("X-Tidemark-Token", page.getQuery().replace("token=", ""))
                .build();
        HttpResponse<Void> answer = HttpClient.newHttpClient().send(meta, HttpResponse.BodyHandlers.discarding());
        assertThat(answer.statusCode()).isEqualTo(200);
    }
}
