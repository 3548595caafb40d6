package io.tidemark.cuda;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.GraphSource;
import io.tidemark.cuda.dump.ArgumentRing;
import java.lang.foreign.MemorySegment;

/**
 * One block that takes its tasks from a graph itself: takes the records out of its journal, as they
 * land, and copies what it says of itself to the registers that the runtime sees. Stepped by the
 * control thread that owns the core; the questions by any thread.
 */
final class GraphBlock {
    /** The payload that names the task which the block is in. */
    static final int BUFFER = 0;

    private static final int RECORD_BYTES = JournalRecord.LAYOUT.sizeBytes();
    private static final int STANDING = 64; // steps in which nothing changed
    private static final int BATCH = 256; // records taken in one step, so that no block waits long

    private final int core;
    private final CoreRegisters registers; // what the runtime sees
    private final DispatchPayloads payloads;
    private final MemorySegment words; // what the block writes
    private final long wordsAt;
    private final MemorySegment heads;
    private final long headAt;
    private final MemorySegment journal;
    private final long journalAt;
    private final int places;
    private final int kernelRecords;
    private final boolean recordsCycles;
    private final GraphSource source;
    private final CoreProbe probe; // null when nothing is recorded
    private final ClockMap clock;
    private final ArgumentRing arguments; // null when it dumps none
    private final int position; // that a task of one core is said to use
    private final int inCluster; // position of the core in its cluster
    private final long first;

    private long next; // record to take
    private volatile long taken; // kernels whose records were taken
    private volatile long progress; // as last copied
    private volatile int task; // that it entered last
    private volatile int block;
    private volatile int status;
    private int stood; // steps since the words changed
    private boolean isOpen; // the record of the next kernel is reserved

    GraphBlock(
            int core,
            CoreType type,
            int inCluster,
            CoreRegisters registers,
            DispatchPayloads payloads,
            MemorySegment words,
            long wordsAt,
            MemorySegment heads,
            long headAt,
            MemorySegment journal,
            long journalAt,
            int places,
            GraphSource source,
            CoreProbe probe,
            ClockMap clock,
            ArgumentRings rings) {
        this.core = core;
        this.registers = registers;
        this.payloads = payloads;
        this.words = words;
        this.wordsAt = wordsAt;
        this.heads = heads;
        this.headAt = headAt;
        this.journal = journal;
        this.journalAt = journalAt;
        this.places = places;
        this.kernelRecords = GraphMemory.kernelRecords(source);
        this.recordsCycles = source.recordsCycles();
        this.source = source;
        this.probe = probe;
        this.clock = clock;
        this.position = type == CoreType.AIC ? 0 : 1;
        this.inCluster = inCluster;
        this.first = JournalHead.FIRST.get(heads, headAt);
        this.next = first;
        CoreArguments dumped = rings == null ? null : source.arguments();
        this.arguments = dumped == null
                ? null
                : new ArgumentRing(
                        rings.ring(core),
                        heads,
                        headAt,
                        dumped.taker(core),
                        number -> source.task(number).taskId());
    }

    /** What it dumps; null when that is nothing. */
    ArgumentRing arguments() {
        return arguments;
    }

    /** It dumps nothing more. For the control thread. */
    void leaveArguments() {
        if (arguments != null) {
            arguments.leave();
        }
    }

    /** Takes what is new; true when anything was. */
    boolean step() {
        boolean moved = copyWords() | (probe != null && take()) | (arguments != null && arguments.take());
        stood = moved ? 0 : stood + 1;
        if (stood == STANDING && probe != null && !isOpen && task() >= 0) {
            isOpen = reserve(task); // otherwise the ledger would not count its missing record
            stood -= isOpen ? 0 : 1;
        }
        return moved;
    }

    /** Whether the block has left, and all its records are taken. */
    boolean hasExited() {
        return status == DispatchToken.CORE_EXITED
                && (probe == null || (int) taken == entered(progress))
                && (arguments == null || arguments.isEmpty());
    }

    /** Whether there is a taken record for every kernel that it told to have entered and left. */
    boolean isDrained() {
        return probe == null || (int) taken - left(progress) >= 0;
    }

    /** Number of the task whose kernel the block is in, or -1. */
    int task() {
        long now = progress;
        boolean isIn = entered(now) != left(now);
        boolean mayBeOver = // the block reports its end with the next start, its record at once
                probe != null && status != DispatchToken.CORE_EXITED && (int) taken == entered(now);
        return isIn && !mayBeOver ? task : -1;
    }

    int block() {
        return block;
    }

