package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.swimlane.TaskFanin;
import io.tidemark.capture.table.LaneRecords;
import io.tidemark.capture.table.StoredChunk;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lanes in memory, each of two chunks, with bad records in the middle of a block. Each kind of bad
 * run has a core of its own, so that no other one makes a reader leave the block. One thread.
 */
final class BadRecords implements LaneRecords {
    private static final int[] CHUNKS = {700, 900}; // blocks of 512, 188, 512, and 388 records
    static final int RECORDS = CHUNKS[0] + CHUNKS[1];
    static final int ODD = 900; // in the middle of the third block
    static final int THREADS = 2;
    private static final long FAR = 1L << 40; // more than 32 bits from its neighbours

    /** Changes a record of a core that is good so far. */
    private interface Change {
        void of(MemorySegment bytes, long at);
    }

    private static final List<Change> RUNS = List.of(
            (bytes, at) -> {},
            (bytes, at) -> AicoreTaskRecord.START_TICK.set(bytes, at, -5),
            (bytes, at) -> AicoreTaskRecord.END_TICK.set(bytes, at, Long.MIN_VALUE),
            (bytes, at) -> run(bytes, at, FAR, 7, true), // its start is beyond the threw bit
            (bytes, at) -> run(bytes, at, 20_000, 20_001, false),
            (bytes, at) -> run(bytes, at, 20_000, 20_000, false), // at the edge: good
            (bytes, at) -> run(bytes, at, 0, 9, false), // no stamp: good
            (bytes, at) -> run(bytes, at, 20_000, 20_001, true),
            (bytes, at) -> run(bytes, at, FAR, 0x7FFF_FFFFL, false),
            (bytes, at) -> AicoreTaskRecord.END_TICK.set(bytes, at, 1), // before its start
            (bytes, at) -> AicoreTaskRecord.END_TICK.set(bytes, at, Long.MAX_VALUE),
            (bytes, at) -> AicoreTaskRecord.TASK.set(bytes, at, -1),
            (bytes, at) -> AicoreTaskRecord.FUNCTION_ID.set(bytes, at, 0x8000),
            (bytes, at) -> AicoreTaskRecord.REG_TASK_ID.set(bytes, at, 0xFFFF_FFFFL),
            (bytes, at) -> run(bytes, at, 0, 7, true));
    static final int CORES = RUNS.size();

    private static void run(MemorySegment bytes, long at, long start, long receiveToStart, boolean threw) {
        AicoreTaskRecord.START_TICK.set(bytes, at, start);
        AicoreTaskRecord.END_TICK.set(bytes, at, start + 10);
        AicoreTaskRecord.RECEIVE_TO_START_TICKS.set(bytes, at, AicoreTaskRecord.receiveToStart(receiveToStart, threw));
    }

    private final Map<Integer, MemorySegment> bytes = new HashMap<>();
    private final Map<Integer, Integer> sizes = new HashMap<>();
    private final boolean inBlocks;

    /**
     * @param inBlocks false for chunks of one record each
     */
    BadRecords(boolean inBlocks) {
        this.inBlocks = inBlocks;
        add(SwimlaneStream.AICORE_TASK, CORES);
        add(SwimlaneStream.AICPU_TASK, CORES);
        add(SwimlaneStream.AICPU_SCHED_PHASE, THREADS);
        add(SwimlaneStream.AICPU_ORCH_PHASE, 1);
        add(SwimlaneStream.FANIN, 1);
        for (int core = 0; core < CORES; core++) {
            putRuns(core);
            putDispatches(core);
        }
        for (int thread = 0; thread < THREADS; thread++) {
            putPhases(thread);
        }
        putSubmits();
        putFanins();
    }

    private void add(SwimlaneStream stream, int lanes) {
        int size = stream.record().sizeBytes();
        bytes.put(stream.code(), MemorySegment.ofArray(new byte[lanes * RECORDS * size]));
        sizes.put(stream.code(), size);
    }

    private long at(SwimlaneStream stream, int lane, int record) {
        return (long) (lane * RECORDS + record) * sizes.get(stream.code());
    }

    @Override
    public MemorySegment bytes(int kind) {
        return bytes.getOrDefault(kind, MemorySegment.NULL);
    }

    @Override
    public List<StoredChunk> chunks(int kind, int lane) {
        List<StoredChunk> chunks = new ArrayList<>();
        int first = 0;
        while (sizes.containsKey(kind) && first < RECORDS) {
            int size = sizes.get(kind);
            int count = !inBlocks ? 1 : first == 0 ? CHUNKS[0] : CHUNKS[1];
            long at = (long) (lane * RECORDS + first) * size;
            chunks.add(new StoredChunk(kind, lane, chunks.size() + 1, count, size, 0, first, false, at, 0, 0));
            first += count;
        }
        return chunks;
    }

    private void putRuns(int core) {
        MemorySegment bytes = bytes(SwimlaneStream.AICORE_TASK.code());
        for (int i = 0; i < RECORDS; i++) {
            long at = at(SwimlaneStream.AICORE_TASK, core, i);
            run(bytes, at, 1_000 + 20L * i, i % 9, false);
            AicoreTaskRecord.TASK.set(bytes, at, AicoreTaskRecord.task((long) (i % 4) << 32 | i, i % 12));
            AicoreTaskRecord.REG_TASK_ID.set(bytes, at, i);
        }
        RUNS.get(core).of(bytes, at(SwimlaneStream.AICORE_TASK, core, ODD));
    }

