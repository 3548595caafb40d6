package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.runtime.sites.ScopeSiteAgent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The places of scopes with the agent, in processes as a person starts them. */
@Timeout(120)
class ScopeSitesRunTest {
    /** Who looks at the stack; a JVM in which nobody has looked has not loaded it. */
    private static final String LOOKS_AT_THE_STACK = "io.tidemark.runtime.recording.ScopeCallers ";

    @TempDir
    Path directory;

    /** A jar that names the agent, which is on the class path. */
    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ScopeSiteAgent.class.getName());
        Path jar = directory.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private List<String> loadedClasses(Path logs) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.toList()) {
                texts.add(Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void withTheAgentNobodyLooksAtTheStackAndThePlacesAreTheSame() throws Exception {
        String agent = "-javaagent:" + agent();
        String looked = sitesOf("looked", 1, true, List.of());
        String constant = sitesOf("constant", 1, false, List.of(agent));
        String isolated = sitesOf("isolated", 2, false, List.of(agent), "--isolate");
        assertThat(looked).containsPattern("\"site\": \"AttentionGraph\\.java:[1-9][0-9]*\"");
        assertThat(constant).isEqualTo(looked);
        assertThat(isolated).isEqualTo(looked);
    }

    /** The sites of a run, line by line, after a look at what its processes have loaded. */
    private String sitesOf(String name, int processes, boolean looks, List<String> flags, String... words)
            throws Exception {
        Path logs = Files.createDirectory(directory.resolve(name + "-logs"));
        Path capture = directory.resolve(name);
        List<String> jvm = new ArrayList<>(flags);
        jvm.add("-Xlog:class+load:file=" + logs.resolve("%p.log"));
        List<String> line = new ArrayList<>(List.of("run", "paged-attention:varseq4", "--scope-stats", "--capture"));
        line.add(capture.toString());
        line.addAll(List.of(words));
        ChildRun run = ChildRun.of(directory.resolve(name + ".log"), jvm, line.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.OK);
        List<String> loaded = loadedClasses(logs);
        assertThat(loaded).hasSize(processes);
        assertThat(loaded.stream().anyMatch(text -> text.contains(LOOKS_AT_THE_STACK)))
                .isEqualTo(looks);
        return Files.readString(capture.resolve("scope_stats/scope_stats.jsonl"))
                .lines()
                .skip(1)
                .map(sample -> sample.replaceAll("(\"phase\": \"[a-z]*\").*", "$1"))
                .reduce("", (text, sample) -> text + sample + "\n");
    }
}
