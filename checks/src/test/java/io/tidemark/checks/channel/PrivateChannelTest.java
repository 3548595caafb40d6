package io.tidemark.checks.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.Recovery;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A channel that a program brings is recorded, certified, verified and recovered as ours are. */
class PrivateChannelTest {
    @TempDir
    Path directory;

    private final WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);

    private RecordingPlan plan(String name, RuntimeKind runtime, DfxFlags others) {
        return RecordingPlan.into(directory.resolve(name))
                .config(RuntimeConfig.builder()
                        .clusters(2)
                        .runtime(runtime)
                        .memoryBytes(vector.memoryBytes())
                        .build())
                .call(CallConfig.builder()
                        .flags(others.with(NoteChannel.CHANNEL))
                        .build())
                .channel(NoteChannel.KIT)
                .regionDirectory(directory)
                .build();
    }

    private Program program() {
        return new Program(vector.title(), vector.orchestration(), vector.hostTensors(), List.of());
    }

    /** Alone, and beside the channels whose probes share a thread with it. */
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void itsBooksAndFilesAreInTheCertificateAndAreVerified(RuntimeKind runtime) throws IOException {
        for (DfxFlags others : List.of(DfxFlags.NONE, DfxFlags.ofSwimlaneLevel(4))) {
            RecordingPlan plan = plan(runtime + "-" + others.bits(), runtime, others);
            long submits;
            try (Recorder recorder = Recorder.open(plan)) {
                RunResult result = recorder.record(program());
                submits = result.submitted();
                assertThat(recorder.seal().verdict().line()).isEqualTo("COMPLETE");
            }
            ChannelLedger books = note(plan.capture());
            assertThat(books.stream()).isEqualTo("submit_note");
            assertThat(books.present()).isEqualTo(submits).isPositive();
            assertThat(Files.readAllLines(plan.capture().resolve(NoteChannel.FILE)))
                    .hasSize((int) submits + 1);
            assertThat(verdict(plan.capture()).line()).isEqualTo("COMPLETE");

            Path file = plan.capture().resolve(NoteChannel.FILE);
            Files.writeString(file, Files.readString(file).replaceFirst("0", "1"));
            assertThat(verdict(plan.capture()).reason()).isEqualTo("notes.csv was changed after the capture");
        }
    }

    @Test
    void withoutItsBooksTheCaptureIsNotTrusted() throws IOException {
        RecordingPlan plan = plan("books", RuntimeKind.TMR, DfxFlags.ofSwimlaneLevel(1));
        try (Recorder recorder = Recorder.open(plan)) {
            recorder.record(program());
            recorder.seal();
        }
        Path file = plan.capture().resolve(CertificateWriter.FILE_NAME);
        String certificate = Files.readString(file);
        Files.writeString(file, certificate.replace("\"channel\": \"note\"", "\"channel\": \"swimlane\""));
        assertThat(Files.readString(file)).isNotEqualTo(certificate);
        assertThat(verdict(plan.capture()).reason())
                .isEqualTo("the flags say that a private channel was recorded, and the certificate"
                        + " has no books of it");
    }

    @Test
    void itDoesWhatItDeclaresWhenItIsFullUnlessThePlanSaysOtherwise() throws IOException {
        RecordingPlan plan = plan("full", RuntimeKind.TMR, DfxFlags.ofSwimlaneLevel(1));
        try (Recording recording = Recording.open(plan)) {
            assertThat(recording.region().streams())
                    .extracting(stream -> stream.onFull())
                    .containsExactly(OnFull.BLOCK, OnFull.DROP);
        }
    }

    @Test
    void onlyAProgramThatKnowsItRecoversIt() throws IOException {
        RecordingPlan plan = plan("dead", RuntimeKind.TMR, DfxFlags.ofSwimlaneLevel(2));
        RunResult result;
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.open(plan.config())) {
            result = worker.run(
                    vector.orchestration(), vector.hostTensors(), plan.call(), recording.start(worker.chip()));
        } // the host dies here: nothing is exported
        assertThatThrownBy(() -> Recovery.finish(plan.capture()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has records of a channel with code 16385, which is not known here;"
                        + " recover it with the program that recorded it");
        assertThat(plan.capture().resolve("spool")).exists();

        assertThat(Recovery.finish(plan.capture(), plan.kits())).isPresent();
        assertThat(note(plan.capture()).present()).isEqualTo(result.submitted());
        assertThat(verdict(plan.capture()).line()).isEqualTo("COMPLETE");
        assertThat(plan.capture().resolve("spool")).doesNotExist();
    }

    @Test
    void aChannelWithTheCodeOfAnotherIsRefused() {
        RecordingPlan.Builder plan = RecordingPlan.into(directory).channel(NoteChannel.KIT);
        assertThatThrownBy(() -> plan.channel(NoteChannel.KIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("code=16385 is a channel of the plan already");
    }

    @Test
    void flagsOfAChannelThatThePlanDoesNotHaveAreRefused() {
        RecordingPlan.Builder plan = RecordingPlan.into(directory)
                .call(CallConfig.builder()
                        .flags(DfxFlags.NONE.with(NoteChannel.CHANNEL))
                        .build());
        assertThatThrownBy(plan::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "flags=private_60 ask for bits 0x1000000000000000, which no channel of the" + " plan records");
    }

    private static Verdict verdict(Path capture) throws IOException {
        return StoredCapture.open(capture).verdict();
    }

    private static ChannelLedger note(Path capture) {
        Certificate certificate = CertificateReader.read(capture.resolve(CertificateWriter.FILE_NAME), new Findings())
                .orElseThrow();
        return certificate.channels().stream()
                .filter(books -> books.channel().equals("note"))
                .findFirst()
                .orElseThrow();
    }
}
