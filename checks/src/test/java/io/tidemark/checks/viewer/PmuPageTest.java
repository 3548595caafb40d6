package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.cli.Tidemark;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counters by kernel and the roofline: of a run in virtual time, of hardware that counted
 * operations, and of hardware without a profile.
 */
@NeedsBrowser
class PmuPageTest {
    private static final String HOSTILE = "<img src=x onerror=window.owned=1>";

    /** Kernel 0 runs on matrix cores of this generated capture, at 20 ns a cycle. */
    private static final String COUNTED = """
            thread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,cube_fp16_exec,arg_read_bytes,arg_write_bytes,event_type
            0,0,0x0000000100000000,0,0,1000,4000,300000,20000,1
            0,0,0x0000000100000001,0,0,1000,4000,300000,20000,1
            0,1,0x0000000100000002,1,0,1000,,,,1
            """;

    private static final String PIPES = """
            thread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,cube_busy_cycles,mte2_busy_cycles,event_type
            0,0,0x0000000100000000,0,0,1000,100,900,2
            """;

    private static final String MODEL = """
            {"profile": "%s", "costs": {
             "matrix.clock_ghz": 2, "matrix.bytes_per_cycle": 32, "matrix.operations_per_cycle": 8192,
             "vector.clock_ghz": 2, "vector.bytes_per_cycle": 16, "vector.operations_per_cycle": 128}}
            """;

    @TempDir
    static Path directory;

    @RegisterExtension
    private static final ShownPages shown = new ShownPages(() -> new Path[] {
        ShownCapture.run(
                0, directory.resolve("virtual"), "vector", "--time=virtual", "--chip-swimlane", "--dep-gen", "--pmu"),
        counted("counted", COUNTED, true),
        counted("pipes", PIPES, false)
    });

    private static Path counted(String name, String counters, boolean hasModel) throws IOException {
        Path capture = ShownCapture.generate(directory.resolve(name), GeneratorOptions.of(200, 6));
        Files.writeString(capture.resolve("pmu.csv"), counters);
        Files.writeString(
                capture.resolve("name_map_generated.json"),
                "{\"level\": 2, \"callable_id_to_name\": {\"0\": \"%s\", \"1\": \"plain\"}}".formatted(HOSTILE));
        if (hasModel) {
            Files.writeString(capture.resolve("virtual_time.json"), MODEL.formatted(HOSTILE));
        }
        return capture;
    }

    @Test
    void kernelsStandAgainstTheRoofsTheProfileKnows() throws IOException {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            shown.page(scheme);
            shown.go("0/pmu");
            Locator roofs = shown.page().locator(".roofs tbody tr");
            assertThat(roofs).hasCount(3);
            assertThat(roofs.first()).containsText(Pattern.compile("add.*9[0-9] %.*memory"));
            assertThat(shown.page().locator("#roofline")).containsText("By profile a2a3 a core");
            assertThat(shown.page().locator("#roofline .limit")).containsText("Operations were not counted");
            assertThat(shown.page().locator(".roofpicture")).hasCount(0);
            shown.assertReadable("pmu");
            shown.shoot(scheme.name().toLowerCase(Locale.ROOT) + "-pmu");
        }
        shown.tabTo(shown.page().locator(".roofs button").first());
        shown.page().keyboard().press("Enter");
        assertThat(shown.page().locator(".range")).hasAttribute("data-state", "shown");
        assertThat(shown.page().locator(".panel")).containsText("add");
    }

    /** 320000 bytes in 20000 ns are 16 of 64 a nanosecond, 4000 x 8192 operations a tenth. */
    @Test
    void countedOperationsAreDrawnAndHostileNamesStayText() throws IOException {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            shown.page(scheme);
            shown.go("1/pmu");
            Page page = shown.page();
            assertThat(page.locator(".roofs tbody tr")).hasCount(2);
            assertThat(page.locator(".roofs tbody tr").first())
                    .containsText(Pattern.compile(".*16.*25 %.*10 %.*no roof is near"));
            assertThat(page.locator(".roofs tbody tr").last()).containsText("not known");
            assertThat(page.locator(".roofpicture .roofpoint")).hasCount(1);
            assertThat(page.locator(".roofpoint title")).containsText("102.4 operations for each");
            assertThat(page.locator("#roofline")).containsText("By profile " + HOSTILE);
            assertThat(page.locator("#roofline .limit")).containsText("Of some kernels");
            assertThat(page.locator(".pmu tbody tr").last()).containsText("–"); // no zero
            assertThat(page.evaluate("window.owned")).isNull();
            assertThat(page.locator("main img").count()).isZero();
            shown.assertReadable("roofline");
            shown.shoot(scheme.name().toLowerCase(Locale.ROOT) + "-roofline");
        }
    }

    @Test
    void withoutAProfileThePageSaysSo() throws IOException {
        shown.go("2/pmu");
        assertThat(shown.page().locator("#roofline")).containsText("only a capture in virtual time holds the rates");
        assertThat(shown.page().locator(".roofs tbody tr"))
                .containsText(Pattern.compile("mte2, 90 % of its cycles.*mte2 pipe"));
    }

    @Test
    void theExportShowsTheSame() throws IOException {
        Path site = directory.resolve("site");
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        String capture = directory.resolve("counted").toString();
        assertThat(Tidemark.execute(out, out, "view", capture, "--out", site.toString()))
                .as(said.toString())
                .isLessThanOrEqualTo(3);
        shown.go("1/pmu");
        assertThat(shown.page().locator(".roofpoint")).hasCount(1);
        String served = shown.page().locator("main").innerText();
        shown.page().navigate("about:blank");
        shown.page().navigate(site.resolve("index.html").toUri() + "#0/pmu");
        assertThat(shown.page().locator(".roofpoint")).hasCount(1);
        assertThat(shown.page().locator("main").innerText()).isEqualTo(served);
        assertThat(shown.page().evaluate("window.owned")).isNull();
    }
}
