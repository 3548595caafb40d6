package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A graph too large to be drawn task by task: by kernel, scope and layer, the path in it. */
@NeedsBrowser
class FoldedGraphPageTest {
    @TempDir
    static Path directory;

    @RegisterExtension
    private static final ShownPages shown = new ShownPages(() -> new Path[] {
        ShownCapture.generate(directory.resolve("plain"), GeneratorOptions.of(2_000, 4)),
        ShownCapture.generate(
                directory.resolve("hostile"), GeneratorOptions.of(600, 8).withHostileNames())
    });

    /** How many tasks the boxes say they hold, all together. */
    private static int tasksIn(Page page) {
        return page.locator(".graph .node").all().stream()
                .mapToInt(node -> number(node.getAttribute("aria-label").replaceFirst("(?s).*: (.*?) tasks?,.*", "$1")))
                .sum();
    }

    /** A number as the page writes it, with spaces between thousands. */
    private static int number(String text) {
        return Integer.parseInt(text.replaceAll("\\D", ""));
    }

    @Test
    void everyFoldHoldsEveryTaskAndTheCriticalPath() throws IOException {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            Page page = shown.page(scheme);
            shown.go("0/graph");
            Locator note = page.locator(".graphpage [role=status]");
            Locator choice = page.locator(".graphpage select").first();
            for (String fold : new String[] {"kernel", "scope", "layer"}) {
                if (!fold.equals("kernel")) { // that is where a large graph begins
                    shown.tabTo(choice);
                    page.keyboard().press("ArrowDown");
                }
                assertThat(choice).hasValue(fold);
                assertThat(page.locator("main")).hasAttribute("data-page", "graph");
                assertThat(page.locator(".graphpage")).hasAttribute("aria-busy", "false");
                assertThat(note).containsText(Pattern.compile("tasks in \\d+ groups"));
                assertThat(note).containsText("the critical path (pink) goes through");
                String told = note.textContent();
                assertThat(tasksIn(page)).as(fold).isEqualTo(number(told.substring(0, told.indexOf("tasks"))));
                assertThat(page.locator(".graph .node.critical").count())
                        .as(fold)
                        .isPositive();
                assertThat(page.locator(".graph .edge.critical").count())
                        .as(fold)
                        .isPositive();
                shown.assertReadable("graph by " + fold);
                assertThat(page.locator(".graph .node").first().boundingBox().width)
                        .as("width of a box of 190, by " + fold)
                        .isGreaterThan(130);
                shown.shoot(scheme.name().toLowerCase(Locale.ROOT) + "-fold-" + fold);
            }
            assertThat(page).hasURL(Pattern.compile("layer")); // written a moment later
            page.reload();
            assertThat(page.locator(".graphpage select").first()).hasValue("layer");
            assertThat(page.locator(".graph .node.critical").first()).isVisible();
        }
    }

    @Test
    void aGroupOpensByKeyboardAndBackLeadsToTheGroups() throws IOException {
        shown.go("0/graph");
        Page page = shown.page();
        Locator first = page.locator(".graph .node").first();
        assertThat(first).isVisible();
        shown.tabTo(first);
        page.keyboard().press("Enter");
        assertThat(page.locator(".graph .node.chosen")).isVisible();
        assertThat(page.locator(".graph .reason").first()).isVisible();
        page.goBack();
        assertThat(page.locator(".graphpage [role=status]")).containsText("groups");
        page.goForward();
        assertThat(page.locator(".graph .node.chosen")).isVisible();
    }

    @Test
    void hostileNamesStayTextInEveryFold() throws IOException {
        for (String fold : new String[] {"kernel", "scope", "layer"}) {
            shown.go("1/graph");
            Page page = shown.page();
            assertThat(page.locator(".graph .node").first()).isVisible();
            page.locator(".graphpage select").first().selectOption(fold);
            assertThat(page.locator(".graphpage [role=status]")).containsText("groups");
            assertThat(page.locator("main img, main script").count()).as(fold).isZero();
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"))
                    .as(fold)
                    .isTrue();
        }
    }
}
