package io.tidemark.checks.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Findings;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks at times sees first whether cores had to share CPUs for them. */
class SharedCpusPageTest {
    private static final String SHARED = "24 simulated cores share 2 CPUs";

    @TempDir
    Path directory;

    @Test
    void theOverviewAndTheHeadOfEveryPageSayIt() throws IOException {
        Path shared = measuredWith(2, "shared");
        Path alone = measuredWith(64, "alone");
        try (ViewerServer server = ShownCapture.serve(shared, alone);
                BrowserSession browser = new BrowserSession()) {
            Page page = browser.page();
            page.navigate(server.address() + "#0/overview");
            assertThat(page.locator("#banner")).hasText(SHARED + ": times are of this host, not of a chip.");
            assertThat(page.locator("#which .shared")).hasText(SHARED);
            page.navigate(server.address() + "#0/timeline");
            assertThat(page.locator(".timeline")).isVisible();
            assertThat(page.locator("#which .shared")).hasText(SHARED);
            page.navigate(server.address() + "#1/overview");
            assertThat(page.locator("#verdict")).isVisible();
            assertThat(page).hasTitle("alone \u2013 Tidemark");
            assertThat(page.locator("#banner, #which .shared")).hasCount(0);
            browser.assertQuiet();
        }
    }

    private Path measuredWith(int cpus, String name) throws IOException {
        Path capture = ShownCapture.generate(
                directory.resolve(name), GeneratorOptions.of(100, 1).withCertificate());
        Certificate known = CertificateReader.read(capture.resolve(CertificateWriter.FILE_NAME), new Findings())
                .orElseThrow();
        CertificateWriter.write(
                capture,
                new Certificate(
                        known.origin(),
                        known.ending(),
                        known.channels(),
                        known.clocks(),
                        known.freezes(),
                        known.damage(),
                        known.digests(),
                        known.verdict(),
                        Optional.of(new Conditions(cpus, 24, 0, 150, 40))));
        return capture;
    }
}
