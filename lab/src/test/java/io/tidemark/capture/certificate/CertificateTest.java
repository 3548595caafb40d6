package io.tidemark.capture.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Kind;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateTest {
    @TempDir
    private Path directory;

    @Test
    void aCertificateReadsBackAsItWasWritten() throws IOException {
        Map<String, Long> causes = new LinkedHashMap<>();
        causes.put("queue full", 3L);
        causes.put("timeout", 0L);
        List<ChannelLedger> channels = List.of(
                new ChannelLedger(
                        "swimlane",
                        "aicore",
                        List.of(new LaneLedger(0, 10, 5, 1, causes, 1), new LaneLedger(1, 4, 4, 0, Map.of(), 0))),
                new ChannelLedger("pmu", "counters", List.of()));
        Certificate written = new Certificate(
                new Certificate.Origin("0.1.0", "a2a3", "tensormap", "case \"x\"", "h", 4, 0x17, "2026"),
                new Certificate.Ending(EndingKind.HANG, 507, "SCHED_TIMEOUT", "stall"),
                channels,
                List.of(new Certificate.ClockDomain("swimlane", "cycles", 50_000_000, -1)),
                List.of(new Certificate.Freeze("args", 2, 100, 200, "arena full")),
                List.of(new Certificate.Damaged("args", "torn_entry", 2, "an entry")),
                List.of(new Certificate.FileDigest("deps.json", 3, "ab")),
                CertificateVerifier.judge(channels),
                Optional.of(new Conditions(2, 24, 1, 150, 63, "", 7000, false)));
        Path file = CertificateWriter.write(directory, written);
        Findings findings = new Findings();
        Certificate read = CertificateReader.read(file, findings).orElseThrow();
        assertThat(read).isEqualTo(written);
        assertThat(read.verdict().kind()).isEqualTo(Kind.GAPS);
        assertThat(read.verdict().gaps()).extracting(Verdict.Gap::cause).containsExactly("queue full", "torn");
        byte[] first = Files.readAllBytes(file);
        CertificateWriter.write(directory, read);
        assertThat(Files.readAllBytes(file)).isEqualTo(first);
    }

    /** Certificates of before damage was told have no such list. */
    @Test
    void conditionsThatMakeNoSenseAreRefusedAndMissingOnesAreNot() throws IOException {
        aCertificateReadsBackAsItWasWritten();
        Path file = directory.resolve("certificate.json");
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"cpus\": 2,", "\"cpus\": 0,"));
        assertThat(CertificateReader.read(file, new Findings())).isEmpty();
        Files.writeString(file, text.replaceAll("  \"conditions\": .*\n", ""));
        assertThat(CertificateReader.read(file, new Findings()).orElseThrow().conditions())
                .isEmpty();
    }

    @Test
    void aCertificateOfACaptureThatNothingDamagedSaysNothingOfDamage() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(20, 5).withCertificate(), directory);
        Path file = directory.resolve(CertificateWriter.FILE_NAME);
        assertThat(Files.readString(file)).doesNotContain("damage");
        assertThat(CertificateReader.read(file, new Findings()).orElseThrow().damage())
                .isEmpty();
    }

    @Test
    void booksThatDoNotBalanceAreUntrusted() {
        LaneLedger lost = new LaneLedger(3, 10, 9, 0, Map.of(), 0);
        LaneLedger negative = new LaneLedger(3, 9, 10, 0, Map.of("late", -1L), 0);
        for (LaneLedger lane : List.of(lost, negative)) {
            Verdict verdict = CertificateVerifier.judge(List.of(new ChannelLedger("args", "records", List.of(lane))));
            assertThat(verdict.kind()).isEqualTo(Kind.UNTRUSTED);
            assertThat(verdict.reason()).contains("args records lane 3");
        }
    }

    @Test
    void anUntouchedCaptureIsCompleteAndEveryTouchIsSeen() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(200, 5).withArgsDump().withCertificate(), directory);
        assertThat(verdict().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(verdict().basis()).isEqualTo(Verdict.Basis.CERTIFICATE);

        Path deps = directory.resolve("deps.json");
        byte[] good = Files.readAllBytes(deps);
        byte[] flipped = good.clone();
        flipped[good.length / 2] ^= 1;
        Files.write(deps, flipped);
        assertThat(verdict().reason()).isEqualTo("deps.json was changed after the capture");
        StoredCapture capture = StoredCapture.open(directory);
        assertThat(capture.verdict(Set.of(SwimlaneChannel.CHANNEL)).kind()).isEqualTo(Kind.COMPLETE);
        Files.write(deps, " ".getBytes(StandardCharsets.US_ASCII), StandardOpenOption.APPEND);
        assertThat(verdict().reason()).contains("deps.json has");
        Files.delete(deps);
        assertThat(verdict().reason()).isEqualTo("deps.json is missing");
        Files.write(deps, good);
        assertThat(verdict().kind()).isEqualTo(Kind.COMPLETE);
        Files.writeString(directory.resolve("pmu.csv"), "x");
        assertThat(verdict().reason()).isEqualTo("pmu.csv is not covered by the certificate");
    }

    /** Digests prove that a file is the one written, not that its rows can be. */
    @Test
    void rowsStampedOutsideTheRunAreGapsUnderAGoodSeal() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(50, 5).withCertificate(), directory);
        Path records = directory.resolve("chip_swimlane_records.json");
        Path file = directory.resolve(CertificateWriter.FILE_NAME);
        Certificate before = CertificateReader.read(file, new Findings()).orElseThrow();
        String old = CertificateWriter.digest(directory, records).sha256();
        long oldBytes = Files.size(records);
        Files.writeString(
                records,
                Files.readString(records)
                        .replaceFirst(
                                "(\\[\\d+, \\d+, \\d+, \\d+), \\d+, (\\d+\\])", "$1, " + Long.MAX_VALUE + ", $2"));
        String seal = Files.readString(file)
                .replace(old, CertificateWriter.digest(directory, records).sha256())
                .replace(": " + oldBytes, ": " + Files.size(records));
        Files.writeString(file, seal);
        assertThat(before.verdict().kind()).isEqualTo(Kind.COMPLETE);
        StoredCapture capture = StoredCapture.open(directory);
        capture.swimlane();
        assertThat(capture.verdict().kind()).isEqualTo(Kind.GAPS);
        assertThat(capture.verdict().reason()).contains("1 of ", "AICore rows set aside");
    }

    /** Who takes books, flags or a file away takes the word COMPLETE with them. */
    @Test
    void flagsBooksAndFilesMustAgree() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(60, 5).withArgsDump().withCertificate(), directory);
        Certificate good = CertificateReader.read(directory.resolve(CertificateWriter.FILE_NAME), new Findings())
                .orElseThrow();
        for (ChannelLedger removed : good.channels()) {
            List<ChannelLedger> rest =
                    good.channels().stream().filter(it -> !it.equals(removed)).toList();
            altered(good, good.origin().flags(), 4, rest, good.digests());
            assertThat(verdict().kind()).as(removed.toString()).isEqualTo(Kind.UNTRUSTED);
            assertThat(verdict().reason())
                    .contains("the certificate has no books of it")
                    .containsAnyOf(removed.channel(), removed.stream());
            for (Channel channel : ChannelCatalog.all()) { // whichever of them a command reads
                Verdict part = StoredCapture.open(directory).verdict(Set.of(channel));
                assertThat(part.kind()).isEqualTo(Kind.UNTRUSTED);
            }
        }
        List<Certificate.FileDigest> withLeftover = new ArrayList<>(good.digests());
        withLeftover.add(new Certificate.FileDigest("certificate.json.tmp", 9, "00"));
        altered(good, good.origin().flags(), 4, good.channels(), withLeftover);
        assertThat(verdict().kind()).as("written by an earlier version").isEqualTo(Kind.COMPLETE);
        altered(good, good.origin().flags(), 4, List.of(), good.digests());
        assertThat(verdict().reason()).contains("swimlane was recorded", "no books");
        altered(good, 0, 0, List.of(), good.digests());
        assertThat(verdict().reason()).contains("is there", "says that swimlane was not recorded");
        long noArgs = good.origin().flags() & ~DfxFeature.DUMP_ARGS_ENABLE.mask();
        altered(good, noArgs, 4, good.channels(), good.digests());
        assertThat(verdict().reason())
                .isEqualTo("the certificate has books of args, and says that it was not recorded");
        altered(good, good.origin().flags(), 3, good.channels(), good.digests());
        assertThat(verdict().reason()).contains("level 3", "its flags say 4");
        altered(good, 1L << 40, 4, good.channels(), good.digests());
        assertThat(verdict().reason()).contains("flags that are not known here: 0x10000000000");
        List<Certificate.FileDigest> others = good.digests().stream()
                .filter(it -> !it.path().equals("deps.json"))
                .toList();
        altered(good, good.origin().flags(), 4, good.channels(), others);
        assertThat(verdict().reason()).isEqualTo("deps.json is not covered by the certificate");
        Files.delete(directory.resolve("deps.json"));
        assertThat(verdict().reason())
                .startsWith("the books of deps have ")
                .endsWith("records, and there is no file of them");
    }

    /** What says how a run ended, or what its kernels are called, is part of the evidence. */
    @Test
    void aReportThatWasAddedLaterIsNotCovered() throws IOException {
        for (String added : List.of("hang.txt", "hang.json", "run.json", "name_map_x.json")) {
            Path capture = directory.resolve(added);
            CaptureGenerator.generate(GeneratorOptions.of(20, 5).withCertificate(), capture);
            Files.writeString(capture.resolve(added), "{}");
            assertThat(StoredCapture.open(capture).verdict().reason())
                    .isEqualTo(added + " is not covered by the certificate");
        }
    }

    private void altered(
            Certificate good, long flags, int level, List<ChannelLedger> channels, List<Certificate.FileDigest> digests)
            throws IOException {
        Certificate.Origin origin = good.origin();
        CertificateWriter.write(
                directory,
                new Certificate(
                        new Certificate.Origin(
                                origin.version(),
                                origin.platform(),
                                origin.runtime(),
                                origin.caseName(),
                                origin.host(),
                                level,
                                flags,
                                origin.createdAt()),
                        good.ending(),
                        channels,
                        good.clocks(),
                        good.freezes(),
                        good.damage(),
                        digests,
                        good.verdict(),
                        Optional.empty()));
    }

    @Test
    void aCertificateThatCannotBeReadMakesTheCaptureUntrusted() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(50, 5).withCertificate(), directory);
        Path file = directory.resolve(CertificateWriter.FILE_NAME);
        String text = Files.readString(file);
        for (String broken : List.of(
                text.substring(0, text.length() / 2),
                text.replace("\"certificate_version\": 1", "\"certificate_version\": 9"),
                text.replace("\"delivered\"", "\"received\""),
                text.replaceFirst("\"unaccounted\": 0", "\"unaccounted\": 1"),
                text.replace("COMPLETE", "FINE"))) {
            Files.writeString(file, broken);
            assertThat(verdict().kind()).isEqualTo(Kind.UNTRUSTED);
            assertThat(verdict().reason()).isEqualTo("its certificate cannot be read");
        }
        Files.writeString(file, text.replace("\"path\": \"deps.json\"", "\"path\": \"../deps.json\""));
        assertThat(verdict().kind()).isEqualTo(Kind.UNTRUSTED);
        assertThat(verdict().reason()).contains("outside the capture");
    }

    private Verdict verdict() throws IOException {
        return StoredCapture.open(directory).verdict();
    }
}
