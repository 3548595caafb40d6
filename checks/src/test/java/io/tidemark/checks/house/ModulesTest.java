package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped artifacts as Java modules: what they export, and that they work as such. */
class ModulesTest {
    /** Packages that any program may use; all others are exported to named siblings, or not. */
    private static final Map<String, Set<String>> API = Map.of(
            "memory", Set.of("memory.tensor"),
            "chip", Set.of("chip"),
            "runtime", Set.of("runtime", "runtime.fault", "runtime.stall"),
            "capture", Set.of("capture.certificate", "capture.finding"),
            "recording", Set.of("recording", "recording.plan"),
            "workloads", Set.of("workloads"));

    private static final Path[] SHIPPED = shipped();
    private static final ModuleFinder FOUND = ModuleFinder.of(SHIPPED);

    /** The layouts and words of {@code abi} are API as a whole. */
    @Test
    void onlyPackagesOfTheApiAreExportedToEverybody() {
        Map<String, Set<String>> exported = new TreeMap<>();
        ours().filter(module -> !module.name().equals("io.tidemark.abi"))
                .forEach(module -> module.exports().stream()
                        .filter(export -> !export.isQualified())
                        .forEach(export -> add(exported, module, export.source())));
        assertThat(exported).isEqualTo(API);
    }

    private static void add(Map<String, Set<String>> exported, ModuleDescriptor module, String name) {
        exported.computeIfAbsent(shortName(module.name()), key -> new TreeSet<>())
                .add(shortName(name));
    }

    @Test
    void everyShippedModuleHasADescriptor() {
        Set<String> names = new TreeSet<>();
        ours().forEach(module -> names.add(shortName(module.name())));
        Set<String> shipped = new TreeSet<>(ModuleArrowsTest.modules().toList());
        shipped.add("cli");
        shipped.remove("sql"); // a process of its own beside the engine's jar, on the class path
        shipped.remove("fleet"); // a program for Spark, which is no module
        assertThat(names).isEqualTo(shipped);
    }

    /** Fails also when a package is split over two modules, or a module reads too little. */
    @Test
    void aProgramOnTheModulePathRunsWithWhatIsExported() throws Exception {
        Set<String> roots = new TreeSet<>();
        ours().forEach(module -> roots.add(module.name()));
        Configuration graph = ModuleLayer.boot().configuration().resolveAndBind(FOUND, ModuleFinder.of(), roots);
        ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(graph, ClassLoader.getPlatformClassLoader());
        ClassLoader loader = layer.findLoader("io.tidemark.runtime");
        Class<?> config = loader.loadClass("io.tidemark.runtime.RuntimeConfig");
        Class<?> worker = loader.loadClass("io.tidemark.runtime.Worker");
        assertThat(worker.getModule().isNamed()).isTrue();
        Object builder = config.getMethod("builder").invoke(null);
        builder = builder.getClass().getMethod("clusters", int.class).invoke(builder, 1);
        Object one = builder.getClass().getMethod("build").invoke(builder);
        try (AutoCloseable opened =
                (AutoCloseable) worker.getMethod("open", config).invoke(null, one)) {
            assertThat(opened.getClass().getModule()).isSameAs(worker.getModule());
        }
    }

    /** What the API mentions, a program that requires it must be able to name. */
    @Test
    void aProgramThatRecordsNeedsOnlyWhatIsExported(@TempDir Path directory) throws IOException {
        Path descriptor = directory.resolve("module-info.java");
        Files.writeString(descriptor, "module embedded { requires io.tidemark.recording; }");
        StringWriter errors = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.MODULE_PATH, List.of(SHIPPED));
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
            compiler.getTask(
                            errors,
                            files,
                            null,
                            List.of("-Xlint:all", "-proc:none"),
                            null,
                            files.getJavaFileObjects(
                                    descriptor,
                                    Path.of("../examples/embedded/src/main/java/embedded")
                                            .resolve("Embedded.java")))
                    .call();
        }
        assertThat(errors.toString()).isEmpty();
    }

    private static Stream<ModuleDescriptor> ours() {
        return FOUND.findAll().stream()
                .map(ModuleReference::descriptor)
                .filter(module -> module.name().startsWith("io.tidemark."));
    }

    private static String shortName(String name) {
        return name.substring("io.tidemark.".length());
    }

    /** Artifacts of the class path that the shipped modules consist of and need. */
    private static Path[] shipped() {
        List<String> libraries = List.of("jackson-core", "picocli", "protobuf-java");
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.resolve("module-info.class").toFile().isFile()
                        || path.getFileName().toString().endsWith(".jar") && isShipped(path, libraries))
                .toArray(Path[]::new);
    }

    private static boolean isShipped(Path jar, List<String> libraries) {
        String name = jar.getFileName().toString();
        if (name.endsWith("-tests.jar")) {
            return false;
        }
        return libraries.stream().anyMatch(name::startsWith)
                || ModuleArrowsTest.modules().anyMatch(module -> name.startsWith("tidemark-" + module + "-"))
                || name.startsWith("tidemark-cli-");
    }
}
