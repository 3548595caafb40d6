package io.tidemark.capture.swimlane.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.column.Extent;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.PhaseFields;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneLanes;
import io.tidemark.capture.swimlane.SwimlaneRows;
import io.tidemark.capture.swimlane.TaskFanin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A bad record in the middle of a block gives the rows and findings that it gives when records are
 * read one by one.
 */
class BlockRowsTest {
    /** Hands rows on, in blocks or one by one, and keeps which blocks were not taken. */
    private static final class Handed implements SwimlaneRows {
        private final SwimlaneRows to;
        private final boolean inBlocks;
        private final Map<String, Integer> taken = new TreeMap<>();
        private final List<String> refused = new ArrayList<>();

        Handed(SwimlaneRows to, boolean inBlocks) {
            this.to = to;
            this.inBlocks = inBlocks;
        }

        private boolean keep(String what, int lane, boolean isTaken) {
            if (isTaken) {
                taken.merge(what, 1, Integer::sum);
            } else {
                refused.add(what + " " + lane);
            }
            return isTaken;
        }

        @Override
        public boolean aicoreTasks(int core, long[] words, int count) {
            return inBlocks && keep("aicore", core, to.aicoreTasks(core, words, count));
        }

        @Override
        public boolean aicpuTasks(int core, long[] words, int count) {
            return inBlocks && keep("aicpu", core, to.aicpuTasks(core, words, count));
        }

        @Override
        public boolean schedulerPhases(long[] words, int count) {
            return inBlocks && keep("phases", 0, to.schedulerPhases(words, count));
        }

        @Override
        public boolean orchestratorSubmits(long[] words, int count) {
            return inBlocks && keep("submits", 0, to.orchestratorSubmits(words, count));
        }

        @Override
        public boolean taskFanins(long[] words, int count) {
            return inBlocks && keep("fanins", 0, to.taskFanins(words, count));
        }

        @Override
        public void aicoreTask(int core, long task, int token, long start, long end, long receive, int function)
                throws IOException {
            to.aicoreTask(core, task, token, start, end, receive, function);
        }

        @Override
        public void aicpuTask(int core, int token, long dispatch, long finish) throws IOException {
            to.aicpuTask(core, token, dispatch, finish);
        }

        @Override
        public void schedulerLane() throws IOException {
            to.schedulerLane();
        }

        @Override
        public void schedulerPhase(PhaseFields phase) throws IOException {
            to.schedulerPhase(phase);
        }

        @Override
        public void orchestratorLane() throws IOException {
            to.orchestratorLane();
        }

        @Override
        public void orchestratorSubmit(int index, long task, long start, long end) throws IOException {
            to.orchestratorSubmit(index, task, start, end);
        }

        @Override
        public void hostSubmit(int index, long task, long start, long end) throws IOException {
            to.hostSubmit(index, task, start, end);
        }

        @Override
        public void hostUpload(HostUpload upload) throws IOException {
            to.hostUpload(upload);
        }

        @Override
        public void taskFanin(long task, int kind, long[] producers, int count) throws IOException {
            to.taskFanin(task, kind, producers, count);
        }

        @Override
        public void failedRun(int core, int token) throws IOException {
            to.failedRun(core, token);
        }
    }

    @Test
    void badRecordsOfABlockAreReadAsOneByOne() throws IOException {
        BadRecords records = new BadRecords();
        Findings findingsInBlocks = new Findings();
        SwimlaneDraft draftInBlocks = draft(findingsInBlocks);
        Handed inBlocks = read(records, draftInBlocks, true);
        Findings findings = new Findings();
        SwimlaneDraft draft = draft(findings);
        Handed oneByOne = read(records, draft, false);

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

        assertThat(oneByOne.taken).isEmpty();
        assertThat(inBlocks.refused)
                .as("one block of each bad record")
                .containsExactly(
                        "aicore 1",
                        "aicore 2",
                        "aicore 3",
                        "aicore 4",
                        "aicore 7",
                        "aicore 14",
                        "aicpu 1",
                        "aicpu 2",
                        "fanins 0",
                        "fanins 0");
        assertThat(inBlocks.taken)
                .isEqualTo(Map.of(
                        "aicore",
                        4 * BadRecords.CORES - 6,
                        "aicpu",
                        4 * BadRecords.CORES - 2,
                        "phases",
                        4 * BadRecords.THREADS,
                        "submits",
                        4,
                        "fanins",
                        2));
    }

    /** A finding about the odd record of a core. */
    private static String said(int core, String reason) {
        return "head at record " + (core * BadRecords.RECORDS + BadRecords.ODD + 1) + ": " + reason;
    }

    private static SwimlaneDraft draft(Findings findings) {
        return new SwimlaneDraft(new ReadContext("head", findings));
    }

    private static Handed read(BadRecords records, SwimlaneDraft draft, boolean inBlocks) throws IOException {
        DraftRows rows = new DraftRows(draft);
        Handed handed = new Handed(rows, inBlocks);
        new SwimlaneLanes(records, BadRecords.CORES, BadRecords.THREADS, handed).copy(4, false, List.of());
        rows.finish();
        return handed;
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
