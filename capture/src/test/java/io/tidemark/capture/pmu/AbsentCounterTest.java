package io.tidemark.capture.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbsentCounterTest {
    @TempDir
    Path directory;

    @Test
    void aCounterThatNobodyHasIsAnEmptyCellAndComesBackAsNone() throws IOException {
        Path file = directory.resolve("pmu.csv");
        try (PmuWriter writer = PmuWriter.create(file, List.of("a", "b", "c"))) {
            writer.row(new PmuRow(0, 7, 1L << 32, 3, 1, 99, new long[] {5, 6, 0}, 0b101, 2));
            long[] three = {1, 2, 3};
            writer.row(new PmuRow(1, 8, 2, 4, 0, 98, three, PmuRow.ALL_KNOWN, 2));
        }
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "thread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,a,b,c,event_type",
                        "0,7,0x0000000100000000,3,1,99,5,,0,2",
                        "1,8,0x0000000000000002,4,0,98,1,2,3,2");
        Findings findings = new Findings();
        PmuTable table = PmuReader.read(file, findings).orElseThrow();
        assertThat(findings.isEmpty()).isTrue();
        assertThat(table.hasCounter(0, 0)).isTrue();
        assertThat(table.hasCounter(0, 1)).isFalse();
        assertThat(table.counter(0, 1)).isZero();
        assertThat(table.hasCounter(0, 2)).as("a zero that was measured").isTrue();
        assertThat(table.hasCounter(1, 1)).isTrue();
        Path again = directory.resolve("again.csv");
        PmuWriter.write(again, table);
        assertThat(again).hasSameTextualContentAs(file);
    }
}
