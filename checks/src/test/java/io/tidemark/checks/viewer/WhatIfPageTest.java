package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.capture.StoredCapture;
import io.tidemark.cli.Tidemark;
import io.tidemark.cli.whatif.WhatIfAnswers;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.model.Runs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page with sliders: it says and draws what {@code tidemark whatif} answers. */
@NeedsBrowser
class WhatIfPageTest {
    private static final String HOSTILE = "<img src=x onerror='window.owned=1'>\u202Eabc=it's";

    private static final Path SMALL = Path.of(
            "../capture/src/test/resources/captures/2026-08-a2a3/paged_attention_small1",
            "TestPagedAttention_CaseSmall1");

    @TempDir
    static Path directory;

    private static BrowserSession browser;
    private static ViewerServer server;
    private static Path capture;
    private Page page;

    @BeforeAll
    static void start() throws IOException {
        capture = record("run", "paged-attention", "--dep-gen");
        Path hostile = hostile();
        Path graphless = record("graphless", "vector");
        browser = new BrowserSession();
        server = ShownCapture.serve(capture, hostile, graphless);
        server.answerWhatIf(new WhatIfAnswers());
    }

    private static Path record(String name, String workload, String... more) {
        List<String> words = new ArrayList<>(List.of(workload, "--time=virtual"));
        words.addAll(List.of("--chip-swimlane", "--ring-task-window=16"));
        words.addAll(List.of(more));
        return ShownCapture.run(0, directory.resolve(name), words.toArray(String[]::new));
    }

    /** A capture of another tool whose first kernel has a name that wants to be markup. */
    private static Path hostile() throws IOException {
        Path copy = Files.createDirectory(directory.resolve("hostile"));
        for (String name : List.of("deps.json", "chip_swimlane_records.json")) {
            Files.copy(SMALL.resolve(name), copy.resolve(name));
        }
        Files.writeString(
                copy.resolve("name_map_hostile.json"),
                "{\"level\": 2, \"callable_id_to_name\": {\"0\": \"" + HOSTILE + "\"}}");
        return copy;
    }

    @AfterAll
    static void stop() {
        server.close();
        browser.close();
    }

    @AfterEach
    void quiet() {
        browser.assertQuiet();
        page.close();
    }

    private void open(ColorScheme scheme, String place) throws IOException {
        page = browser.page(scheme);
        page.navigate(server.address() + "#" + place);
    }

    private void settled() {
        assertThat(page.locator(".whatif")).hasAttribute("data-state", "shown");
        assertThat(page.locator(".picture .timeline:not(.coming)")).hasAttribute("data-pending", "0");
    }

    private Locator slider(String change) {
        return page.locator("[data-change='" + change + "']");
    }

    private double shown(String name) {
        return Double.parseDouble(page.locator(".answercard").getAttribute("data-" + name));
    }

