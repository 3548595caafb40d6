package io.tidemark.checks.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example project built by its own Maven project, and by javac alone, against the jars of this
 * clone, and run by the shipped command: every step a process.
 */
@Timeout(300)
class ExampleProjectTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path LIB = HOME.resolve("cli/target/lib");
    private static final Path LAUNCHER = LIB.resolve("tidemark-launcher.jar");
    private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

    @TempDir
    Path directory;

    private Path project;

    @BeforeEach
    void copyTheExample() throws IOException {
        assumeTrue(Files.exists(LAUNCHER), "the jars are made by 'mvn verify' or by ./tidemark");
        project = copy("mycase");
    }

    private Path copy(String name) throws IOException {
        Path copy = directory.resolve(name);
        Path example = HOME.resolve("examples").resolve(name);
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : files.toList()) {
                Path below = example.relativize(file);
                if (!below.startsWith("target")) {
                    Files.copy(file, copy.resolve(below.toString()));
                }
            }
        }
        return copy;
    }

    /** Threads first, then the chip as a process of its own: the same program started again. */
    @Test
    void aProgramRecordsItsOwnGraphWithTheLibrary() throws Exception {
        Path embedded = copy("embedded");
        // 'verify' would run it, with a plugin that this build does not load
        Output build = run(new BuiltArtifacts(HOME, directory).mvn(embedded, "package"));
        assertThat(build.exitCode()).as(build.text()).isZero();
        Path recorded = directory.resolve("recorded");
        expectRecorded(embedded(embedded, recorded.toString()), recorded);
        Path isolated = directory.resolve("isolated");
        expectRecorded(embedded(embedded, isolated.toString(), "isolated"), isolated);
    }

    private Output embedded(Path built, String... arguments) throws Exception {
        List<String> line = Stream.concat(
                        Stream.of(
                                JDK.resolve("java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                built.resolve("target/classes")
                                        + File.pathSeparator
                                        + tidemark("classpath").text().strip(),
                                "embedded.Embedded"),
                        Stream.of(arguments))
                .toList();
        return run(line.toArray(String[]::new));
    }

    private void expectRecorded(Output program, Path capture) throws Exception {
        assertThat(program.exitCode()).as(program.text()).isZero();
        assertThat(program.text()).contains("The run completed.", "y[5] = 11.0", "COMPLETE", "capture: " + capture);
        Output verified = tidemark("verify", capture.toString());
        assertThat(verified.exitCode()).as(verified.text()).isZero();
        Path page = directory.resolve(capture.getFileName() + "-page");
        Output viewed = tidemark("view", capture.toString(), "--out", page.toString());
        assertThat(viewed.exitCode()).as(viewed.text()).isZero();
        assertThat(tidemark("summary", capture.toString()).text()).contains("double", "add_one", "32 core records");
    }

    @Test
    void itsMavenProjectMakesAJarThatRuns() throws Exception {
        Output build = run(new BuiltArtifacts(HOME, directory).mvn(project, "package"));
        assertThat(build.exitCode()).as(build.text()).isZero();
        expectVerified(project.resolve("target/mycase.jar"));
    }

    @Test
    void javacAndTheClassPathThatTheCommandPrintsAreEnough() throws Exception {
        Output path = tidemark("classpath");
        assertThat(path.exitCode()).as(path.text()).isZero();
        assertThat(path.text().strip().split(File.pathSeparator))
                .allSatisfy(jar -> assertThat(Path.of(jar)).exists())
                .contains(LIB.resolve(BuiltArtifacts.jar(HOME, "workloads")).toString());
        Path classes = directory.resolve("classes");
        Output javac = run(
                JDK.resolve("javac").toString(),
                "-d",
                classes.toString(),
                "--class-path",
                path.text().strip(),
                project.resolve("src/main/java/mycase/LinearLayer.java").toString(),
                project.resolve("src/main/java/mycase/MyCases.java").toString());
        assertThat(javac.exitCode()).as(javac.text()).isZero();
        Path services = Path.of("META-INF/services");
        Files.createDirectories(classes.resolve("META-INF"));
        Files.move(project.resolve("src/main/resources").resolve(services), classes.resolve(services));
        expectVerified(classes);
    }

    private void expectVerified(Path jar) throws Exception {
        Path capture = directory.resolve("capture");
        Output run = tidemark(
                "run",
                "--jar",
                jar.toString(),
                "linear",
                "--chip-swimlane",
                "--dep-gen",
                "--capture",
                capture.toString());
        assertThat(run.exitCode()).as(run.text()).isZero();
        assertThat(run.text()).contains("32 completed of 32 submitted", "verified:", "COMPLETE");
        assertThat(run.text()).contains("bias_relu  aiv       16");
        assertThat(tidemark("verify", capture.toString()).exitCode()).isZero();
    }

    private Output tidemark(String... words) throws Exception {
        List<String> line = Stream.concat(
                        Stream.of(
                                JDK.resolve("java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-jar",
                                LAUNCHER.toString()),
                        Stream.of(words))
                .toList();
        return run(line.toArray(String[]::new));
    }

    private record Output(int exitCode, String text) {}

    private Output run(String... line) throws Exception {
        Path log = Files.createTempFile(directory, "process", ".log");
        Process process = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS))
                    .as("%s ended", line[0])
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Output(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }
}