    /** Kernels that it told to have left. */
    long kernels() {
        return Integer.toUnsignedLong(left(progress));
    }

    /** Tasks that it told to have completed. */
    long completed() {
        return CoreRegisterWords.COMPLETED.getOpaque(words, wordsAt);
    }

    /** Tasks among them that it did not run, because of their predicate. */
    long skipped() {
        return CoreRegisterWords.SKIPPED.getOpaque(words, wordsAt);
    }

    /** Stages of arguments that it would else have dumped of these. */
    long skippedStages() {
        return CoreRegisterWords.SKIPPED_STAGES.getOpaque(words, wordsAt);
    }

    /** Lets the payload name the task that the block entered last. */
    void nameTask() {
        nameTask(task, block);
    }

    void nameTask(int number, int blockIndex) {
        DispatchSource described = source.task(number);
        payloads.name(core, BUFFER, described.taskId(), functionOf(number), blockIndex);
    }

    private int functionOf(int number) {
        return source.task(number).functionAt(source.positions(number) == 0 ? position : inCluster);
    }

    private boolean copyWords() {
        int now = CoreRegisterWords.COND.getAcquire(words, wordsAt);
        long counted = CoreRegisterWords.PROGRESS.getOpaque(words, wordsAt);
        if (now == status && counted == progress) {
            return false;
        }
        if (now == DispatchToken.CORE_EXITED) {
            progress = counted;
            status = now;
            registers.progressOpaque(core, entered(counted), left(counted));
            return true;
        }
        if (now != DispatchToken.CORE_IDLE && now != 0) {
            task = DispatchToken.tokenOf(now);
            block = CoreRegisterWords.DETAIL.getAcquire(words, wordsAt);
            nameTask();
            if (probe != null) {
                registers.startTickRelease(core, clock.toHost(CoreRegisterWords.START_TICK.getOpaque(words, wordsAt)));
            }
        }
        status = now;
        progress = counted;
        registers.progressOpaque(core, entered(counted), left(counted));
        registers.statusRelease(core, BUFFER);
        return true;
    }

    private boolean take() {
        long from = next;
        for (int i = 0; i < BATCH && takeOne(); i++) {
            next += kernelRecords;
        }
        if (next == from) {
            return false;
        }
        taken = (next - first) / kernelRecords;
        JournalHead.CONSUMED.setRelease(heads, headAt, next);
        return true;
    }

    private boolean takeOne() {
        if (!isWhole(next) || !isWhole(next + kernelRecords - 1)) {
            return false;
        }
        long at = at(next);
        int number = (int) JournalRecord.TOKEN.get(journal, at);
        DispatchSource ran = source.task(number);
        if (!isOpen && !reserve(number)) {
            return false;
        }
        isOpen = false;
        long start = clock.toHost(JournalRecord.START_TICK.get(journal, at));
        long end = Math.max(start, clock.toHost(JournalRecord.END_TICK.get(journal, at)));
        long waited = JournalRecord.RECEIVE_TO_START_TICKS.get(journal, at);
        if (JournalHead.FAILED_TOKEN.getAcquire(heads, headAt) == number + 1L) {
            probe.threw(number);
        }
        if (kernelRecords > 1) {
            tellMore(at(next + 1), start - waited, end);
        }
        probe.commit(number, ran.taskId(), functionOf(number), start - waited, start, end);
        return true;
    }

    /** What the second record of a kernel says. */
    private void tellMore(long at, long received, long end) {
        long dispatch = clock.toHost(JournalRecord.START_TICK.get(journal, at));
        long finish = JournalRecord.END_TICK.get(journal, at);
        probe.taken(
                Math.min(received, dispatch),
                finish == 0 ? CoreProbe.NOT_FINISHED : Math.max(end, clock.toHost(finish)));
        if (recordsCycles && finish != 0) {
            probe.countedCycles((int) JournalRecord.TOKEN.get(journal, at));
        }
    }

    private long at(long record) {
        return journalAt + (record & places - 1) * RECORD_BYTES;
    }

    private boolean isWhole(long record) {
        long at = at(record);
        long generation = record + 1 & 0xFFFF_FFFFL;
        return JournalRecord.START_GENERATION.getAcquire(journal, at) == generation
                && JournalRecord.END_GENERATION.getAcquire(journal, at) == generation;
    }

    private boolean reserve(int number) {
        long taskId = source.task(number).taskId();
        return probe.tryAnnounce(number, taskId) && probe.tryReserve(number, taskId);
    }

    private static int entered(long progress) {
        return (int) (progress >>> Integer.SIZE);
    }

    private static int left(long progress) {
        return (int) progress;
    }
}
