package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Finding;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage of every kind to every file: one line or success, never an exception. */
class CutFileTest {
    private static final String SMALL = "2026-06-a2a3/vector_example_all/TestVectorExample_default";
    private static final String DUMP = "2026-08-a2a3/hbg_vector_example/" + "TestVectorExampleHostBuildGraph_default";

    @TempDir
    private Path directory;

    @Test
    void filesCutAtEveryByteAreReadUpToTheCutOrRefusedInOneLine() throws IOException {
        for (String capture : new String[] {SMALL, DUMP}) {
            for (Path file : files(TestCaptures.root().resolve(capture))) {
                byte[] whole = Files.readAllBytes(file);
                int step = Math.max(1, whole.length / 300);
                for (int cut = 0; cut < whole.length; cut += step) {
                    write(file, capture, Arrays.copyOf(whole, cut));
                    StoredCapture read = readAll();
                    boolean lineFormat = file.toString().matches(".*(csv|jsonl)");
                    if (!lineFormat && cut < whole.length - 2) {
                        assertThat(read.findings().isEmpty())
                                .as(file + " cut at " + cut)
                                .isFalse();
                        assertThat(read.verdict().dataMissing())
                                .as(file + " cut " + cut)
                                .isTrue();
                    }
                }
                clear();
            }
        }
    }

    @Test
    void filesWithBytesChangedAtRandomNeverThrow() throws IOException {
        for (Path file : files(TestCaptures.root().resolve(SMALL))) {
            byte[] whole = Files.readAllBytes(file);
            Seeds.each(25, seed -> {
                Random random = Seeds.random(seed);
                byte[] changed = whole.clone();
                for (int change = 0; change < 1 + random.nextInt(4); change++) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
                try {
                    write(file, SMALL, changed);
                    readAll();
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            });
            clear();
        }
    }

    private StoredCapture readAll() throws IOException {
        StoredCapture capture = StoredCapture.open(directory);
        capture.verdict();
        capture.dependenciesWithDetail();
        capture.hostPhases();
        capture.names();
        for (Finding finding : capture.findings().kept()) {
            assertThat(finding.toString()).isNotBlank().doesNotContain("\n", "Exception");
        }
        return capture;
    }

    private void write(Path original, String capture, byte[] content) throws IOException {
        Path target = directory.resolve(
                TestCaptures.root().resolve(capture).relativize(original).toString());
        Files.createDirectories(target.getParent());
        Files.write(target, content);
    }

    private void clear() throws IOException {
        for (Path file : files(directory)) {
            Files.delete(file);
        }
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
