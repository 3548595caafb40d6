package io.tidemark.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page's scripts under node: types, linter, and tests of single modules. Skipped on a machine
 * without node; the page itself needs none.
 */
class PageScriptsTest {
    private static final String TYPESCRIPT = "META-INF/resources/webjars/typescript";
    private static final String MISSING =
            "The page's scripts were not checked: there is no node on this machine" + " (apt-get install -y nodejs).";

    @TempDir
    static Path directory;

    private static Path node;
    private static Path compiler;

    /**
     * Beside each other: the page, the tests, and a package.json that calls all of them modules.
     */
    @BeforeAll
    static void copy() throws IOException {
        node = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "node"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(node != null, MISSING);
        Files.writeString(directory.resolve("package.json"), "{\"type\":\"module\"}");
        copyTree(Path.of("src/main/resources/io/tidemark/viewer/page"), directory.resolve("page"));
        copyTree(Path.of("src/test/js"), directory.resolve("test"));
        compiler = unpackCompiler();
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static Path unpackCompiler() throws IOException {
        URL place = PageScriptsTest.class.getClassLoader().getResource(TYPESCRIPT);
        assertThat(place).as("the webjar of TypeScript").isNotNull();
        Path library = Files.createDirectory(directory.resolve("typescript"));
        Files.writeString(library.resolve("package.json"), "{\"type\":\"commonjs\"}");
        JarURLConnection connection = (JarURLConnection) place.openConnection();
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry :
                    jar.stream().filter(PageScriptsTest::isCompiler).toList()) {
                String name = entry.getName();
                try (InputStream bytes = jar.getInputStream(entry)) {
                    Files.copy(bytes, library.resolve(name.substring(name.lastIndexOf('/') + 1)));
                }
            }
        }
        return library;
    }

    private static boolean isCompiler(JarEntry entry) {
        return entry.getName().matches(".*/lib/(typescript\\.js|lib(\\.[a-z0-9.]+)?\\.d\\.ts)");
    }

    @Test
    void typesAndRulesHold() {
        String told = run("test/check.mjs", compiler.toString(), "page");
        assertThat(told).endsWith("scripts checked, 0 problems.");
    }

    /** The checker itself: a wrong type and an untyped parameter of a new script are found. */
    @Test
    void aWrongTypeIsFound() throws IOException {
        Path spoiled = Files.createDirectories(directory.resolve("spoiled/app"));
        Files.copy(directory.resolve("page/app/format.js"), spoiled.resolve("format.js"));
        Files.writeString(spoiled.resolve("added.js"), """
                import { taskLabel } from "./format.js";
                taskLabel(7);
                [1].map((one) => one.length);
                const same = (untyped) => untyped;
                same(1);
                """);
        assertThat(run("test/check.mjs", compiler.toString(), "spoiled").lines())
                .filteredOn(line -> line.startsWith("app/added.js"))
                .extracting(line -> line.replaceAll(".*\\((TS\\d+)\\)", "$1"))
                .containsExactly("TS2345", "TS2339", "TS7006");
    }

    @Test
    void testsOfModulesPass() throws IOException {
        List<String> tests = new ArrayList<>(List.of("--test"));
        try (Stream<Path> files = Files.list(directory.resolve("test"))) {
            files.map(Path::toString)
                    .filter(name -> name.endsWith(".test.mjs"))
                    .sorted()
                    .forEach(tests::add);
        }
        assertThat(tests).hasSizeGreaterThan(1);
        assertThat(run(tests.toArray(String[]::new))).contains("# fail 0", "# cancelled 0");
    }

    private static String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(node.toString()));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
            builder.environment().putAll(Map.of("TYPESCRIPT_LIB", compiler.toString()));
            Process process = builder.start();
            process.getOutputStream().close();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return told.strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
