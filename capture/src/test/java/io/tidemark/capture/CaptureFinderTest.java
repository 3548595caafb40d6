package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFinderTest {
    @TempDir
    private Path directory;

    @Test
    void ranksAndDevicesOfOneRunAreFoundAndNamedByTheirPath() throws IOException {
        touch("run/rank0/chip_swimlane_records.json", 1);
        touch("run/rank0/scope_stats/scope_stats.jsonl", 1);
        touch("run/rank0/args_dump/args_dump.json", 1);
        touch("run/rank0/args_dump/args.bin", 1);
        touch("run/rank1/device3/deps.json", 1);
        touch("run/notes.txt", 1);
        assertThat(CaptureFinder.below(directory.resolve("run")))
                .extracting(CaptureDirectory::label)
                .containsExactly("rank0", "rank1/device3");
        CaptureDirectory rank0 = CaptureFinder.at(directory.resolve("run/rank0"));
        assertThat(rank0.scopeStats()).isPresent();
        assertThat(rank0.argsManifest()).isPresent();
        assertThat(rank0.argsPayload()).isPresent();
    }

    @Test
    void filesOfEveryEraAreKnownByTheirNames() throws IOException {
        String[] names = {
            "chip_swimlane_records.json",
            "l2_swimlane_records.json",
            "l2_perf_records.json",
            "l2_perf_records_20260424_101010.json",
            "perf_swimlane_20260211_101010.json"
        };
        for (String name : names) {
            Path file = touch(name.replace('.', '_') + "/" + name, 1);
            assertThat(CaptureFinder.at(file.getParent()).swimlane()).contains(file);
            assertThat(CaptureFinder.at(file).swimlane()).contains(file);
        }
        Path dump = touch("t0/tensor_dump_20260415_101010/tensor_dump_20260415_101010.json", 1);
        Path payload = touch("t0/tensor_dump_20260415_101010/tensor_dump_20260415_101010.bin", 1);
        assertThat(CaptureFinder.at(directory.resolve("t0")).argsManifest()).contains(dump);
        assertThat(CaptureFinder.at(directory.resolve("t0")).argsPayload()).contains(payload);
    }

    @Test
    void theNewestCaptureIsTheOneWithTheNewestArtifact() throws IOException {
        touch("outputs/old/deps.json", 100);
        touch("outputs/new/chip_swimlane_records.json", 300);
        touch("outputs/new/deps.json", 50);
        touch("outputs/other/pmu.csv", 200);
        assertThat(CaptureFinder.newest(directory.resolve("outputs")))
                .hasValueSatisfying(found -> assertThat(found.capture().label()).isEqualTo("new"));
        assertThat(CaptureFinder.newest(directory.resolve("absent"))).isEmpty();
    }

    @Test
    void severalNameMapsComeNewestFirstAndAreSaid() throws IOException {
        Files.writeString(touch("c/name_map_a.json", 10), "{\"callable_id_to_name\": {\"0\": \"OLD\"}}");
        Files.setLastModifiedTime(directory.resolve("c/name_map_a.json"), FileTime.fromMillis(10_000));
        Files.writeString(touch("c/name_map_b.json", 20), "{\"callable_id_to_name\": {\"0\": \"NEW\"}}");
        touch("c/deps.json", 5);
        StoredCapture capture = StoredCapture.open(directory.resolve("c"));
        assertThat(capture.names().name(0)).contains("NEW");
        assertThat(capture.findings().kept().getFirst().reason()).contains("newest of 2");
    }

    @Test
    void anEmptyDirectoryIsNoCapture() throws IOException {
        StoredCapture capture = StoredCapture.open(directory);
        assertThat(capture.directory().isEmpty()).isTrue();
        assertThat(capture.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        assertThat(capture.verdict().reason()).isEqualTo("no capture files found");
    }

    private Path touch(String name, long second) throws IOException {
        Path file = TestCaptures.file(directory, name, "{}");
        Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000));
        return file;
    }
}
