package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tidemark.lab.generate.GeneratorOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks with several runs: sub-kernels of a recorded MIX run, blocks of generated SPMD tasks. */
@NeedsBrowser
class MixTasksPageTest {
    private static final Path MIXED =
            Path.of("../capture/src/test/resources/captures/2026-08-a2a3/mixed_example", "TestMixedExample_case1");

    @TempDir
    static Path directory;

    @RegisterExtension
    private static final ShownPages shown =
            new ShownPages(() -> new Path[] {MIXED, ShownCapture.generate(directory, GeneratorOptions.of(2_000, 4))});

    private Page page;

    @BeforeEach
    void open() {
        page = shown.page();
    }

    @Test
    void aMixTaskIsShownOnAllItsCoresWithTheKernelOfEach() {
        page.navigate(shown.server().address() + "#0/timeline/task/" + (1L << 32));
        Locator runs = page.locator(".panel [data-list=runs] li");
        assertThat(runs).hasCount(3);
        assertThat(runs.nth(0)).containsText("MATMUL on aic 1");
        assertThat(runs.nth(1)).containsText("ADD on aiv 10");
        assertThat(runs.nth(2)).containsText("MUL on aiv 11");
        assertThat(page.locator(".timeline")).hasAttribute("data-framed", "3");
        shown.shoot("mix-task");
        runs.nth(2).locator("button").click();
        assertThat(page.locator(".panel h2")).hasText("MUL");
        assertThat(page.locator(".timeline")).hasAttribute("data-framed", "3");
        page.locator("input.search").fill("r1t0");
        page.locator("input.search").press("Enter");
        assertThat(page.locator(".hits")).hasText("1 of 3");
        page.navigate(shown.server().address() + "#0/graph/task/" + (1L << 32));
        assertThat(page.locator(".graph .node.chosen")).hasAttribute("aria-label", "r1t0 MATMUL + ADD + MUL");
    }

    /** The next run on that core is fourteen times as far as this one is long. */
    @Test
    void theArrowKeysWalkAlongALaneHoweverFarTheNextRunIs() {
        page.navigate(shown.server().address() + "#0/timeline/task/" + (1L << 32));
        page.locator(".panel [data-list=runs] li").nth(2).locator("button").click();
        Locator timeline = page.locator(".timeline");
        Locator about = page.locator(".panel p").first();
        assertThat(about).containsText("r1t0 on aiv 11");
        assertThat(timeline).hasAttribute("data-pending", "0");
        Locator canvas = page.locator("canvas.lanes");
        canvas.press("f");
        assertThat(timeline).hasAttribute("data-pending", "0");
        canvas.press("ArrowRight");
        assertThat(about).containsText("r1t13 on aiv 11");
        canvas.press("f");
        assertThat(timeline).hasAttribute("data-pending", "0");
        canvas.press("ArrowLeft");
        assertThat(about).containsText("r1t0 on aiv 11");
    }

    @Test
    void kernelsAreCountedByTheRunsTheyReallyHad() {
        page.navigate(shown.server().address() + "#0/overview");
        Locator rows = page.locator(".kernels tbody tr");
        assertThat(rows).hasCount(5);
        for (String[] expected :
                new String[][] {{"MATMUL", "12"}, {"ADD", "8"}, {"MUL", "4"}, {"ADD_STANDALONE", "8"}}) {
            Locator cell = page.locator("td", new Page.LocatorOptions().setHasText(exactly(expected[0])));
            Locator row = rows.filter(new Locator.FilterOptions().setHas(cell));
            assertThat(row.locator("td").nth(2)).hasText(expected[1]);
        }
    }

    private static Pattern exactly(String text) {
        return Pattern.compile("^" + text + "$");
    }

    /** Every edge of the generated run, its ends looked up one by one. */
    @Test
    void arrowsLeaveTheRunThatEndedLastAndReachTheOneThatBeganFirst() {
        page.navigate(shown.server().address() + "#1/overview");
        assertThat(page.locator("#verdict")).isVisible();
        Object found = page.evaluate(ARROWS);
        assertThat((List<?>) found).element(0).isEqualTo(List.of());
        assertThat(((Number) ((List<?>) found).get(1)).intValue())
                .as("tasks with several runs that were looked at")
                .isGreaterThan(20);
    }

    private static final String ARROWS = """
            async () => {
              const { Capture } = await import("/app/capture.js");
              const { openSource } = await import("/app/source.js");
              const { neighbours } = await import("/app/timeline/neighbours.js");
              const { arrowsOf } = await import("/app/timeline/arrows.js");
              const capture = await new Capture(openSource(), 1, "generated").open();
              const problems = [];
              let several = 0;
              for (let index = 0; index < capture.meta.runs && several < 60; index += 3) {
                const run = await capture.run(index);
                const runs = await capture.runsOf(await capture.task(run.task));
                const links = await neighbours(capture, run);
                if (!runs.some((other) => other.index === index)) problems.push(`run ${index} is not in its task`);
                if (runs.length > 1) several++;
                for (const arrow of arrowsOf(capture, run, runs, links)) {
                  const from = await capture.runsOf(await capture.task(arrow.from.task));
                  const to = await capture.runsOf(await capture.task(arrow.to.task));
                  if (from.some((other) => other.end > arrow.from.end)) problems.push(`${index}: leaves too early`);
                  if (arrow.kind === "out" && to.some((other) => other.begin < arrow.to.begin))
                    problems.push(`${index}: arrives late`);
                }
              }
              return [problems.slice(0, 9), several];
            }
            """;
}
