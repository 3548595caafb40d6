package io.tidemark.checks.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Whether all text of a page can be read, by the colours the browser has worked out for it. */
final class TextContrast {
    private static final String SCRIPT = script();

    private TextContrast() {}

    private static String script() {
        try (InputStream script = TextContrast.class.getResourceAsStream("contrast.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Fails with every text below a contrast of 4.5 to 1; text inside a canvas is not seen. */
    static void assertReadable(Page page, String what) {
        Map<?, ?> found = (Map<?, ?>) page.evaluate(SCRIPT);
        assertThat((Integer) found.get("looked")).as("texts looked at, " + what).isGreaterThan(5);
        assertThat((List<?>) found.get("poor")).as("hard to read, " + what).isEmpty();
    }
}
