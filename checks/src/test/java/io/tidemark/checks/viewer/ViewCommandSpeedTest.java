package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.viewer.index.ViewIndex;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From the start of {@code tidemark view} to the picture in a real browser that is open already,
 * twice: without an index and with the one that the first time made. Printed for a run of 20,000
 * tasks, too small for an index, or for the capture that {@code -Dtidemark.viewer.capture} names;
 * {@code checks/view-speed} does that. Asserts what is shown, not how fast.
 */
@NeedsBrowser
class ViewCommandSpeedTest {
    /**
     * Milliseconds from when the browser began to go to the page: until its scripts were there and
     * ran, until the lanes of the first picture were known, until its last tile was answered, and
     * until it was painted.
     */
    private static final String STEPS = """
            () => {
              const first = performance.getEntriesByName("first-picture")[0].startTime;
              const loaded = performance.getEntriesByType("resource").filter((entry) => entry.responseEnd <= first);
              const last = (part) => Math.max(...loaded.filter((entry) => entry.name.includes(part)).map((entry) => entry.responseEnd));
              const marked = (name) => performance.getEntriesByName(name)[0].startTime;
              return [last("app/"), marked("page-runs"), marked("lanes-known"), last("/tile/"), first];
            }
            """;

    @TempDir
    Path directory;

    @Test
    void aCaptureIsOpenedTwice() throws IOException {
        String known = System.getProperty("tidemark.viewer.capture");
        Path capture = known != null
                ? Path.of(known)
                : ShownCapture.run(
                        0,
                        directory.resolve("run"),
                        "noop",
                        "--tasks=20000",
                        "--shape=layered",
                        "--time=virtual",
                        "--chip-swimlane",
                        "--export=never");
        Path index = capture.resolve(ViewIndex.FILE_NAME);
        Files.deleteIfExists(index);
        long tables = size(capture.resolve("tables"));
        boolean isLarge = tables >= ViewIndex.WORTH_IT_BYTES;
        try (BrowserSession browser = new BrowserSession()) {
            open(browser, capture, "first", isLarge ? index : null);
            assertThat(Files.exists(index)).isEqualTo(isLarge);
            open(browser, capture, "second", null);
            browser.assertQuiet();
        }
    }

    private static long size(Path tables) throws IOException {
        try (Stream<Path> files = Files.list(tables)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** Opens a capture with a process of its own, and waits for its index if there is to be one. */
    private static void open(BrowserSession browser, Path capture, String time, Path awaited) throws IOException {
        Page page = browser.page(); // the clock of a person begins with the command
        long begin = System.currentTimeMillis();
        Process process = new ProcessBuilder(command(capture))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader()) {
            String address = said.readLine();
            double printed = (System.currentTimeMillis() - begin) / 1000.0;
            page.navigate(address + "#0/timeline");
            assertThat(page.locator("main")).hasAttribute("data-page", "timeline");
            assertThat(page.locator(".timeline")).hasAttribute("data-pending", "0");
            double asked = (number(page, "performance.timeOrigin") - begin) / 1000;
            double first = (mark(page, "first-picture", "0") - begin) / 1000;
            List<?> steps = (List<?>) page.evaluate(STEPS);
            double whole = (mark(page, "whole-picture", "-1") - begin) / 1000;
            double cpu =
                    process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1000.0;
            double[] frames = frames(page);
            assertThat(page.locator("#unread")).hasCount(0);
            System.out.printf(
                    Locale.ROOT,
                    "%s opening: first picture %.2f s after the start of the command, %.2f s after the"
                            + " browser went to the page; all of it %.2f s (%.1f s of CPU time);"
                            + " frames %.1f ms median, %.1f ms at 99 %%; read %.1f s; browser %d MiB,"
                            + " command %d MiB resident%n",
                    time,
                    first,
                    first - asked,
                    whole,
                    cpu,
                    frames[frames.length / 2],
                    frames[(int) (frames.length * 0.99)],
                    (System.currentTimeMillis() - begin) / 1000.0,
                    browser.memoryBytes() >> 20,
                    residentMebibytes(process));
            System.out.printf(
                    Locale.ROOT,
                    "%s opening: address printed after %.0f ms, browser goes there after %.0f;"
                            + " from then on: script there %.0f, runs %.0f, lanes known %.0f, tiles"
                            + " there %.0f, painted %.0f%n",
                    time,
                    1000 * printed,
                    1000 * asked,
                    ((Number) steps.get(0)).doubleValue(),
                    ((Number) steps.get(1)).doubleValue(),
                    ((Number) steps.get(2)).doubleValue(),
                    ((Number) steps.get(3)).doubleValue(),
                    ((Number) steps.get(4)).doubleValue());
            while (awaited != null && Files.notExists(awaited) && process.isAlive()) {
                page.waitForTimeout(200);
            }
            page.close();
        } finally {
            process.destroy();
            process.onExit().join();
        }
    }

    private static List<String> command(Path capture) {
        String launcher = System.getProperty("tidemark.viewer.command");
        List<String> words = new ArrayList<>();
        if (launcher != null) {
            words.add(launcher);
        } else {
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp"));
            words.add(System.getProperty("java.class.path"));
            words.add("io.tidemark.cli.Tidemark");
        }
        words.addAll(List.of("view", capture.toString()));
        return words;
    }

    /**
     * Milliseconds of the wall clock at which a mark was set, the first or the last of its name.
     */
    private static double mark(Page page, String name, String which) {
        return number(
                page,
                "performance.timeOrigin + performance.getEntriesByName('%s').at(%s).startTime".formatted(name, which));
    }

    private static double number(Page page, String expression) {
        return ((Number) page.evaluate(expression)).doubleValue();
    }

    private static double[] frames(Page page) {
        page.evaluate(ViewerSpeedTest.MOVE); // the first pass fetches tiles and warms the compiler
        List<?> frames = (List<?>) page.evaluate(ViewerSpeedTest.MOVE);
        return frames.stream()
                .mapToDouble(frame -> ((Number) frame).doubleValue())
                .sorted()
                .toArray();
    }

    private static long residentMebibytes(Process process) throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                .findFirst()
                .orElse(0);
    }
}