    private void putDispatches(int core) {
        MemorySegment bytes = bytes(SwimlaneStream.AICPU_TASK.code());
        for (int i = 0; i < RECORDS; i++) {
            long at = at(SwimlaneStream.AICPU_TASK, core, i);
            AicpuTaskRecord.DISPATCH_TICK.set(bytes, at, 990 + 20L * i);
            AicpuTaskRecord.FINISH_TICK.set(bytes, at, 1_012 + 20L * i);
            AicpuTaskRecord.REG_TASK_ID.set(bytes, at, i);
        }
        long odd = at(SwimlaneStream.AICPU_TASK, core, ODD);
        switch (core) {
            case 1 -> AicpuTaskRecord.DISPATCH_TICK.set(bytes, odd, -1);
            case 2 -> AicpuTaskRecord.FINISH_TICK.set(bytes, odd, Long.MIN_VALUE);
            case 3 -> AicpuTaskRecord.DISPATCH_TICK.set(bytes, odd, FAR);
            case 4 -> AicpuTaskRecord.FINISH_TICK.set(bytes, odd, 0);
            case 5 -> AicpuTaskRecord.REG_TASK_ID.set(bytes, odd, 0x8000_0000L);
            default -> {}
        }
    }

    /** Phases are never left out, whatever their numbers. */
    private void putPhases(int thread) {
        MemorySegment bytes = bytes(SwimlaneStream.AICPU_SCHED_PHASE.code());
        RecordLayout layout = SchedPhaseRecord.LAYOUT;
        for (int i = 0; i < RECORDS; i++) {
            long at = at(SwimlaneStream.AICPU_SCHED_PHASE, thread, i);
            SchedPhaseRecord.START_TICK.set(bytes, at, 1_000 + 20L * i);
            SchedPhaseRecord.END_TICK.set(bytes, at, 1_015 + 20L * i);
            SchedPhaseRecord.LOOP_ITERATION.set(bytes, at, i / 3);
            SchedPhaseRecord.KIND.set(bytes, at, i / 2 % 16); // 3, 14, and 15 are no kind
            SchedPhaseRecord.TASKS_PROCESSED.set(bytes, at, i % 7);
            SchedPhaseRecord.POP_HIT.set(bytes, at, i % 5);
            SchedPhaseRecord.POP_MISS.set(bytes, at, i % 3);
        }
        long odd = at(SwimlaneStream.AICPU_SCHED_PHASE, thread, ODD);
        SchedPhaseRecord.START_TICK.set(bytes, odd, -7);
        odd += layout.sizeBytes();
        SchedPhaseRecord.END_TICK.set(bytes, odd, Long.MIN_VALUE);
        odd += layout.sizeBytes();
        SchedPhaseRecord.START_TICK.set(bytes, odd, FAR);
        SchedPhaseRecord.KIND.set(bytes, odd, 0xFFFF_FFFFL);
        odd += layout.sizeBytes();
        for (int word = 0; word < layout.sizeBytes(); word += Long.BYTES) {
            SchedPhaseRecord.START_TICK.set(bytes, odd + word, -1);
        }
        SchedPhaseRecord.KIND.set(bytes, odd, SchedPhaseKind.DISPATCH.code());
        SchedPhaseRecord.POP_HIT.set(bytes, odd, 5); // and the most misses
    }

    private void putSubmits() {
        MemorySegment bytes = bytes(SwimlaneStream.AICPU_ORCH_PHASE.code());
        for (int i = 0; i < RECORDS; i++) {
            long at = at(SwimlaneStream.AICPU_ORCH_PHASE, 0, i);
            OrchPhaseRecord.START_TICK.set(bytes, at, 500 + 20L * i);
            OrchPhaseRecord.END_TICK.set(bytes, at, 504 + 20L * i);
            OrchPhaseRecord.TASK_ID.set(bytes, at, (long) (i % 4) << 32 | i);
            OrchPhaseRecord.SUBMIT_INDEX.set(bytes, at, i);
            OrchPhaseRecord.CALL.set(bytes, at, i % 2);
        }
        long odd = at(SwimlaneStream.AICPU_ORCH_PHASE, 0, ODD);
        OrchPhaseRecord.START_TICK.set(bytes, odd, -3);
        OrchPhaseRecord.TASK_ID.set(bytes, odd, -1);
        OrchPhaseRecord.SUBMIT_INDEX.set(bytes, odd, 0xFFFF_FFFFL);
    }

    /** Writers are forgotten in the third and in the fourth block. */
    private void putFanins() {
        for (int i = 0; i < RECORDS; i++) {
            putFanin(i, i % 9 == 8 ? FaninRecord.CONTINUED : 0, i % 7);
        }
        putFanin(100, TaskFanin.PREDICATED, 255); // more than a record holds
        putFanin(600, 253, 6); // a kind that nobody knows
        putFanin(ODD, FaninRecord.FORGOTTEN, 2);
        putFanin(1_400, FaninRecord.FORGOTTEN, 3);
    }

    private void putFanin(int record, int kind, int producers) {
        MemorySegment bytes = bytes(SwimlaneStream.FANIN.code());
        long at = at(SwimlaneStream.FANIN, 0, record);
        int rings = 0;
        for (int i = 0; i < FaninRecord.MOST_PRODUCERS; i++) {
            long producer = (long) (i % 4) << 32 | 0xFFFF_FFFFL - record - i;
            rings |= FaninRecord.ring(i, producer);
            FaninRecord.PRODUCER_LOCALS.set(bytes, at, i, producer);
        }
        FaninRecord.HEAD.set(bytes, at, FaninRecord.head(1L << 32 | record, kind, producers, rings));
    }
}
