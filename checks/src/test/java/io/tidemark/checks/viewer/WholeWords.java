package io.tidemark.checks.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;

/** Whether a page keeps its words whole and stays inside the window. */
final class WholeWords {
    /** Words of letters, digits and underscores whose first and last letter are on two lines. */
    private static final String BROKEN = """
            () => {
              const broken = [];
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const node = walker.currentNode;
                const holder = node.parentElement;
                if (!holder.checkVisibility() || holder.closest("textarea, option, svg, pre")) continue;
                for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}_]{2,}/gu)) {
                  const range = document.createRange();
                  range.setStart(node, index);
                  range.setEnd(node, index + word.length);
                  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
                  if (lines.some(({ top, height }) => Math.abs(top - lines[0].top) > height / 2)) broken.push(word);
                }
              }
              return broken;
            }
            """;

    private WholeWords() {}

    static void assertWhole(Page page, String what) {
        assertThat((List<?>) page.evaluate(BROKEN)).as("broken words, " + what).isEmpty();
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"))
                .as(what + " stays inside the window")
                .isTrue();
    }
}
