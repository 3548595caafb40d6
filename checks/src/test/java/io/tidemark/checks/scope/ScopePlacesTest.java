package io.tidemark.checks.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.scope.ScopeSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.Orchestration;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The place of every scope that a user's class opens, in each form that a call has in Java. */
class ScopePlacesTest {
    private static final String SOURCE = """
            package user;
            import io.tidemark.runtime.*;
            import java.util.function.Supplier;
            public class Opener implements Orchestration {
                @Override
                public void run(TaskGraph graph) {
                    for (int i = 0; i < 2; i++) {
                        try (Scope _ = graph.scope()) { // line 8
                            try (Scope _ = graph.scope(); Scope _ = graph.manualScope()) { // line 9
                            }
                            Runnable lambda = () -> {
                                graph.manualScope().close(); // line 12
                            };
                            lambda.run();
                        }
                        Object shape = i == 0 ? "even" : 7;
                        either(graph, shape instanceof String).close();
                        new Inner().open(graph);
                    }
                }
                private static Scope either(TaskGraph graph, boolean manual) {
                    long wide = System.nanoTime();
                    return manual && wide != 0
                            ? graph.manualScope() // line 24
                            : graph.scope(); // line 25
                }
                static class Inner {
                    void open(TaskGraph graph) {
                        Supplier<Scope> reference = graph::scope;
                        reference.get().close(); // line 30
                    }
                }
            }
            """;

    private static final List<Integer> LINES =
            List.of(8, 9, 9, 12, 24, 30, 8, 9, 9, 12, 25, 30); // in the order of opening

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    /** Compiles the source; defines its classes. */
    private static final class UserClasses extends ClassLoader {
        private final Path classes;

        UserClasses(Path directory, String... flags) throws IOException {
            super(ScopePlacesTest.class.getClassLoader());
            this.classes = Files.createTempDirectory(directory, "classes");
            Path source = Files.writeString(classes.resolve("Opener.java"), SOURCE);
            List<String> words = new ArrayList<>(List.of(flags));
            words.addAll(List.of("-d", classes.toString(), source.toString()));
            String[] line = words.toArray(String[]::new);
            assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, line))
                    .isZero();
        }

        byte[] bytes(String name) throws IOException {
            return Files.readAllBytes(classes.resolve(name.replace('.', '/') + ".class"));
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] read = bytes(name);
                return defineClass(name, read, 0, read.length);
            } catch (IOException missing) {
                throw new ClassNotFoundException(name, missing);
            }
        }

        Orchestration opener() throws ReflectiveOperationException {
            return (Orchestration) loadClass("user.Opener").getConstructor().newInstance();
        }
    }

    @Test
    void everyScopeIsRecordedWithTheLineOfItsCall() throws Exception {
        assertThat(sites(new UserClasses(directory, "-g").opener()))
                .isEqualTo(LINES.stream().map(line -> "Opener.java:" + line).toList());
    }

    /** The places of the scopes that a run opens, in their order, as its file names them. */
    private List<String> sites(Orchestration opener) throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.scope(ScopePools.DEFAULT))) {
            run.run(opener, List.of());
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            Path file = new ScopeSink(run.session())
                    .finish(RunEvidence.counted(-1, -1, -1))
                    .file()
                    .orElseThrow();
            ScopeTable table = ScopeReader.read(file, new Findings()).orElseThrow();
            List<String> sites = new ArrayList<>();
            for (int row = 0; row < table.size(); row++) {
                if (table.depth(row) > 0 && table.isBegin(row)) {
                    sites.add(table.site(row));
                }
            }
            return sites;
        }
    }

    @Test
    void aClassWithoutLinesIsNamedWithLineZeroAndOneWithoutFileByItself() throws Exception {
        assertThat(sites(new UserClasses(directory, "-g:source").opener())).containsOnly("Opener.java:0");
        assertThat(sites(new UserClasses(directory, "-g:none").opener()))
                .startsWith("Opener:0", "Opener:0", "Opener:0")
                .endsWith("Opener$Inner:0");
    }
}
