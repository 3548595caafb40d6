package io.tidemark.checks.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.catalog.RecordCatalog;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.directory.ArtifactFiles;
import io.tidemark.capture.finding.Findings;
import io.tidemark.cli.Tidemark;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.Recovery;
import io.tidemark.recording.plan.ChannelKit;
import io.tidemark.recording.plan.ChannelKits;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fails when a channel of the catalog is missing anywhere: its kit, its classes, its flag, its
 * option, its page, its part of a capture, of a recovery and of what people see.
 */
class EveryChannelTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    Path directory;

    @Test
    void eachHasItsOwnCodeWordFlagAndFiles() {
        List<Channel> all = ChannelCatalog.all();
        assertThat(all).extracting(Channel::code).doesNotHaveDuplicates().isSorted();
        assertThat(all).extracting(Channel::word).doesNotHaveDuplicates();
        assertThat(all).extracting(Channel::flag).doesNotHaveDuplicates();
        assertThat(all).flatExtracting(Channel::artifacts).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(it -> assertThat(it.artifacts()).isNotEmpty());
        assertThat(all).noneMatch(Channel::isPrivate);
        for (DfxFeature feature : DfxFeature.values()) {
            DfxFlags on = DfxFlags.of(feature);
            assertThat(all.stream().filter(on::records)).as(feature.label()).hasSize(1);
        }
    }

    @Test
    void eachHasAKitAndNoOtherHasOne() {
        assertThat(ChannelKits.STANDARD)
                .extracting(ChannelKit::channel)
                .containsExactlyInAnyOrderElementsOf(ChannelCatalog.all());
    }

    @Test
    void theRecordsOfEachStreamAreInTheCatalogOfRecords() {
        for (Channel channel : ChannelCatalog.all()) {
            assertThat(channel.streams()).extracting(ChannelStream::label).doesNotHaveDuplicates();
            for (ChannelStream stream : channel.streams()) {
                assertThat(RecordCatalog.ofId(stream.record().id())).contains(stream.record());
            }
        }
        assertThat(RecordCatalog.all()).extracting(RecordLayout::id).doesNotHaveDuplicates();
    }

    /** One stem per channel and one suffix per role, in the package of its word. */
    @Test
    void theClassesOfEachHaveTheNamesOfTheirRoles() {
        List<String> missing = new ArrayList<>();
        for (Channel channel : ChannelCatalog.all()) {
            String word = channel.word();
            String stem = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            for (String role : List.of(
                    "abi.%s.%sChannel",
                    "abi.%s.%sStream", "collector.%s.%sPools", "collector.%s.%sSink", "capture.%s.%sWriter")) {
                requireClass("io.tidemark." + role.formatted(word, stem), missing);
            }
            requireReader("io.tidemark.capture." + word, stem + "Reader", missing);
            if (Files.notExists(ROOT.resolve("probe/src/main/java/io/tidemark/probe/%s".formatted(word)))) {
                missing.add("io.tidemark.probe." + word);
            }
        }
        assertThat(missing).isEmpty();
    }

    private static void requireClass(String name, List<String> missing) {
        if (!exists(name)) {
            missing.add(name);
        }
    }

    /** Beside the tables, or in a package of its own where several eras are read. */
    private static void requireReader(String place, String name, List<String> missing) {
        if (!exists(place + ".read." + name)) {
            requireClass(place + "." + name, missing);
        }
    }

    private static boolean exists(String name) {
        try {
            Class.forName(name, false, EveryChannelTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    @Test
    void eachHasAPageAndAnOptionOfTheCommand() throws IOException {
        StringWriter help = new StringWriter();
        Tidemark.execute(new PrintWriter(help), new PrintWriter(new StringWriter()), "help", "run");
        for (Channel channel : ChannelCatalog.all()) {
            assertThat(ROOT.resolve("docs/channels/" + channel.word() + ".md")).isRegularFile();
            assertThat(help.toString()).contains(channel.option().orElseThrow());
        }
        assertThat(Files.readString(ROOT.resolve("docs/architecture.md")))
                .contains(ChannelCatalog.all().stream()
                        .map(channel -> "`" + channel.word() + "`")
                        .toList());
    }

    @Test
    void eachIsInACaptureWithItsBooksAndItsFiles() throws IOException {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        RecordingPlan plan = plan("recorded", vector);
        try (Recorder recorder = Recorder.open(plan)) {
            recorder.record(new Program(vector.title(), vector.orchestration(), vector.hostTensors(), List.of()));
            assertThat(recorder.seal().verdict().line()).isEqualTo("COMPLETE");
        }
        assertEachIsThere(plan.capture());
        assertEachIsTold(plan.capture());
    }

    @Test
    void eachIsRecovered() throws IOException {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        RecordingPlan plan = plan("recovered", vector);
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.open(plan.config())) {
            worker.run(vector.orchestration(), vector.hostTensors(), plan.call(), recording.start(worker.chip()));
        } // the host dies here
        Recovery.finish(plan.capture());
        assertEachIsThere(plan.capture());
    }

    private RecordingPlan plan(String name, WorkloadCase vector) {
        return RecordingPlan.into(directory.resolve(name))
                .config(RuntimeConfig.builder()
                        .clusters(2)
                        .memoryBytes(vector.memoryBytes())
                        .build())
                .call(CallConfig.builder().flags(new DfxFlags(DfxFlags.KNOWN)).build())
                .regionDirectory(directory)
                .build();
    }

    private static void assertEachIsThere(Path capture) throws IOException {
        Certificate certificate = CertificateReader.read(capture.resolve(CertificateWriter.FILE_NAME), new Findings())
                .orElseThrow();
        StoredCapture stored = StoredCapture.open(capture);
        assertThat(new ArtifactFiles(stored.directory()).byChannel().keySet())
                .containsExactlyInAnyOrderElementsOf(ChannelCatalog.all());
        for (Channel channel : ChannelCatalog.all()) {
            Set<String> booked = certificate.channels().stream()
                    .filter(books -> books.channel().equals(channel.word()))
                    .filter(books -> books.present() > 0)
                    .map(ChannelLedger::stream)
                    .collect(Collectors.toSet());
            assertThat(booked).as(channel.word()).isNotEmpty();
            Set<String> labels = new HashSet<>();
            channel.streams().forEach(stream -> labels.add(stream.label()));
            assertThat(labels).containsAll(booked);
            for (String artifact : channel.artifacts()) {
                assertThat(certificate.digests())
                        .anyMatch(digest -> digest.path().equals(artifact));
            }
        }
        assertThat(stored.verdict().line()).isEqualTo("COMPLETE");
    }

    /** What {@code verify} prints for people and for programs. */
    private static void assertEachIsTold(Path capture) {
        StringWriter text = new StringWriter();
        int exitCode = Tidemark.execute(
                new PrintWriter(text), new PrintWriter(new StringWriter()), "verify", capture.toString());
        assertThat(exitCode).as(text.toString()).isZero();
        for (Channel channel : ChannelCatalog.all()) {
            assertThat(text.toString()).contains(channel.word());
        }
    }
}
