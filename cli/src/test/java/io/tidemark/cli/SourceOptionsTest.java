package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graph and names from elsewhere, with the options of the older tools. */
class SourceOptionsTest {
    @TempDir
    private Path directory;

    private Path capture;
    private Path graph; // taken out of the capture
    private Path names;
    private Path config;

    @BeforeEach
    void makeCapture() throws IOException {
        capture = directory.resolve("made");
        assertThat(Command.run("generate", "--tasks", "400", "-o", capture.toString())
                        .exitCode())
                .isZero();
        graph = Files.move(capture.resolve("deps.json"), directory.resolve("graph.json"));
        StringJoiner mapped = new StringJoiner(", ", "{\"callable_id_to_name\": {", "}}");
        StringJoiner listed = new StringJoiner(",\n", "KERNELS = [", "]\n");
        for (int id = 0; id < 64; id++) {
            mapped.add("\"%d\": \"by_map_%<d\"".formatted(id));
            listed.add("{'func_id': %d, 'name': 'by_config_%<d'}".formatted(id));
        }
        names = Files.writeString(directory.resolve("names.json"), mapped.toString());
        config = Files.writeString(directory.resolve("kernel_config.py"), listed.toString());
    }

    private Command run(String name, Object... options) {
        String[] line = new String[2 + options.length];
        line[0] = name;
        line[1] = capture.toString();
        for (int i = 0; i < options.length; i++) {
            line[2 + i] = options[i].toString();
        }
        return Command.run(line);
    }

    /** The capture with its own graph and the one without that is given it say the same. */
    @ParameterizedTest
    @ValueSource(strings = {"overhead", "critical-path", "summary", "deps"})
    void aGivenGraphCountsAsTheCapturesOwn(String name) throws IOException {
        Command without = run(name);
        Command given = run(name, "--deps-json", graph);
        Files.copy(graph, capture.resolve("deps.json"));
        Command own = run(name);
        assertThat(report(given)).isEqualTo(report(own)).isNotEqualTo(report(without));
        assertThat(given.exitCode()).isEqualTo(own.exitCode());
        assertThat(own.exitCode()).as(own.err()).isZero();
    }

    /** Without the line that lists the files of the capture itself. */
    private static String report(Command command) {
        return command.out().replaceFirst("(?m)^holds: .*\n", "");
    }

    @Test
    void aTraceIsDrawnWithAGivenGraphAndGivenNames() throws IOException {
        Path own = directory.resolve("own.json");
        Path given = directory.resolve("given.json");
        assertThat(run("convert", "--compat", "--deps-json", graph, "-o", given).exitCode())
                .isZero();
        Files.copy(graph, capture.resolve("deps.json"));
        assertThat(run("convert", "--compat", "-o", own).exitCode()).isZero();
        assertThat(given).hasSameTextualContentAs(own);
        assertThat(run("convert", "-k", config, "-o", given).exitCode()).isZero();
        assertThat(Files.readString(given)).contains("by_config");
        assertThat(run("convert", "-k", config, "--func-names", names, "-o", given)
                        .exitCode())
                .isZero();
        assertThat(Files.readString(given)).contains("by_map").doesNotContain("by_config");
    }

    @ParameterizedTest
    @ValueSource(strings = {"critical-path", "summary", "deps"})
    void namesComeFromAMapOrAKernelConfig(String name) {
        assertThat(run(name, "--deps-json", graph, "--func-names", names, "--json")
                        .out())
                .contains("by_map");
        assertThat(run(name, "--deps-json", graph, "--kernel-config", config, "--json")
                        .out())
                .contains("by_config");
    }

    @Test
    void whatIsGivenMustBeThereAndUsable() throws IOException {
        Command missing = run("convert", "--func-names", directory.resolve("none.json"));
        assertThat(missing.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.errorLines())
                .singleElement()
                .asString()
                .contains("--func-names", "none.json does not exist.");
        assertThat(run("overhead", "-k", directory).err()).contains("is not a file.");
        Path broken = Files.writeString(directory.resolve("broken.json"), "no graph");
        Command unusable = run("critical-path", "--deps-json", broken);
        assertThat(unusable.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(unusable.err()).contains("holds no graph that can be read.");
        Path nameless = Files.writeString(directory.resolve("nameless.py"), "X = 1\n");
        for (String[] form : new String[][] {{"-k", nameless + ""}, {"-k", nameless + "", "--json"}}) {
            Command named = run("summary", (Object[]) form);
            assertThat(named.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(named.err()).contains("nameless.py names no kernel.");
            assertThat(named.out()).contains("COMPLETE", "has no list KERNELS").doesNotContain("loss");
        }
        assertThat(Command.run(
                                "generate",
                                "--tasks",
                                "5",
                                "-o",
                                directory.resolve("other").toString())
                        .exitCode())
                .isZero();
        assertThat(Command.run("convert", directory + "", "--deps-json", graph + "")
                        .err())
                .contains("is the graph of one capture, and there are 2 here");
    }
}
