package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels stand beside the rows, so that rows have the six columns that older tools insist on. */
class RowFunctionsTest {
    @TempDir
    Path directory;

    private Findings findings;

    private int[] functions(String rows, String functions) throws IOException {
        Path file = directory.resolve("chip_swimlane_records.json");
        Files.writeString(file, """
                {"chip_swimlane_level": 1,
                 "aicore_functions": %s,
                 "metadata": {"clock_freq_hz": 50000000, "num_cores": 2},
                 "aicore_tasks": %s, "aicpu_tasks": []}
                """.formatted(functions, rows));
        findings = new Findings();
        AicoreRows read = SwimlaneReader.read(file, findings).orElseThrow().aicore();
        return IntStream.range(0, read.size()).map(read::functionId).toArray();
    }

    private static final String THREE = "[[0, 1, 1, 10, 20, 0], [0, 2, 2, 30, 40, 0], [1, 3, 3, 15, 25, 0]]";

    @Test
    void eachRowHasItsKernelWhereverTheListStands() throws IOException {
        assertThat(functions(THREE, "[[2, 7], [1, 4]]")).containsExactly(7, 7, 4);
        assertThat(functions(THREE, "[[1, 7], [1, -1], [1, 4]]")).containsExactly(7, -1, 4);
    }

    /** A row that cannot be read keeps its place: the kernels of the others do not move. */
    @Test
    void aRowThatIsSkippedTakesItsKernelWithIt() throws IOException {
        String damaged = THREE.replace("[0, 2, 2, 30, 40, 0]", "[0, 2, 2, -30, 40, 0]");
        assertThat(functions(damaged, "[[1, 7], [1, 5], [1, 4]]")).containsExactly(7, 4);
    }

    @Test
    void aListThatDoesNotFitNamesNothingAndIsALoss() throws IOException {
        for (String wrong : new String[] {"[[2, 7]]", "[[4, 7]]", "[[2147483647, 7]]", "[[3, 99999]]", "[[3]]"}) {
            assertThat(functions(THREE, wrong)).as(wrong).containsOnly(-1);
            assertThat(findings.kept()).as(wrong).isNotEmpty();
        }
    }
}
