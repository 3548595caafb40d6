package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.json.TextSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes {@code chip_swimlane_records.json} row by row; it keeps only a buffer, and two bytes of
 * each AICore row. The kernel of the row is written in a separate block, because older tools accept
 * AICore rows of exactly six columns. One thread. Blocks come in file order; a call for an earlier
 * block throws. The order is AICore rows, AICPU rows, scheduler lanes, orchestrator lanes, host
 * submits, host uploads, fan-ins, failed runs, kernels of AICore rows. AICore and AICPU blocks are
 * written even when empty, scheduler lanes at level 3 and above, the others when they have rows.
 */
public final class SwimlaneWriter implements Closeable {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = SwimlaneChannel.FILE;

    private enum Block {
        AICORE,
        AICPU,
        SCHEDULER,
        ORCHESTRATOR,
        HOST_SUBMITS,
        HOST_UPLOADS,
        FANIN,
        FAILED_RUNS,
        FUNCTIONS,
        END
    }

    private final TextSink sink;
    private final int level;
    private Block block = Block.AICORE;
    private boolean firstRow = true;
    private final ShortColumn functions = new ShortColumn(); // of the AICore rows, in their order
    private boolean hasFunctions;
    private boolean laneOpen;
    private boolean firstLane = true;

    private SwimlaneWriter(TextSink sink, int level) {
        this.sink = sink;
        this.level = level;
    }

    public static SwimlaneWriter create(Path file, int level, SwimlaneMetadata metadata) throws IOException {
        return on(TextSink.create(file), level, metadata);
    }

    /** Writes to {@code sink}, which the writer closes. */
    public static SwimlaneWriter on(TextSink sink, int level, SwimlaneMetadata metadata) throws IOException {
        if (level < 1 || level > 4) {
            throw new IllegalArgumentException("level=" + level);
        }
        sink.ascii("{\n  \"chip_swimlane_level\": ").number(level).ascii(",\n  ");
        new MetadataWriter(sink).write(metadata);
        sink.ascii(",\n  \"aicore_tasks\": [");
        return new SwimlaneWriter(sink, level);
    }

    /** Writes a whole table in today's form, whatever form it was read from. */
    public static void write(Path file, SwimlaneTable table) throws IOException {
        try (SwimlaneWriter writer = create(file, table.level(), table.metadata())) {
            new TableCopy(table, writer).run();
        }
    }

    public void aicoreTask(
            int core,
            long taskId,
            int registerTaskId,
            long startTick,
            long endTick,
            long receiveToStartTicks,
            int functionId)
            throws IOException {
        enter(Block.AICORE);
        nextRow("\n    [");
        sink.number(core).ascii(", ").unsigned(taskId).ascii(", ");
        sink.number(Integer.toUnsignedLong(registerTaskId)).ascii(", ");
        sink.number(startTick).ascii(", ").number(endTick).ascii(", ");
        sink.number(receiveToStartTicks);
        sink.ascii("]");
        functions.add((short) functionId);
        hasFunctions |= functionId != AicoreRows.NO_FUNCTION;
    }

    public void aicpuTask(int core, int registerTaskId, long dispatchTick, long finishTick) throws IOException {
        enter(Block.AICPU);
        nextRow("\n    [");
        sink.number(core).ascii(", ").number(Integer.toUnsignedLong(registerTaskId));
        sink.ascii(", ").number(dispatchTick).ascii(", ").number(finishTick).ascii("]");
    }

    /** Opens the next scheduler lane. */
    public void schedulerLane() throws IOException {
        if (level < 3) {
            throw new IllegalStateException("scheduler lane at level=" + level);
        }
        enter(Block.SCHEDULER);
        nextLane();
    }

    /**
     * A phase of the lane opened last; {@code phase} is reused by callers, nothing of it is kept.
     */
    public void schedulerPhase(PhaseFields phase) throws IOException {
        requireLane(Block.SCHEDULER);
        nextRow("\n      ");
        sink.ascii("{\"kind\": ").quoted(phase.kind);
        sink.ascii(", \"start_cycles\": ").number(phase.startTick);
        sink.ascii(", \"end_cycles\": ").number(phase.endTick);
        sink.ascii(", \"loop_iter\": ").number(Integer.toUnsignedLong(phase.loopIteration));
        sink.ascii(", \"tasks_processed\": ");
        sink.number(Integer.toUnsignedLong(phase.tasksProcessed));
        if (phase.hasPops) {
            sink.ascii(", \"pop_hit\": ").number(Integer.toUnsignedLong(phase.popHits));
            sink.ascii(", \"pop_miss\": ").number(Integer.toUnsignedLong(phase.popMisses));
        }
        if (phase.hasTask) {
            sink.ascii(", \"task_id\": ").unsigned(phase.taskId);
        }
        if (phase.depthsAtStart != SchedulerPhases.NO_DEPTHS) {
            depths(", \"shared_at_start\": [", phase.depthsAtStart);
            depths(", \"shared_at_end\": [", phase.depthsAtEnd);
        }
        sink.ascii("}");
    }

    private void depths(String key, long packed) throws IOException {
        sink.ascii(key).number(SchedulerPhases.depth(packed, 0)).ascii(",");
        sink.number(SchedulerPhases.depth(packed, 1)).ascii(",");
        sink.number(SchedulerPhases.depth(packed, 2)).ascii("]");
    }

    /** Opens the next orchestrator lane. */
    public void orchestratorLane() throws IOException {
        enter(Block.ORCHESTRATOR);
        nextLane();
    }

