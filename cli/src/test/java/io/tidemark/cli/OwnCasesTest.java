package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.workloads.WorkloadProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cases that come in jars of a person's own, made from the example project and from its damage. */
@Timeout(120)
class OwnCasesTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "mycase", "src", "main");
    private static final String SERVICE = "META-INF/services/" + WorkloadProvider.class.getName();

    @TempDir
    Path directory;

    private Path classes;

    @BeforeEach
    void compileTheExample() throws IOException {
        classes = Files.createDirectory(directory.resolve("classes"));
        try (Stream<Path> sources = Files.walk(EXAMPLE.resolve("java"))) {
            compile(sources.filter(file -> file.toString().endsWith(".java")).toList());
        }
        Path service = classes.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.copy(EXAMPLE.resolve("resources").resolve(SERVICE), service);
    }

    @Test
    void theExampleRunsFromItsJarAndFromItsClassesOnBothPlatforms() throws IOException {
        for (Path from : List.of(jar("mycase.jar"), classes)) {
            for (String platform : List.of("a2a3sim", "a5sim")) {
                Command run = run(from, "linear:tall", "--platform", platform, "--set", "tile=100");
                assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
                assertThat(run.out()).contains("82 completed of 82", "verified: 262144 elements");
            }
        }
        Command list = Command.run("list", "--jar", classes.toString());
        assertThat(list.out()).contains("vector:constant", "linear:tall");
        assertThat(Command.run("list", "linear").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aJarThatIsNotThereIsNotOneOrOffersNothingIsNamed() throws IOException {
        Path none = directory.resolve("none.jar");
        expect(run(none, "linear"), "--jar " + none + " does not exist.");
        Path text = Files.writeString(directory.resolve("text.jar"), "not a jar");
        expect(run(text, "linear"), "--jar " + text + " is no jar that can be read: ");
        Files.delete(classes.resolve(SERVICE));
        Path silent = jar("silent.jar");
        expect(run(silent, "linear"), silent + " offers no case: a file " + SERVICE + " must name");
    }

    @Test
    void aProviderThatIsMissingOrFailsIsNamed() throws IOException {
        Files.writeString(classes.resolve(SERVICE), "mycase.Elsewhere\n");
        expect(run(classes, "linear"), "cannot be loaded: Provider mycase.Elsewhere not found.");
        Files.writeString(classes.resolve(SERVICE), "mycase.LinearLayer\n");
        expect(run(classes, "linear"), "mycase.LinearLayer not a subtype.");
        offer("throw new IllegalStateException(\"no licence\");");
        expect(run(classes, "linear"), "cannot be loaded: ", "no licence");
    }

    @Test
    void aClassOfALaterJavaSaysHowToCompileIt() throws IOException {
        Path provider = classes.resolve("mycase/MyCases.class");
        byte[] bytes = Files.readAllBytes(provider);
        bytes[7] += 3; // the low byte of the major version
        Files.write(provider, bytes);
        int now = Runtime.version().feature();
        expect(
                run(jar("late.jar"), "linear"),
                "late.jar was compiled for Java " + (now + 3) + ", but this is Java " + now,
                "--release " + now + ".");
    }

    @Test
    void aNameThatIsTakenAndOneThatCannotBeTypedAreRefused() throws IOException {
        offer("return java.util.List.of(new io.tidemark.workloads.vector.VectorWorkload());");
        expect(run(classes, "vector"), "two workloads are named vector: io.tidemark.workloads.vec");
        offer("return java.util.List.of(new LinearLayer() {public String name() {return \"A b\";}});");
        expect(run(classes, "vector"), "name=A b of mycase.MyCases$1 is not made of lower case");
    }

    @Test
    void whatACaseNeedsBesideItsOwnJarIsAskedForAndFound() throws IOException {
        Path helper = classes.resolve("mycase/LinearLayer$Sizes.class");
        Path library = Files.createDirectories(directory.resolve("library/mycase"));
        Files.move(helper, library.resolve(helper.getFileName()));
        Path alone = jar("alone.jar");
        expect(
                run(alone, "linear"),
                "linear:small needs the class mycase.LinearLayer$Sizes, which is in none of the"
                        + " jars; give its jar with --jar too.");
        Command both = run(alone, "linear", "--jar", library.getParent().toString());
        assertThat(both.exitCode()).as(both.err()).isEqualTo(ExitCode.OK);
    }

    private Command run(Path jar, String... words) {
        List<String> line = new ArrayList<>(List.of("run", "--jar", jar.toString()));
        line.addAll(List.of(words));
        line.addAll(List.of("--output", directory.resolve("outputs").toString()));
        return Command.run(line.toArray(String[]::new));
    }

    private static void expect(Command run, String... parts) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.errorLines()).as(run.err()).hasSize(1);
        assertThat(run.err()).startsWith("tidemark: ").contains(parts);
        assertThat(run.out()).isEmpty();
    }

    /** Replaces the example's provider by one whose method has this body. */
    private void offer(String body) throws IOException {
        Path source = Files.createDirectories(directory.resolve("source")).resolve("MyCases.java");
        Files.writeString(source, """
                package mycase;
                public final class MyCases implements io.tidemark.workloads.WorkloadProvider {
                    @Override
                    public java.util.List<io.tidemark.workloads.Workload> workloads() {
                        %s
                    }
                }
                """.formatted(body));
        Files.writeString(classes.resolve(SERVICE), "mycase.MyCases\n");
        Path opened = directory.resolve("source").resolve("LinearLayer.java");
        String example = Files.readString(EXAMPLE.resolve("java/mycase/LinearLayer.java"));
        Files.writeString(opened, example.replace("final class LinearLayer", "class LinearLayer"));
        compile(List.of(source, opened));
    }

    private void compile(List<Path> sources) {
        List<String> line = new ArrayList<>();
        line.addAll(List.of("-d", classes.toString()));
        line.addAll(List.of("--class-path", System.getProperty("java.class.path")));
        sources.forEach(source -> line.add(source.toString()));
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, line.toArray(String[]::new));
        assertThat(status).as("javac").isZero();
    }

    private Path jar(String name) throws IOException {
        Path jar = directory.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            for (Path entry : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, out);
            }
        }
        return jar;
    }
}
