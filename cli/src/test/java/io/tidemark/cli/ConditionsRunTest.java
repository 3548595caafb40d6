package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Findings;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the times of a capture are: its certificate keeps it, and every report says it. */
class ConditionsRunTest {
    private static final List<String> REPORTS = List.of("summary", "overhead", "critical-path", "verify");
    private static final String BANNER = "24 simulated cores share 2 CPUs: times are of this host, not of a chip.";

    @TempDir
    Path directory;

    private Path capture;

    @BeforeEach
    void place() {
        capture = directory.resolve("capture");
    }

    private Command run(String... more) {
        List<String> line = new java.util.ArrayList<>(List.of("run", "bgemm", "--clusters", "8"));
        line.addAll(List.of(more));
        line.addAll(List.of("--capture", capture.toString()));
        Command run = Command.run(line.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private Certificate certificate() {
        return CertificateReader.read(capture.resolve("certificate.json"), new Findings())
                .orElseThrow();
    }

    @Test
    void aCaptureKeepsItsHostItsRoundAndItsLoad() {
        int cpus = Runtime.getRuntime().availableProcessors();
        Command run = run("--chip-swimlane", "--rounds", "3", "--profile-round", "3", "--dep-gen");
        Conditions noted = certificate().conditions().orElseThrow();
        assertThat(noted.cpus()).isEqualTo(cpus);
        assertThat(noted.cores()).isEqualTo(24);
        assertThat(noted.roundsBefore()).isEqualTo(2);
        if (Files.isReadable(Path.of("/proc/thread-self/schedstat"))) {
            assertThat(noted.loadHundredths()).isNotNegative();
            assertThat(noted.cpuPercent()).isBetween(1, 100);
        }
        assertThat(run.out()).contains(noted.words()).contains("warm round after 2 other rounds");
        noted.banner().ifPresent(banner -> assertThat(run.out()).contains(banner));
    }

    @Test
    void aRunThatRecordsNothingSaysItToo() {
        Command run = run("--json");
        assertThat(run.out()).contains("\"conditions\":{", "\"cpus\":", "\"cold\":true");
        assertThat(certificate().conditions()).isPresent();
    }

    @Test
    void theDeviceProcessTellsItsShareOfTheCpus() {
        run("--chip-swimlane", "--isolate", "--rounds", "2", "--profile-round", "2");
        Conditions noted = certificate().conditions().orElseThrow();
        assertThat(noted.isCold()).as("each round has a process of its own").isTrue();
        if (Files.isReadable(Path.of("/proc/thread-self/schedstat"))) {
            assertThat(noted.cpuPercent()).isPositive();
        }
    }

    @Test
    void everyReportAndPageShowsTheBannerWhenCoresShareCpus() throws IOException {
        run("--chip-swimlane", "--dep-gen");
        measuredUnder(Optional.of(new Conditions(2, 24, 0, 150, 40)));
        for (String report : REPORTS) {
            assertThat(Command.run(report, capture.toString()).out()).contains(BANNER);
            assertThat(Command.run(report, "--json", capture.toString()).out())
                    .contains("\"banner\": \"" + BANNER + "\"", "\"cpus\": 2");
        }
        assertThat(piece("meta.json")).contains(BANNER);
        assertThat(Command.run("summary", capture.toString()).out())
                .contains("its threads had a CPU only 40 % of the time they wanted one")
                .contains("cold round, load 1.50")
                .doesNotContain("outliers", "of their time for the scheduler");
        assertThat(piece("hints.json")).doesNotContain("outliers", "time for the scheduler");
        assertThat(Command.run("overhead", capture.toString()).out())
                .doesNotContain("SCHEDULER-BOUND", "SCHEDULER-LIMITED", "ORCHESTRATOR-BOUND");
    }

    @Test
    void withACpuForEachCoreOrWithoutConditionsThereIsNoBanner() throws IOException {
        run("--chip-swimlane", "--dep-gen");
        measuredUnder(Optional.of(new Conditions(64, 24, 0, 150, 100)));
        assertThat(Command.run("summary", capture.toString()).out())
                .contains("measured: 24 simulated cores on 64 CPUs")
                .doesNotContain("not of a chip");
        measuredUnder(Optional.empty());
        for (String report : REPORTS) {
            assertThat(Command.run(report, capture.toString()).out()).doesNotContain("measured:", "not of a chip");
            assertThat(Command.run(report, "--json", capture.toString()).out()).doesNotContain("conditions");
        }
        assertThat(piece("meta.json")).doesNotContain("conditions");
    }

    private void measuredUnder(Optional<Conditions> conditions) throws IOException {
        Certificate known = certificate();
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
                        conditions));
    }

    private String piece(String name) throws IOException {
        CaptureResources pages = new CaptureResources(CaptureViewReader.read(StoredCapture.open(capture)));
        return new String(pages.read(name).orElseThrow(), StandardCharsets.UTF_8);
    }
}