    public void orchestratorSubmit(int submitIndex, long taskId, long startTick, long endTick) throws IOException {
        requireLane(Block.ORCHESTRATOR);
        nextRow("\n      ");
        submit(submitIndex, taskId);
        sink.ascii(", \"start_cycles\": ").number(startTick);
        sink.ascii(", \"end_cycles\": ").number(endTick).ascii("}");
    }

    public void hostSubmit(int submitIndex, long taskId, long startHostNanos, long endHostNanos) throws IOException {
        enter(Block.HOST_SUBMITS);
        nextRow("\n      ");
        submit(submitIndex, taskId);
        sink.ascii(", \"start_host_ns\": ").number(startHostNanos);
        sink.ascii(", \"end_host_ns\": ").number(endHostNanos).ascii("}");
    }

    private void submit(int submitIndex, long taskId) throws IOException {
        sink.ascii("{\"submit_idx\": ").number(Integer.toUnsignedLong(submitIndex));
        sink.ascii(", \"task_id\": ").unsigned(taskId);
    }

    public void hostUpload(HostUpload upload) throws IOException {
        enter(Block.HOST_UPLOADS);
        nextRow("\n      ");
        sink.ascii("{\"phase\": ").quoted(upload.phase());
        sink.ascii(", \"start_host_ns\": ").number(upload.startHostNanos());
        sink.ascii(", \"end_host_ns\": ").number(upload.endHostNanos());
        sink.ascii(", \"detail\": ").unsigned(upload.sizeBytes()).ascii("}");
    }

    /**
     * Whom a task comes after.
     *
     * @param kind as {@link TaskFanin} names them
     */
    public void taskFanin(long taskId, int kind, long[] producers, int count) throws IOException {
        enter(Block.FANIN);
        nextRow("\n    [");
        sink.unsigned(taskId).ascii(", ").number(kind);
        for (int i = 0; i < count; i++) {
            sink.ascii(", ").unsigned(producers[i]);
        }
        sink.ascii("]");
    }

    /** The kernel of this run, an AICore row, threw. */
    public void failedRun(int core, int registerTaskId) throws IOException {
        enter(Block.FAILED_RUNS);
        nextRow("\n    [");
        sink.number(core)
                .ascii(", ")
                .number(Integer.toUnsignedLong(registerTaskId))
                .ascii("]");
    }

    /** {@code [how many rows, function]}, row by row; -1 if the function is unknown. */
    private void writeFunctions() throws IOException {
        enter(Block.FUNCTIONS);
        for (int row = 0; row < functions.size(); ) {
            int function = functions.get(row);
            int from = row;
            while (row < functions.size() && functions.get(row) == function) {
                row++;
            }
            nextRow("\n    [");
            sink.number(row - from).ascii(", ").number(function).ascii("]");
        }
    }

    private void enter(Block wanted) throws IOException {
        if (wanted.ordinal() < block.ordinal()) {
            throw new IllegalStateException("block=" + wanted + " after=" + block);
        }
        while (block.ordinal() < wanted.ordinal()) {
            closeBlock();
            Block next = Block.values()[block.ordinal() + 1];
            boolean always = next == Block.AICPU || (next == Block.SCHEDULER && level >= 3);
            block = next;
            firstRow = true;
            firstLane = true;
            if (always || next == wanted) {
                openBlock();
            }
        }
    }

    private boolean opened = true; // the AICore block is, from the start

    private void openBlock() throws IOException {
        opened = true;
        switch (block) {
            case AICORE -> {}
            case AICPU -> sink.ascii(",\n  \"aicpu_tasks\": [");
            case SCHEDULER -> sink.ascii(",\n  \"aicpu_scheduler_phases\": [\n");
            case ORCHESTRATOR -> sink.ascii(",\n  \"aicpu_orchestrator_phases\": [\n");
            case HOST_SUBMITS -> sink.ascii(",\n  \"host_orchestrator_phases\": [[");
            case HOST_UPLOADS -> sink.ascii(",\n  \"host_device_uploads\": [");
            case FANIN -> sink.ascii(",\n  \"task_fanin\": [");
            case FAILED_RUNS -> sink.ascii(",\n  \"failed_runs\": [");
            case FUNCTIONS -> sink.ascii(",\n  \"aicore_functions\": [");
            case END -> sink.ascii("\n}\n");
        }
    }

    private void closeBlock() throws IOException {
        if (!opened) {
            return;
        }
        opened = false;
        switch (block) {
            case AICORE, AICPU, FANIN, FAILED_RUNS, FUNCTIONS -> sink.ascii(firstRow ? "]" : "\n  ]");
            case SCHEDULER, ORCHESTRATOR -> {
                closeLane();
                sink.ascii(firstLane ? "  ]" : "\n  ]");
            }
            case HOST_SUBMITS -> sink.ascii("\n    ]]");
            case HOST_UPLOADS -> sink.ascii("\n    ]");
            case END -> {}
        }
    }

    private void nextLane() throws IOException {
        closeLane();
        sink.ascii(firstLane ? "    [" : ",\n    [");
        firstLane = false;
        firstRow = true;
        laneOpen = true;
    }

    private void closeLane() throws IOException {
        if (laneOpen) {
            sink.ascii(firstRow ? "]" : "\n    ]");
            laneOpen = false;
        }
    }

    private void requireLane(Block wanted) {
        if (block != wanted || !laneOpen) {
            throw new IllegalStateException("no open lane for block=" + wanted);
        }
    }

    private void nextRow(String lead) throws IOException {
        if (!firstRow) {
            sink.ascii(",");
        }
        firstRow = false;
        sink.ascii(lead);
    }

    /** Ends the document. */
    @Override
    public void close() throws IOException {
        try (sink) {
            if (block != Block.END) {
                if (hasFunctions) {
                    writeFunctions();
                }
                enter(Block.END);
            }
        }
    }
}
