package io.tidemark.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.file.FileClaim;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A warm-up leaves nothing in the capture but a word that it was done, and nothing elsewhere. */
class EngineWarmupTest {
    private static final Kernel NOOP = Kernel.aiv(3, "noop", context -> {});

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void onlyTheProgramIsRecordedAndTheConditionsSayWhatWentBefore(RuntimeKind runtime) throws IOException {
        Path place = directory.resolve("capture");
        Path regions = Files.createDirectory(directory.resolve("regions"));
        Path dead = Files.createDirectory(regions.resolve("tidemark-warm-up-1"));
        Files.writeString(dead.resolve("left.region"), "x");
        Files.createFile(dead.resolve("lock"));
        Path living = Files.createDirectory(regions.resolve("tidemark-warm-up-2"));
        FileClaim claim = FileClaim.take(living.resolve("lock")).orElseThrow();
        RecordingPlan plan = RecordingPlan.into(place)
                .config(RuntimeConfig.builder().runtime(runtime).clusters(2).build())
                .call(CallConfig.builder()
                        .chipSwimlaneLevel(4)
                        .taskWindow(8) // too small for the warm-up
                        .build())
                .regionDirectory(regions)
                .build();
        int warmed;
        try (Recorder recorder = Recorder.open(plan)) {
            warmed = recorder.warmUp();
            recorder.record(new Program(
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
        assertThat(warmed).isGreaterThan(8);
        Capture capture = StoredCapture.open(place);
        Conditions conditions = capture.certificate().orElseThrow().conditions().orElseThrow();
        assertThat(conditions.warmUpTasks()).isEqualTo(warmed);
        assertThat(conditions.words()).contains("behind a warm-up of " + warmed + " empty tasks");
        assertThat(capture.model().runs().size()).isEqualTo(5);
        assertThat(regions).as("what a warm-up left that died").isDirectoryNotContaining(dead::equals);
        claim.close();
        assertThat(Files.list(regions)).as("what one has that lives").containsExactly(living);
    }
}
