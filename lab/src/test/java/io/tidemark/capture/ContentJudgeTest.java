package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Kind;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a capture without certificate is judged by. */
class ContentJudgeTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void generate() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(60, 9).withArgsDump(), directory);
        assertThat(verdict().kind()).isEqualTo(Kind.COMPLETE);
    }

    @Test
    void everyChannelIsChecked() {
        assertThat(ContentJudge.CHECKS)
                .extracting(ContentCheck::channels)
                .containsAll(ChannelCatalog.set().stream().map(Set::of).toList());
    }

    @Test
    void missingRowsOfEitherSideAreGaps() throws IOException {
        change("chip_swimlane_records.json", text -> text.replaceFirst("\\n    \\[\\d+, \\d+, \\d+, \\d+],", ""));
        assertThat(verdict().reason()).isEqualTo("1 core records without a dispatch");
        change(
                "chip_swimlane_records.json",
                text -> text.replaceFirst("\\n    \\[\\d+, \\d+, \\d+, \\d+, \\d+, \\d+],", ""));
        assertThat(verdict().reason()).isEqualTo("1 submitted tasks that no core recorded");
    }

    @Test
    void blocksThatTheLevelPromisesAreMissed() throws IOException {
        change(
                "chip_swimlane_records.json",
                text -> text.replaceFirst("(?s)\"aicpu_scheduler_phases\": .*\"aicpu_orch", "\"aicpu_orch"));
        assertThat(verdict().reason()).contains("no scheduler phases at level 4");
        change("chip_swimlane_records.json", text -> text.replaceFirst("(?s),\\s*\"aicpu_orch.*", "}"));
        assertThat(verdict().reason()).contains("no orchestrator phases at level 4");
    }

    @Test
    void aJoinKeyThatComesTwiceIsSaidWithItsRow() throws IOException {
        change(
                "chip_swimlane_records.json",
                text -> text.replaceFirst("(\\n    \\[\\d+, \\d+, \\d+, \\d+, \\d+, \\d+],)", "$1$1"));
        assertThat(verdict().kind()).isEqualTo(Kind.GAPS);
        assertThat(verdict().reason())
                .contains("chip_swimlane_records.json at AICore row 0: 1 records share a join key");
    }

    @Test
    void namesThatCannotBeReadAreAGapOfEveryReport() throws IOException {
        Path names = directory.resolve("name_map_generated.json");
        Files.writeString(names, "{\"callable_id_to_name\": {\"0\": \"Q");
        StoredCapture capture = StoredCapture.open(directory);
        Verdict verdict = capture.verdict(Set.of(SwimlaneChannel.CHANNEL));
        assertThat(verdict.kind()).isEqualTo(Kind.GAPS);
        assertThat(verdict.reason())
                .startsWith("name_map_generated.json at byte")
                .endsWith("kernels have no names");
    }

    @Test
    void contradictionsMakeACaptureUntrusted() throws IOException {
        String deps = Files.readString(directory.resolve("deps.json"));
        change(
                "deps.json",
                text -> text.replaceFirst(
                        "\"edges\":\\[",
                        "\"edges\":[{\"pred\":\"1\",\"succ\":\"2\"},{\"pred\":\"2\",\"succ\":\"1\"},"));
        assertThat(verdict().line()).startsWith("UNTRUSTED").contains("dependency cycle of 2 tasks");
        Files.writeString(directory.resolve("deps.json"), deps);
        change(
                "chip_swimlane_records.json",
                text -> text.replace("\"chip_swimlane_level\": 4", "\"chip_swimlane_level\": 9"));
        assertThat(verdict().reason()).contains("level is 9, expected 1 to 4");
    }

    @Test
    void countersOfLossInTheFilesThemselvesAreBelieved() throws IOException {
        change("args_dump/args_dump.json", text -> text.replace("\"dropped_records\": 0", "\"dropped_records\": 7"));
        assertThat(verdict().reason()).isEqualTo("7 arguments dropped");
        change("scope_stats/scope_stats.jsonl", text -> text.replace("\"dropped\": 0", "\"dropped\": 2"));
        assertThat(verdict().reason()).contains("2 scope samples dropped");
        Files.write(directory.resolve("args_dump/args.bin"), new byte[10]);
        assertThat(verdict().reason()).contains("payload file has 10 of");
    }

    private Verdict verdict() throws IOException {
        return StoredCapture.open(directory).verdict();
    }

    private void change(String name, UnaryOperator<String> edit) throws IOException {
        Path file = directory.resolve(name);
        String text = Files.readString(file);
        String edited = edit.apply(text);
        assertThat(edited).isNotEqualTo(text);
        Files.writeString(file, edited);
    }
}
