package io.tidemark.viewer.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.Stretch;
import io.tidemark.viewer.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstLookTest {
    @TempDir
    Path directory;

    @Test
    void aFirstLookShowsTheSameCoresAsTheWholeReading() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(2_000, 11));
        Path records = directory.resolve("chip_swimlane_records.json");
        Timeline look = FirstLook.at(records, 0).orElseThrow();
        List<Lane> whole = GeneratedCapture.view(directory).timeline().lanes().stream()
                .filter(lane -> lane.kind().isCore())
                .toList();
        assertThat(look.lanes()).hasSameSizeAs(whole);
        long shift = -1; // the whole file may hold stamps before the first core's
        for (int index = 0; index < whole.size(); index++) {
            Lane seen = look.lanes().get(index);
            Lane known = whole.get(index);
            assertThat(seen.label()).isEqualTo(known.label());
            assertThat(seen.kind()).isEqualTo(known.kind());
            assertThat(seen.size()).isEqualTo(known.size());
            for (int span = 0; span < known.size(); span++) {
                long own = known.beginNanos(span) - seen.beginNanos(span);
                shift = shift < 0 ? own : shift;
                assertThat(own).isEqualTo(shift);
                assertThat(known.endNanos(span) - seen.endNanos(span)).isEqualTo(shift);
            }
        }
    }

    /** What was not understood is hatched until the whole file is read, not drawn idle. */
    @Test
    void rowsThatAFirstLookPassesOverAreToldAndDoNotStretchTheAxis() throws IOException {
        Path file = directory.resolve("odd.json");
        String head = "{\"clock_freq_hz\": 50000000, \"aicore_tasks\": [[0, 1, 1, 100, 200, 0]";
        for (String rest : List.of(
                ", [1, 2, 1, 150, " + Long.MAX_VALUE + ", 0]], \"aicpu_tasks\": []}",
                ", [1, 2, 1, -150, 180, 0]], \"aicpu_tasks\": []}",
                ", [70000, 2, 1, 150, 180, 0]]}",
                ", [1, 2, 1, 15")) {
            Files.writeString(file, head + rest);
            Timeline look = FirstLook.at(file, 0).orElseThrow();
            assertThat(look.durationNanos()).as(rest).isEqualTo(2_000);
            assertThat(look.stretches())
                    .as(rest)
                    .singleElement()
                    .extracting(Stretch::kind, Stretch::lane)
                    .containsExactly(Stretch.Kind.UNREAD, Stretch.EVERY_LANE);
        }
        Files.writeString(file, head + "]}");
        assertThat(FirstLook.at(file, 0).orElseThrow().stretches()).isEmpty();
    }

    @Test
    void aSmallOrStrangeFileGetsNoFirstLook() throws IOException {
        Path strange = directory.resolve("strange.json");
        for (String text : List.of(
                "",
                "{}",
                "{\"clock_freq_hz\": 0, \"aicore_tasks\": [[1,2,3,4,5]]}",
                "{\"clock_freq_hz\": 50, \"aicore_tasks\": []}",
                "{\"clock_freq_hz\": 50, \"aicore_tasks\": [[0, 1, \"x\", 4, 5]]}",
                "{\"clock_freq_hz\": 50, \"aicore_tasks\": [[0, 1, 2")) {
            Files.writeString(strange, text);
            assertThat(FirstLook.at(strange, 0)).as(text).isEqualTo(Optional.empty());
        }
        assertThat(FirstLook.at(strange)).isEmpty();
        assertThat(FirstLook.at(directory.resolve("absent.json"))).isEmpty();
    }
}
