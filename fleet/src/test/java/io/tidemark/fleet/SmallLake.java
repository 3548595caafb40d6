package io.tidemark.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sql.SqlMain;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two lakes of small captures beside each other: three cases, three versions, ranks, a capture with
 * loss, one that was held back, foreign ones of several kinds, and a name with odd letters.
 */
final class SmallLake {
    private static final String SQL = "sql/src/test/resources/captures/";
    private static final String FLEET = "fleet/src/test/resources/captures/";
    private static final String FOREIGN = "capture/src/test/resources/captures/2026-08-a2a3/";

    private final Path directory;
    private final List<Path> captures = new ArrayList<>();

    private SmallLake(Path directory) {
        this.directory = directory;
    }

    static SmallLake write(Path directory) throws IOException {
        SmallLake lake = new SmallLake(directory);
        lake.own(SQL + "vector-constant", "vector_1", "0.2.0", "2026-10-01T08:00:00Z");
        lake.own(SQL + "vector-constant", "vector_2", "0.10.0", "2026-10-02T08:00:00Z");
        lake.own(SQL + "host-built", "vector_3", "0.10.0", "2026-10-03T08:00:00Z");
        lake.own(SQL + "bgemm", "größe, 100%=\"x\" 7", "0.2.0", "2026-10-01T09:00:00Z");
        lake.export("one", "vector_1", "vector_2", "vector_3", "größe, 100%=\"x\" 7");
        lake.own(SQL + "vector-constant", "night/rank_0", "0.11.0", "2026-10-04T08:00:00Z");
        lake.own(SQL + "host-built", "night/rank_1", "0.11.0", "2026-10-04T08:00:00Z");
        lake.own(FLEET + "noop-lossy", "007", "0.2.0", "2026-10-05T08:00:00Z");
        lake.own(FLEET + "noop-frozen", "noop-frozen", "0.10.0", "2026-10-06T08:00:00Z");
        lake.copy(FOREIGN + "mixed_example", "foreign/mixed");
        lake.copy(FOREIGN + "vector_example_swimlane_l1", "foreign/level1");
        lake.copy(FOREIGN + "hbg_vector_example", "foreign/host");
        lake.copy("capture/src/test/resources/captures/2026-08-a5/vector_example_all", "foreign/a5");
        lake.export("two", "night", "007", "noop-frozen", "foreign");
        return lake;
    }

    /** A directory of lakes. */
    Path lakes() {
        return directory.resolve("lakes");
    }

    /** What the lakes were exported from. */
    List<Path> captures() {
        return captures;
    }

    private void own(String from, String name, String version, String createdAt) throws IOException {
        Path certificate = copy(from, name).resolve("certificate.json");
        Files.writeString(
                certificate,
                Files.readString(certificate)
                        .replaceFirst("\"version\": \"[^\"]*\"", "\"version\": \"" + version + '"')
                        .replaceFirst("\"created_at\": \"[^\"]*\"", "\"created_at\": \"" + createdAt + '"'));
    }

    private Path copy(String from, String name) throws IOException {
        Path source = GoldenFile.repositoryRoot().resolve(from);
        Path target = directory.resolve("captures").resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        return target;
    }

    private void export(String lake, String... names) {
        List<Path> paths =
                Stream.of(names).map(directory.resolve("captures")::resolve).toList();
        captures.addAll(paths);
        ask("export", "parquet", lakes().resolve(lake).toString(), paths);
    }

    /** What the process of {@code tidemark sql} prints; every lake here has loss or is complete. */
    static String ask(String action, String format, String subject, List<Path> captures) {
        List<String> words = new ArrayList<>(List.of(action, format, "300MB", "1", subject));
        captures.forEach(capture -> words.add(capture.toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = SqlMain.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        assertThat(exitCode).as(err.toString()).isIn(0, 3);
        return out.toString();
    }
}
