package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One browser and one server for the tests of a class, as a static extension field, and a page for
 * each test that asks for one. After each test no page may have reported an error, and no request
 * may have gone anywhere but to the server.
 */
final class ShownPages implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final int MOST_TABS = 80;

    /** Makes the captures that are served; the class's temporary directory is there by then. */
    @FunctionalInterface
    interface Captures {
        Path[] make() throws IOException;
    }

    private final Captures captures;
    private final List<Page> open = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private BrowserSession browser;
    private ViewerServer server;
    private Page page;

    ShownPages(Captures captures) {
        this.captures = captures;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        browser = new BrowserSession();
        server = ShownCapture.serve(captures.make());
    }

    ViewerServer server() {
        return server;
    }

    /** The page of this test, in the light. */
    Page page() {
        return page == null ? page(ColorScheme.LIGHT) : page;
    }

    /** Another page; it is the page of this test from now on. */
    Page page(ColorScheme scheme) {
        page = browser.page(scheme);
        page.onRequest(request -> requests.add(request.url()));
        open.add(page);
        return page;
    }

    /** Opens a place of the page anew, with the token. */
    void go(String place) throws IOException {
        page().navigate("about:blank");
        page().navigate(server.address() + "#" + place);
    }

    void shoot(String name) {
        browser.shoot(page, name);
    }

    /** Presses Tab until something has the focus. */
    void tabTo(Locator wanted) {
        for (int tabs = 0; tabs < MOST_TABS; tabs++) {
            if ((Boolean) wanted.evaluate("element => element === document.activeElement")) {
                return;
            }
            page().keyboard().press("Tab");
        }
        assertThat(wanted).isFocused();
    }

    /** All text can be read, no word is broken, and nothing sticks out of the window. */
    void assertReadable(String what) {
        TextContrast.assertReadable(page(), what);
        WholeWords.assertWhole(page(), what);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        open.forEach(Page::close);
        open.clear();
        page = null;
        browser.assertQuiet();
        String own = server.address().resolve("/").toString();
        assertThat(requests)
                .as("requests")
                .allMatch(url -> url.startsWith(own) || url.startsWith("file:") || url.equals("about:blank"));
        requests.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
        }
        if (browser != null) {
            browser.close();
        }
    }
}
