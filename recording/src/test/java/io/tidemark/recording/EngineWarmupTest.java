package io.tidemark.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Verdict.Kind;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A warm-up leaves nothing in the capture but a word that it was done. */
class EngineWarmupTest {
    private static final Kernel NOOP = Kernel.aiv(3, "noop", context -> {});

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void onlyTheProgramIsRecordedAndTheConditionsSayWhatWentBefore(RuntimeKind runtime)
            throws IOException {
        Path place = directory.resolve("capture");
        RecordingPlan plan =
                RecordingPlan.into(place)
                        .config(RuntimeConfig.builder().runtime(runtime).clusters(2).build())
                        .call(CallConfig.builder().chipSwimlaneLevel(4).build())
                        .build();
        List<Path> before = temporary();
        int warmed;
        try (Recorder recorder = Recorder.open(plan)) {
            warmed = recorder.warmUp();
            recorder.record(
                    new Program(
                            "five",
                            graph -> {
                                for (int i = 0; i < 5; i++) {
                                    graph.task(NOOP).submit();
                                }
                            },
                            List.of(),
                            List.of(NOOP)));
            assertThat(recorder.seal().verdict().kind()).isEqualTo(Kind.COMPLETE);
        }
        assertThat(warmed).isPositive();
        Capture capture = StoredCapture.open(place);
        Conditions conditions = capture.certificate().orElseThrow().conditions().orElseThrow();
        assertThat(conditions.warmUpTasks()).isEqualTo(warmed);
        assertThat(conditions.words()).contains("behind a warm-up of " + warmed + " empty tasks");
        assertThat(capture.model().runs().size()).isEqualTo(5);
        assertThat(temporary()).as("what the warm-up left").isEqualTo(before);
    }

    private static List<Path> temporary() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("tidemark-warm"))
                    .sorted()
                    .toList();
        }
    }
}