    /** What the command prints for the page's own command line. */
    private String asCommandLine(String... more) {
        String line = page.locator(".command code").innerText();
        assertThat(line).startsWith("tidemark whatif " + capture);
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of(more));
        StringWriter out = new StringWriter();
        int exitCode = Tidemark.execute(
                new PrintWriter(out),
                new PrintWriter(out),
                words.subList(1, words.size()).toArray(String[]::new));
        assertThat(exitCode).as(out.toString()).isZero();
        return out.toString();
    }

    private static List<Double> numbers(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\": \\[?\\s*([-0-9.E]+)(?:,\\s*([-0-9.E]+))?")
                .matcher(json);
        assertThat(found.find()).as(name + " in " + json).isTrue();
        List<Double> numbers = new ArrayList<>(List.of(Double.parseDouble(found.group(1))));
        if (found.group(2) != null) {
            numbers.add(Double.parseDouble(found.group(2)));
        }
        return numbers;
    }

    @Test
    void aDraggedSliderShowsWhatTheCommandAnswers() throws IOException {
        open(ColorScheme.LIGHT, "0/whatif?wt=0");
        settled();
        double before = shown("predicted");
        BoundingBox box = slider("submit").boundingBox();
        double middle = box.y + box.height / 2;
        int most = Integer.parseInt(slider("submit").getAttribute("max"));
        int at = Integer.parseInt(slider("submit").inputValue());
        double thumb = box.x + 8 + (box.width - 16) * at / most;
        page.mouse().move(thumb, middle);
        page.mouse().down();
        for (int step = 1; step <= 8; step++) {
            page.mouse().move(thumb - step * (thumb - box.x) / 16, middle);
        }
        page.mouse().up();
        assertThat(page.locator(".slider.changed output")).hasText(Pattern.compile("0\\.\\d+ ×"));
        settled();
        Path predicted = directory.resolve("predicted");
        String answer = asCommandLine("--json", "--capture", predicted.toString());
        List<Double> interval = numbers(answer, "interval_us");
        assertThat(shown("predicted")).isLessThan(before * 0.9);
        assertThat(shown("predicted") / 1e3)
                .isCloseTo(numbers(answer, "predicted_makespan_us").getFirst(), within(1e-9));
        assertThat(shown("low") / 1e3).isCloseTo(interval.get(0), within(1e-9));
        assertThat(shown("high") / 1e3).isCloseTo(interval.get(1), within(1e-9));
        Matcher binds = Pattern.compile("\"binds\": \"([^\"]*)\"").matcher(answer);
        assertThat(binds.find()).isTrue();
        assertThat(page.locator(".binds")).hasText(binds.group(1));
        assertDrawn(predicted);
        browser.shoot(page, "whatif");
    }

    /** The last coloured point of the predicted cores is where the last predicted run ends. */
    private void assertDrawn(Path predicted) throws IOException {
        CaptureView view = CaptureViewReader.read(StoredCapture.open(predicted));
        Runs runs = view.runs();
        long end =
                IntStream.range(0, runs.size()).mapToLong(runs::endNanos).max().orElseThrow();
        Object served = page.evaluate("async () => (await (await fetch('predicted/' +"
                + " document.querySelector('.whatif').dataset.predicted +"
                + " '/meta.json', own())).json()).durationNanos");
        assertThat(((Number) served).longValue()).isEqualTo(view.timeline().durationNanos());
        List<?> ends = (List<?>) page.evaluate(LAST_COLOURED);
        double last = ((Number) ends.get(0)).doubleValue();
        double nanosPerPixel = ((Number) ends.get(1)).doubleValue();
        assertThat(last).isCloseTo(end, within(3 * nanosPerPixel));
    }

    /** The right end of what is drawn on lanes of predicted cores in nanoseconds, and a pixel. */
    private static final String LAST_COLOURED = """
            () => {
              const timeline = document.querySelector(".picture .timeline");
              const canvas = timeline.querySelector(".lanes");
              const { begin, end } = timeline.dataset;
              const box = canvas.getBoundingClientRect();
              const scale = canvas.width / box.width;
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
              const labels = [...timeline.querySelectorAll(".labels > *")]
                .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
              const heads = labels.filter((label) => label.classList.contains("group"));
              let last = 0;
              heads.forEach((head, at) => {
                if (!/New.*AI[CV] cores/.test(head.textContent)) return;
                const top = head.getBoundingClientRect().bottom - box.top;
                const bottom = Math.min(heads[at + 1]?.getBoundingClientRect().top ?? Infinity, box.bottom) - box.top;
                for (let y = Math.ceil(top * scale); y < Math.floor(bottom * scale); y++) {
                  const at = (x) => 4 * (y * canvas.width + x);
                  const apart = (x, part) => Math.abs(data[at(x) + part] - data[at(canvas.width - 2) + part]);
                  let x = canvas.width - 3;
                  while (x > last && Math.max(apart(x, 0), apart(x, 1), apart(x, 2)) <= 40) x--;
                  last = x > last ? x : last;
                }
              });
              const perPixel = (Number(end) - Number(begin)) / canvas.width;
              return [Number(begin) + (last + 1) * perPixel, perPixel];
            }
            """;

    @Test
    void changesStayInTheAddressAndAreMadeByKeyboard() throws IOException {
        open(ColorScheme.LIGHT, "0/whatif");
        settled();
        slider("clusters").focus();
        for (int presses = 0; presses < 7; presses++) {
            page.keyboard().press("ArrowLeft");
        }
        assertThat(slider("clusters")).hasAttribute("aria-valuetext", "1");
        slider("priority").focus();
        page.keyboard().press("Space");
        settled();
        assertThat(page.locator(".command code")).containsText("--clusters=1 --priority=critical-path");
        double predicted = shown("predicted");
        page.locator("#tabs a").getByText("Overview").click();
        assertThat(page.locator(".whatif")).hasCount(0);
        page.locator("#tabs a").getByText("What-if").click();
        settled();
        assertThat(shown("predicted")).isEqualTo(predicted);
        page.reload();
        settled();
        assertThat(shown("predicted")).isEqualTo(predicted);
        assertThat(slider("clusters")).hasValue("0");
        page.locator(".unchange").click();
        settled();
        assertThat(page.url()).doesNotContain("whatif=");
        page.locator(".rank").click();
        settled();
        String best = page.locator(".bestlist button").first().getAttribute("data-option");
        assertThat(asCommandLine("--best", "--json").replaceAll("(?s).*?\"option\": \"([^\"]*)\".*", "$1"))
                .isEqualTo(best);
        page.locator(".bestlist button").first().click();
        settled();
        assertThat(page.locator(".command code")).containsText(best);
        assertThat(page.locator(".makespan .better")).isVisible();
        page.navigate(server.address() + "#0/whatif?whatif=clusters%3D99");
        assertThat(page.locator(".told.alarm")).containsText("--clusters 99 is not in 1..");
    }

    @Test
    void bothThemesReadAndHostileNamesAreInert() throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            String name = "whatif-" + scheme.name().toLowerCase(Locale.ROOT);
            open(scheme, "0/whatif?whatif=clusters%3D2,without-edge%3Dt0%3At9&wk=1");
            assertThat(page.locator(".whatif")).hasAttribute("data-state", "refused");
            page.locator(".otherchanges button").click();
            settled();
            assertThat(page.locator(".bestlist button").first()).isVisible();
            browser.shoot(page, name);
            TextContrast.assertReadable(page, name);
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isTrue();
            page.close();
        }
        open(ColorScheme.LIGHT, "1/whatif");
        settled();
        Locator kernel = page.locator(".kernelsliders input[aria-label*=window]");
        kernel.focus();
        page.keyboard().press("ArrowLeft");
        assertThat(slider("aicpu-threads")).isDisabled(); // not known of real time
        settled();
        assertThat(page.locator(".told.alarm")).hasCount(0);
        assertThat(page.locator(".whatif")).containsText("<img src=x onerror='window.owned=1'>‹U+202E›abc=it's");
        assertThat(page.locator(".command code")).containsText("\\u202Eabc=it\\'s=0.95x'");
        assertThat(page.locator(".bestlist")).containsText("‹U+202E›");
        assertThat(page.evaluate("window.owned")).isNull();
        assertThat(page.locator("main img, main script").count()).isZero();
        browser.shoot(page, "whatif-hostile");
    }

    @Test
    void whatCannotBeAskedIsSaid() throws IOException {
        page = browser.page();
        page.navigate(server.address() + "#2/whatif");
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        Tidemark.execute(out, out, "whatif", directory.resolve("graphless").toString());
        assertThat(page.locator(".told.alarm")).containsText("no prediction: ");
        assertThat(said.toString()).contains(page.locator(".told.alarm").innerText());
        page.navigate("about:blank");
        Path site = directory.resolve("site");
        assertThat(Tidemark.execute(out, out, "view", capture.toString(), "--out", site.toString()))
                .isZero();
        page.navigate(site.resolve("index.html").toUri() + "#0/whatif");
        assertThat(page.locator("main")).containsText("open the capture with 'tidemark view CAPTURE'");
    }
}
