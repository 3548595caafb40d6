package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that read captures, as a person calls them. */
class CaptureCommandsTest {
    @TempDir
    private Path directory;

    private Path capture;

    /** What a command left behind. */
    private record Outcome(int exitCode, String out, String err) {}

    @BeforeEach
    void generate() throws IOException {
        capture = directory.resolve("run");
        CaptureGenerator.generate(
                GeneratorOptions.of(300, 7).withArgsDump().withHostileNames().withCertificate(), capture);
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "deps", "scopes", "dump", "verify"})
    void theVerdictComesFirstAndAWholeCaptureExitsZero(String command) {
        Outcome outcome = run(command, capture.toString());
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.exitCode).isEqualTo(ExitCode.OK);
        assertThat(outcome.out).startsWith("COMPLETE");
        assertThat(outcome.out).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "deps", "scopes", "dump", "verify"})
    void programsGetOneDocumentWithTheVerdictInside(String command) throws IOException {
        Outcome outcome = run(command, capture.toString(), "--json");
        Map<String, Object> first = only(outcome.out);
        assertThat((Map<?, ?>) first.get("verdict")).extracting("kind").isEqualTo("COMPLETE");
        assertThat(outcome.exitCode).isEqualTo(ExitCode.OK);
    }

    @Test
    void aChangedFileMakesTheCaptureUntrustedAndExitsThree() throws IOException {
        Path scopes = capture.resolve("scope_stats/scope_stats.jsonl");
        Files.writeString(scopes, Files.readString(scopes).replace("\"total\": ", "\"total\":  "));
        Outcome verify = run("verify", capture.toString());
        assertThat(verify.exitCode).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(verify.out).startsWith("UNTRUSTED").contains("scope_stats.jsonl");
        assertThat(run("scopes", capture.toString()).exitCode).isEqualTo(ExitCode.INCOMPLETE);
        // a command that does not use that file is not concerned
        assertThat(run("deps", capture.toString()).exitCode).isEqualTo(ExitCode.OK);
    }

    @Test
    void aCutPayloadIsSaidAndTheRestIsShown() throws IOException {
        Files.delete(capture.resolve("certificate.json"));
        Path payload = capture.resolve("args_dump/args.bin");
        byte[] whole = Files.readAllBytes(payload);
        Files.write(payload, Arrays.copyOf(whole, whole.length / 2));
        Outcome outcome = run("dump", capture.toString());
        assertThat(outcome.exitCode).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.out).contains("lost: index ").contains("gone: the file ends before");
    }

    @Test
    void everyRankBelowADirectoryIsAnalysed() throws IOException {
        CaptureGenerator.generate(20, 8, directory.resolve("ranks/rank0"));
        CaptureGenerator.generate(30, 9, directory.resolve("ranks/rank1"));
        Outcome outcome = run("deps", directory.resolve("ranks").toString());
        assertThat(outcome.out).contains("capture: rank0\nCOMPLETE").contains("capture: rank1\n");
        assertThat(outcome.exitCode).isEqualTo(ExitCode.OK);
    }

    @Test
    void whatIsMissingIsOneSentence() {
        Outcome pmu = run("pmu", capture.toString());
        assertThat(pmu.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(pmu.err)
                .isEqualTo("tidemark: %s holds no counters (pmu.csv); record them with --pmu.\n".formatted(capture));
        Outcome task = run("dump", capture.toString(), "--task", "seven");
        assertThat(task.exitCode).isEqualTo(ExitCode.USAGE);
        assertThat(task.err).hasLineCount(1).contains("'seven' is no task");
        assertThat(run("dump", capture.toString(), "--index", "1000000").err).hasLineCount(1);
        assertThat(run("dump", capture.toString(), "--arg", "77").err).contains("no argument matches these filters");
        assertThat(run("deps", capture.toString(), "--edge-mode", "some").exitCode)
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void filesAreWrittenWhole() throws IOException {
        Path export = directory.resolve("export");
        assertThat(run("dump", capture.toString(), "--export", export.toString()).exitCode)
                .isZero();
        try (var files = Files.list(export)) {
            assertThat(files.filter(file -> file.toString().endsWith(".npy"))).isNotEmpty();
        }
        Outcome dot = run("deps", capture.toString(), "--dot");
        assertThat(dot.out).startsWith("digraph tidemark {").endsWith("}\n");
        assertThat(dot.err).startsWith("COMPLETE");
    }

    @Test
    void aDumpEqualsItselfAndDiffersFromAnother() throws IOException {
        assertThat(run("dump", capture.toString(), "--diff", capture.toString()).exitCode)
                .isZero();
        Path other = directory.resolve("other");
        CaptureGenerator.generate(GeneratorOptions.of(300, 7).withArgsDump().withHostileNames(), other);
        Path payload = other.resolve("args_dump/args.bin");
        byte[] bytes = Files.readAllBytes(payload);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(payload, bytes);
        Outcome outcome = run("dump", capture.toString(), "--diff", other.toString());
        assertThat(outcome.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(outcome.out).contains("first difference: task ");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThat(run("dump", capture.toString(), "--diff", empty.toString()).err)
                .contains("empty holds no argument dump to compare with.");
    }

    @Test
    void aLogGivesTimesAndTornMarkersExitThree() throws IOException {
        Path log = directory.resolve("run.log");
        String marker = "[STRACE] v=1 pid=1 tid=1 inv=0 hid=ab depth=0 name=chip.run ts=1000 dur=2500 \n";
        Files.writeString(log, marker);
        Outcome whole = run("timing", log.toString());
        assertThat(whole.exitCode).isEqualTo(ExitCode.OK);
        assertThat(whole.out).startsWith("COMPLETE").contains("2.5");
        Files.writeString(log, marker + "[STRACE] v=1 pid=1 tid=1\n");
        Outcome torn = run("timing", log.toString());
        assertThat(torn.exitCode).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(torn.out).startsWith("GAPS: 1 of 2 markers");
        Files.writeString(log, "nothing\n");
        assertThat(run("timing", log.toString()).exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void racesAreSearchedInTheWholeGraph() throws IOException {
        Map<String, Object> found = only(run("deps", capture.toString(), "--races", "--json").out);
        assertThat(found).containsKeys("races", "accesses", "buffers");
    }

    private Map<String, Object> only(String document) throws IOException {
        Path file = Files.writeString(directory.resolve("out.json"), document);
        Findings findings = new Findings();
        Map<String, Object> top = JsonTree.read(file, findings).orElseThrow();
        List<?> captures = (List<?>) top.get("captures");
        assertThat(captures).hasSize(1);
        @SuppressWarnings("unchecked")
        Map<String, Object> first = (Map<String, Object>) captures.getFirst();
        return first;
    }

    private static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Tidemark.execute(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }
}
