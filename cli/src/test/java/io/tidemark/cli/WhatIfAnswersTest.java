package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.cli.whatif.WhatIfAnswers;
import io.tidemark.viewer.http.WhatIfSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The viewer's page gets what the command prints. */
class WhatIfAnswersTest {
    @TempDir
    private static Path folder;

    private static CaptureDirectory capture;

    @BeforeAll
    static void record() throws IOException {
        capture = recorded("capture", "--chip-swimlane", "--dep-gen");
    }

    private static CaptureDirectory recorded(String name, String... options) throws IOException {
        Path place = folder.resolve(name);
        List<String> words = new ArrayList<>(List.of("run", "paged-attention:varseq4"));
        words.addAll(List.of("--time=virtual", "--capture=" + place));
        words.addAll(List.of(options));
        Command run = Command.run(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return CaptureFinder.at(place);
    }

    @Test
    void answersAreThoseOfTheCommand() throws Exception {
        WhatIfSource.Replayed asked = new WhatIfAnswers().open(capture, () -> false);
        List<String> changes = List.of("submit=0.5x", "kernel=softmax=2us", "clusters=3");
        Map<String, Object> command = command("--submit=0.5x", "--kernel=softmax=2us", "--clusters=3");
        Map<String, Object> number = tree(asked.predict(changes, () -> false));
        Map<String, Object> whole = tree(asked.draw(changes, Files.createDirectory(folder.resolve("p")), () -> false));
        assertThat(number)
                .isNotEmpty()
                .allSatisfy((name, value) -> assertThat(value).isEqualTo(command.get(name)));
        assertThat(whole).containsKeys("binds", "critical_path_percent");
        assertThat(whole).allSatisfy((name, value) -> assertThat(value).isEqualTo(command.get(name)));
        assertThat(tree(asked.best(changes, () -> false)).get("best"))
                .isEqualTo(command("--submit=0.5x", "--kernel=softmax=2us", "--clusters=3", "--best")
                        .get("best"));
        assertThat(tree(asked.controls())).containsKeys("capture", "machine", "kernels", "rings");
    }

    @Test
    void aWithdrawnQuestionEnds() throws Exception {
        WhatIfSource.Replayed asked = new WhatIfAnswers().open(capture, () -> false);
        assertThatThrownBy(() -> asked.predict(List.of("clusters=3"), () -> true))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> asked.best(List.of(), () -> true)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> new WhatIfAnswers().open(capture, () -> true))
                .isInstanceOf(CancellationException.class);
        assertThat(asked.predict(List.of("clusters=3"), () -> false)).contains("clusters 3");
    }

    @Test
    void refusalsAreThoseOfTheCommandAndNoFileIsRead() throws Exception {
        WhatIfSource.Replayed asked = new WhatIfAnswers().open(capture, () -> false);
        Path secret = Files.writeString(folder.resolve("secret"), "--clusters=3");
        assertThatThrownBy(() -> asked.predict(List.of("@" + secret), () -> false))
                .isInstanceOf(WhatIfSource.RefusedException.class)
                .hasMessageContaining("Unknown option");
        for (String change : List.of("clusters=99", "kernel=none=0.5x", "ring-task-window=7")) {
            String said = Command.run("whatif", capture.root().toString(), "--" + change)
                    .err();
            assertThatThrownBy(() -> asked.predict(List.of(change), () -> false))
                    .isInstanceOf(WhatIfSource.RefusedException.class)
                    .satisfies(refused -> assertThat(said).contains(refused.getMessage()));
        }
        CaptureDirectory graphless = recorded("graphless", "--chip-swimlane");
        String said = Command.run("whatif", graphless.root().toString()).err();
        assertThatThrownBy(() -> new WhatIfAnswers().open(graphless, () -> false))
                .isInstanceOf(WhatIfSource.RefusedException.class)
                .satisfies(refused -> assertThat(said).contains(refused.getMessage()));
        CaptureDirectory runless = recorded("runless", "--dep-gen");
        assertThatThrownBy(() -> new WhatIfAnswers().open(runless, () -> false))
                .hasMessageContaining("no swimlane records");
    }

    /** As after 'tidemark export --format simpler': the model is there, the certificate is not. */
    @Test
    void aRunInVirtualTimeIsAnsweredWithoutItsCertificate() throws IOException {
        CaptureDirectory uncertified = recorded("uncertified", "--chip-swimlane", "--dep-gen");
        Files.delete(uncertified.root().resolve("certificate.json"));
        Command answer = Command.run("whatif", uncertified.root().toString(), "--json");
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("\"replay_error_percent\": 0.0", "\"profile\": \"a2a3\"");
    }

    /** Each of the best changes goes on from what is different already. */
    @Test
    void theBestGoOnFromTheChanges() throws IOException {
        List<?> best = (List<?>) command("--clusters=3", "--kernel=softmax=0.5x", "--submit=0.8x", "--best")
                .get("best");
        assertThat(best.stream().map(each -> (String) ((Map<?, ?>) each).get("option")))
                .contains("--clusters=4", "--kernel=softmax=0.45x", "--submit=0.72x");
        for (Object each : best) {
            Map<?, ?> change = (Map<?, ?>) each;
            if (change.get("option").equals("--kernel=softmax=0.45x")) {
                assertThat(command("--clusters=3", "--kernel=softmax=0.45x", "--submit=0.8x")
                                .get("predicted_makespan_us"))
                        .isEqualTo(change.get("predicted_makespan_us"));
            }
        }
    }

    @SuppressWarnings("unchecked") // of the only capture
    private static Map<String, Object> command(String... options) throws IOException {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("whatif", capture.root().toString(), "--json"));
        words.addAll(List.of(options));
        Command answer = Command.run(words.toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return (Map<String, Object>) ((List<?>) tree(answer.out()).get("captures")).getFirst();
    }

    private static Map<String, Object> tree(String json) throws IOException {
        Path file = Files.createTempFile(folder, "answer", ".json");
        Files.writeString(file, json);
        return JsonTree.read(file, new Findings()).orElseThrow();
    }
}
