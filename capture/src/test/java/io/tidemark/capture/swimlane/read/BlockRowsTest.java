package io.tidemark.capture.swimlane.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.column.Extent;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.TaskFanin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A bad record in the middle of a block gives the rows and findings that it gives when records are
 * read one by one.
 */
class BlockRowsTest {
    @Test
    void badRecordsOfABlockAreReadAsOneByOne() throws IOException {
        Findings findingsInBlocks = new Findings();
        SwimlaneDraft draftInBlocks = draft(findingsInBlocks);
        read(new BadRecords(true), draftInBlocks);
        Findings findings = new Findings();
        SwimlaneDraft draft = draft(findings);
        read(new BadRecords(false), draft);

        assertThat(findings.kept().stream().map(Finding::toString))
                .containsExactly(
                        said(1, "number out of range; AICore row skipped"),
                        said(2, "number out of range; AICore row skipped"),
                        said(4, "received before time began; the receive time was ignored"),
                        said(7, "received before time began; the receive time was ignored"),
                        "head at core 1: number out of range; AICPU row skipped",
                        "head at core 2: number out of range; AICPU row skipped",
                        "head at task "
                                + (1L << 32 | BadRecords.ODD)
                                + ": from this task on, edges to 5 writers are missing: more"
                                + " regions were written than the recorder remembers");
        assertThat(findingsInBlocks.kept()).isEqualTo(findings.kept());

        List<String> expected = lines(draft);
        List<String> lines = lines(draftInBlocks);
        assertThat(lines).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(lines.get(i)).as("line " + i).isEqualTo(expected.get(i));
        }
        assertThat(expected.stream().filter(line -> line.endsWith(" threw"))).hasSize(3);
        assertThat(draft.aicore.size()).isEqualTo(BadRecords.CORES * BadRecords.RECORDS - 2);
        assertThat(draft.aicpu.size()).isEqualTo(BadRecords.CORES * BadRecords.RECORDS - 2);
    }

    /** A finding about the odd record of a core. */
    private static String said(int core, String reason) {
        return "head at record " + (core * BadRecords.RECORDS + BadRecords.ODD + 1) + ": " + reason;
    }

    private static SwimlaneDraft draft(Findings findings) {
        return new SwimlaneDraft(new ReadContext("head", findings));
    }

    private static void read(BadRecords bad, SwimlaneDraft draft) throws IOException {
        SwimlaneRecords records = new SwimlaneRecords(bad, BadRecords.CORES, BadRecords.THREADS, draft);
        records.copyRuns();
        records.copyPhases(4);
        records.copySubmits(false);
    }

    /** Everything that a draft holds, a line for each row. */
    private static List<String> lines(SwimlaneDraft draft) {
        List<String> lines = new ArrayList<>();
        addRuns(lines, draft.aicore);
        AicpuRows aicpu = draft.aicpu;
        lines.add("aicpu " + extent(aicpu.dispatches()) + extent(aicpu.finishes()));
        for (int row = 0; row < aicpu.size(); row++) {
            lines.add(line(aicpu.core(row), aicpu.registerTaskId(row), aicpu.dispatchTick(row), aicpu.finishTick(row)));
        }
        addPhases(lines, draft.schedulerPhases);
        SubmitPhases submits = draft.orchestratorSubmits;
        lines.add("submits " + extent(submits.starts()) + extent(submits.ends()));
        lines.add("timed " + submits.isTimed() + ", lanes " + submits.laneCount());
        for (int row = 0; row < submits.size(); row++) {
            lines.add(line(submits.start(row), submits.end(row), submits.submitIndex(row))
                    + line(submits.taskId(row))
                    + submits.phase(row));
        }
        TaskFanin fanin = draft.fanin;
        lines.add("fanins " + draft.sawFanin);
        for (int row = 0; row < fanin.rows(); row++) {
            StringBuilder text = new StringBuilder(line(fanin.taskId(row), fanin.kind(row)));
            for (int at = fanin.begin(row); at < fanin.end(row); at++) {
                text.append(line(fanin.producer(at)));
            }
            lines.add(text.toString());
        }
        return lines;
    }

    private static void addRuns(List<String> lines, AicoreRows runs) {
        lines.add("runs " + extent(runs.starts()) + extent(runs.ends()) + extent(runs.receives()));
        lines.add("timed " + runs.isTimed() + ", functions " + runs.nameTheirFunctions());
        for (int row = 0; row < runs.size(); row++) {
            lines.add(line(
                            runs.core(row),
                            runs.taskId(row),
                            runs.registerTaskId(row),
                            runs.startTick(row),
                            runs.endTick(row),
                            runs.receiveToStartTicks(row),
                            runs.functionId(row))
                    + (runs.isFailed(row) ? "threw" : ""));
        }
    }

    private static void addPhases(List<String> lines, SchedulerPhases phases) {
        lines.add("phases " + extent(phases.starts()) + extent(phases.ends()));
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            lines.add("lane " + line(phases.laneBegin(lane), phases.laneEnd(lane)));
        }
        for (int row = 0; row < phases.size(); row++) {
            lines.add(line(
                            phases.startTick(row),
                            phases.endTick(row),
                            phases.loopIteration(row),
                            phases.tasksProcessed(row),
                            phases.popHits(row),
                            phases.popMisses(row),
                            phases.taskId(row))
                    + phases.kindName(row)
                    + " "
                    + phases.kind(row)
                    + (phases.hasPops(row) ? " pops" : "")
                    + (phases.hasCount(row) ? " count" : "")
                    + (phases.hasDepths(row) ? " depths" : ""));
        }
    }

    private static String line(long... values) {
        StringBuilder text = new StringBuilder();
        for (long value : values) {
            text.append(value).append(' ');
        }
        return text.toString();
    }

    private static String extent(Extent extent) {
        return extent.lowest() + " to " + extent.highest() + " ";
    }
}
