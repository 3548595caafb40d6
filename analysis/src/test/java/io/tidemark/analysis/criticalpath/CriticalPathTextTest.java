package io.tidemark.analysis.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.Generated;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path itself, as lines. */
class CriticalPathTextTest {
    @TempDir
    Path directory;

    private CaptureModel run;
    private CriticalPathReport report;

    @BeforeEach
    void analyse() {
        run = Generated.capture(directory, 2000, 7).model();
        report = CriticalPath.of("generated", run);
    }

    private List<String> printed(int most) {
        return CriticalPathSections.of(report, most, "--steps all")
                .text()
                .lines()
                .dropWhile(line -> !line.equals("Observed path"))
                .toList();
    }

    @Test
    void everyStepHasItsLineWithWhatItWaitedFor() {
        List<String> lines = printed(Integer.MAX_VALUE);
        assertThat(lines).hasSize(3 + report.steps().size());
        for (int at = 0; at < report.steps().size(); at++) {
            PathStep step = report.steps().get(at);
            String line = lines.get(3 + at);
            assertThat(line)
                    .contains(" " + TaskId.label(step.taskId()) + " ", step.name())
                    .startsWith(" ".repeat(2))
                    .contains(" " + (at + 1) + " ");
            assertThat(line.contains(step.link().words())).as(line).isEqualTo(step.stall() > 0);
            for (CorePart part : PathStep.STALL_PARTS) {
                if (part != CorePart.UNKNOWN) {
                    assertThat(line.contains(part.words())).as(line).isEqualTo(step.stall(part) > 0);
                }
            }
        }
    }

    /** Start, core and runs are those of the rows. */
    @Test
    void aStepStartsWhereAndWhenItsFirstRunDoes() {
        KernelRuns rows = run.runs();
        long begin = Long.MAX_VALUE;
        for (int row = 0; row < rows.size(); row++) {
            begin = Math.min(begin, rows.start(row));
        }
        for (PathStep step : report.steps()) {
            int runs = 0;
            int first = -1;
            for (int row = 0; row < rows.size(); row++) {
                if (rows.taskId(row) == step.taskId()) {
                    runs++;
                    first = first < 0 || rows.start(row) < rows.start(first) ? row : first;
                }
            }
            assertThat(step.runs()).isEqualTo(runs);
            assertThat(step.core()).isEqualTo(rows.core(first));
            assertThat(step.start()).isEqualTo(rows.start(first) - begin);
        }
    }

    @Test
    void whatIsLeftOutOfALongPathIsCounted() {
        int steps = report.steps().size();
        assertThat(steps).isGreaterThan(8);
        List<String> lines = printed(5);
        assertThat(lines).hasSize(3 + 5 + 2);
        assertThat(lines.get(6).strip()).isEqualTo("...");
        assertThat(lines.get(5)).contains(" 3 ");
        assertThat(lines.get(7)).contains(" " + (steps - 1) + " ");
        assertThat(lines.getLast())
                .isEqualTo("%d of %d steps left out; --steps all prints all".formatted(steps - 5, steps));
        assertThat(printed(steps).getLast()).doesNotContain("left out");
    }
}
