package io.tidemark.viewer.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index answers what the capture would have answered, or nothing. */
class ViewIndexTest {
    @TempDir
    Path directory;

    private CaptureResources read;
    private Path file;

    @BeforeEach
    void generate() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(2_000, 21));
        read = new CaptureResources(GeneratedCapture.view(directory));
        file = directory.resolve(ViewIndex.FILE_NAME);
    }

    private ViewIndex index() throws IOException {
        return ViewIndex.of(CaptureFinder.at(directory), 0).orElseThrow();
    }

    private ViewIndex made() throws IOException {
        ViewIndex index = index();
        assertThat(index.isThere()).isFalse();
        index.make(read);
        assertThat(index.isThere()).isTrue();
        return index;
    }

    private Map<String, byte[]> first() throws IOException {
        Map<String, byte[]> pieces = new HashMap<>();
        read.visitFirst(6, (name, bytes) -> pieces.put(name, bytes) == null);
        return pieces;
    }

    @Test
    void answersWithAndWithoutAnIndexAreTheSame() throws IOException {
        made();
        ViewIndex again = index();
        assertThat(again.isThere()).isTrue();
        Map<String, byte[]> pieces = first();
        assertThat(pieces.keySet())
                .contains(
                        "meta.json",
                        "overview.json",
                        "hints.json",
                        "skyline",
                        "counters.json",
                        "critical.json",
                        "tile/0/0/0",
                        "tile/0/6/20",
                        "gaps/0/0/0",
                        "counter/0/1/0");
        for (Map.Entry<String, byte[]> piece : pieces.entrySet()) {
            String name = piece.getKey();
            assertSame(name, again.read(name).orElseThrow(), piece.getValue());
            assertSame(name, read.read(name).orElseThrow(), piece.getValue());
        }
        assertThat(again.read("runs/0")).as("grows with the tasks").isEmpty();
        assertThat(again.confirm(read)).isTrue();
        assertThat(again.isThere()).isTrue();
    }

    @Test
    void anIndexOfOtherFilesIsNotUsedAndIsMadeAnew() throws IOException {
        made();
        Path records = directory.resolve("chip_swimlane_records.json");
        Files.setLastModifiedTime(records, FileTime.fromMillis(1_000_000_000_000L));
        assertThat(index().isThere()).as("another time").isFalse();
        made();
        Files.writeString(directory.resolve("run.json"), "{}");
        assertThat(index().isThere()).as("another file").isFalse();
        made();
        assertThat(index().isThere()).isTrue();
    }

    /** Whoever puts back the time of a file that he changed deceives the index until it is read. */
    @Test
    void anIndexThatTheReadingContradictsIsRemoved() throws IOException {
        made();
        Path map;
        try (Stream<Path> files = Files.list(directory)) {
            map = files.filter(f -> f.toString().contains("name_map"))
                    .findFirst()
                    .orElseThrow();
        }
        FileTime before = Files.getLastModifiedTime(map);
        byte[] names = Files.readAllBytes(map);
        names[new String(names, StandardCharsets.ISO_8859_1).lastIndexOf('a')] ^= 2;
        Files.write(map, names);
        Files.setLastModifiedTime(map, before);
        ViewIndex deceived = index();
        assertThat(deceived.isThere()).isTrue();
        CaptureResources now = new CaptureResources(GeneratedCapture.view(directory));
        assertThat(deceived.confirm(now)).isFalse();
        assertThat(deceived.isThere()).isFalse();
        assertThat(deceived.read("meta.json")).isEmpty();
        assertThat(file).doesNotExist();
    }

    /** Without a text of all the bytes. */
    private static void assertSame(String name, byte[] seen, byte[] known) {
        assertThat(Arrays.equals(seen, known)).as(name).isTrue();
    }

    @Test
    void noDamageIsEverServed() throws IOException {
        made();
        byte[] whole = Files.readAllBytes(file);
        Map<String, byte[]> pieces = first();
        long seed = 22;
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            byte[] damaged = whole.clone();
            // every second one in the list and the end, which are small beside the pieces
            int at = whole.length - 1 - random.nextInt(round % 2 == 0 ? whole.length : 20_000);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            ViewIndex index = index();
            for (Map.Entry<String, byte[]> piece : pieces.entrySet()) {
                byte[] known = index.read(piece.getKey()).orElse(piece.getValue());
                String where = "seed %d, byte %d, %s".formatted(seed, at, piece.getKey());
                assertSame(where, known, piece.getValue());
            }
            assertThat(index.isThere()).as("seed %d, byte %d", seed, at).isFalse();
        }
    }

    @Test
    void aFileThatEndsEarlyIsNoIndex() throws IOException {
        made();
        byte[] whole = Files.readAllBytes(file);
        for (int size : List.of(0, 1, 63, 64, whole.length / 2, whole.length - 1)) {
            Files.write(file, Arrays.copyOf(whole, size));
            assertThat(index().isThere()).as("%d bytes", size).isFalse();
        }
        ViewIndex open = remade();
        Files.write(file, Arrays.copyOf(whole, 10)); // cut while it is open
        assertThat(open.read("meta.json")).isEmpty();
        assertThat(open.isThere()).isFalse();
    }

    private ViewIndex remade() throws IOException {
        Files.delete(file);
        return made();
    }

    @Test
    void whatAKilledWriterLeftIsNotUsedAndGoes() throws IOException {
        long dead = Long.MAX_VALUE >>> 8; // no process has such a number
        Path left = directory.resolve("." + ViewIndex.FILE_NAME + "." + dead + ".part");
        Path other = directory.resolve(".other." + dead + ".part");
        made();
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        for (Path part : List.of(left, other)) {
            Files.write(part, whole);
        }
        assertThat(index().isThere()).isFalse();
        made();
        assertThat(left).doesNotExist();
        assertThat(other).exists();
        assertSame("index", Files.readAllBytes(file), whole);
    }

    @Test
    void whereNothingCanBeWrittenThereIsNoIndex() throws IOException {
        Files.createDirectories(file.resolve("in the way")); // also stops a superuser
        ViewIndex index = index();
        index.make(read);
        assertThat(index.isThere()).isFalse();
        assertThat(index.read("meta.json")).isEmpty();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void aSmallOrUnfinishedCaptureHasNone() throws IOException {
        assertThat(ViewIndex.of(CaptureFinder.at(directory))).as("small").isEmpty();
        Files.deleteIfExists(directory.resolve("certificate.json"));
        Files.createDirectories(directory.resolve("spool"));
        Files.writeString(directory.resolve("spool/region.path"), "gone");
        assertThat(ViewIndex.of(CaptureFinder.at(directory), 0))
                .as("unfinished")
                .isEmpty();
    }
}
