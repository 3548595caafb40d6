package io.tidemark.runtime.sites;

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
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's class, compiled here, as it is and rewritten: both must name the same places. */
class ScopeCallRewriterTest {
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

    /** Compiles the source; defines its classes, rewritten or not. */
    private static final class UserClasses extends ClassLoader {
        private final Path classes;
        private final boolean rewrites;

        UserClasses(Path directory, boolean rewrites, String... flags) throws IOException {
            super(ScopeCallRewriterTest.class.getClassLoader());
            this.classes = Files.createTempDirectory(directory, "classes");
            this.rewrites = rewrites;
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
                byte[] used = rewrites ? ScopeCallRewriter.rewrite(read, this).orElse(read) : read;
                return defineClass(name, used, 0, used.length);
            } catch (IOException missing) {
                throw new ClassNotFoundException(name, missing);
            }
        }

        Orchestration opener() throws ReflectiveOperationException {
            return (Orchestration) loadClass("user.Opener").getConstructor().newInstance();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyScopeIsRecordedWithTheLineOfItsCall(boolean rewritten) throws Exception {
        Orchestration opener = new UserClasses(directory, rewritten, "-g").opener();
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
            assertThat(sites)
                    .isEqualTo(LINES.stream().map(line -> "Opener.java:" + line).toList());
        }
    }

    /** The calls as a graph gets them, in a form like {@code scope[Opener.java:8]}. */
    private static List<String> calls(Orchestration opener) throws Exception {
        List<String> calls = new ArrayList<>();
        Scope open = () -> {};
        TaskGraph graph = (TaskGraph) Proxy.newProxyInstance(
                TaskGraph.class.getClassLoader(), new Class<?>[] {TaskGraph.class}, (self, method, arguments) -> {
                    calls.add(method.getName() + Arrays.toString(arguments));
                    return open;
                });
        opener.run(graph);
        return calls;
    }

    @Test
    void aRewrittenCallPassesItsPlaceAndOnlyAReferenceDoesNot() throws Exception {
        assertThat(calls(new UserClasses(directory, true, "-g").opener()))
                .startsWith(
                        "scope[Opener.java:8]",
                        "scope[Opener.java:9]",
                        "manualScope[Opener.java:9]",
                        "manualScope[Opener.java:12]",
                        "manualScope[Opener.java:24]",
                        "scopenull")
                .endsWith("scope[Opener.java:25]", "scopenull")
                .hasSize(LINES.size());
    }

    @Test
    void aClassWithoutLinesIsNamedWithLineZeroAndOneWithoutFileByItself() throws Exception {
        assertThat(calls(new UserClasses(directory, true, "-g:source").opener()))
                .startsWith("scope[Opener.java:0]");
        assertThat(calls(new UserClasses(directory, true, "-g:none").opener()))
                .startsWith("scope[Opener:0]", "scope[Opener:0]", "manualScope[Opener:0]");
    }

    @Test
    void whatOpensNoScopeIsOursOldOrBrokenStaysAsItIs() throws Exception {
        UserClasses user = new UserClasses(directory, true, "-g");
        byte[] opener = user.bytes("user.Opener");
        assertThat(ScopeCallRewriter.rewrite(opener, user)).isPresent();
        assertThat(ScopeCallRewriter.rewrite(user.bytes("user.Opener$Inner"), user))
                .isEmpty();
        try (InputStream ours = TaskGraph.class.getResourceAsStream("TaskGraph.class")) {
            assertThat(ScopeCallRewriter.rewrite(ours.readAllBytes(), user)).isEmpty();
        }
        byte[] old = opener.clone();
        old[7] = 54; // the low byte of the major version: Java 10
        assertThat(ScopeCallRewriter.rewrite(old, user)).isEmpty();
        byte[] cut = Arrays.copyOf(opener, opener.length - 1);
        assertThat(ScopeCallRewriter.rewrite(cut, user)).isEmpty();
    }
}
