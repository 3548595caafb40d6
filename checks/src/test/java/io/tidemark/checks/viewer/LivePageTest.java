package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tidemark.capture.StoredCapture;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.live.LiveSnapshot;
import io.tidemark.viewer.live.LiveSnapshot.ChannelProgress;
import io.tidemark.viewer.live.LiveSnapshot.Gauge;
import io.tidemark.viewer.live.LiveSnapshot.LaneProgress;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run watched while it goes on, by a feed that counts up each time it is asked. */
@NeedsBrowser
class LivePageTest {
    @TempDir
    Path directory;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    void theLivePageMovesAndThenOffersTheFinishedCapture() throws IOException {
        ShownCapture.generate(directory, GeneratorOptions.of(100, 1));
        try (ViewerServer server = ViewerServer.start(0, Optional.of(this::sample));
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address().toString());
            assertThat(page.locator("h2")).hasText("paged-attention is running");
            assertThat(page.locator(".gauge")).hasCount(3);
            assertThat(page.locator(".banner")).isEmpty();
            page.waitForFunction("() => Number(document.querySelectorAll('.figure"
                    + " strong')[2].textContent.replace(/\\D/g, '')) > 40");
            assertThat(page.locator(".live .alarm").first()).isVisible();
            assertThat(page.locator(".livekernels tbody tr")).hasText(Pattern.compile("qk <b>1.200.*3.60 ms.*3 µs"));
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                String name = scheme.name().toLowerCase(Locale.ROOT) + "-live";
                browser.shoot(page, name);
                TextContrast.assertReadable(page, name);
            }
            server.add("finished", () -> CaptureViewReader.read(StoredCapture.open(directory)));
            ended.set(true);
            assertThat(page.locator("#verdict")).isVisible(); // the page goes there by itself
            browser.assertQuiet();
        }
    }

    /** Counts stand still, time goes on; then the run is over and its capture is written. */
    @Test
    void aRunThatStandsStillAndOneThatIsWrittenAreSaidToBe() throws IOException {
        AtomicBoolean writing = new AtomicBoolean();
        try (ViewerServer server = ViewerServer.start(0, Optional.of(() -> stuck(writing.get())));
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address().toString());
            assertThat(page.locator(".still")).containsText("Nothing has moved for ");
            assertThat(page.locator("[role=progressbar]")).containsText("30 of 120 (25 %)");
            assertThat(page.locator(".banner")).hasText(stuck(false).banner());
            browser.shoot(page, "live-still");
            writing.set(true);
            assertThat(page.locator("h2").first()).hasText("paged-attention is over; writing the capture…");
            assertThat(page.locator(".still")).isEmpty();
            browser.assertQuiet();
        }
    }

    private LiveSnapshot stuck(boolean writing) {
        return new LiveSnapshot(
                "paged-attention",
                true,
                writing,
                "",
                asked.incrementAndGet() * 200_000_000L,
                40,
                30,
                120,
                "24 simulated cores share 2 CPUs: times are of this host, not of a chip.",
                List.of(
                        new LaneProgress("sched", "sched 0", asked.get(), ""), // turns, finds nothing
                        new LaneProgress("aic", "aic 0", 7, "")),
                List.of(),
                List.of(),
                List.of(new LiveSnapshot.KernelProgress("qk <b>", 1200, 3_600_000)));
    }

    private LiveSnapshot sample() {
        int now = asked.incrementAndGet();
        List<LaneProgress> lanes = new ArrayList<>();
        for (int core = 0; core < 24; core++) {
            long records = now * (long) (core % 5) + now * now % (core + 3);
            lanes.add(new LaneProgress("aic", "aic " + core, records, ""));
        }
        boolean running = !ended.get();
        return new LiveSnapshot(
                "paged-attention",
                running,
                false,
                running ? "" : "The run ended well.",
                now * 200_000_000L,
                now * 12L,
                now * 10L,
                1_000,
                "",
                lanes,
                List.of(
                        new Gauge("ring", "1", Math.min(64, now * 3L), 64),
                        new Gauge("heap", "ring 1", now * 65_536L, 1 << 24),
                        new Gauge("ready queue", "AIC", now % 7, 0)),
                List.of(new ChannelProgress("swimlane", now * 100L, now * 98L, now * 2L)),
                List.of(new LiveSnapshot.KernelProgress("qk <b>", 1200, 3_600_000)));
    }
}
