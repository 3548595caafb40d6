package io.tidemark.cuda;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.abi.dispatch.DeviceLaunch;
import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchMessage;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.cuda.dump.DumperBlock;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The memory that host and blocks share: registers, payloads, control words and journals, one after
 * the other, each from a page on. Kept from run to run; borrowed from the accelerator.
 */
final class SharedWords {
    /** Places of a core's journal: more than a core can have unread that the host dispatches to. */
    static final int JOURNAL_RECORDS = 64;

    /** Records of all cores together that a device may be ahead of the host by. */
    private static final int RECORDS_AHEAD = 1 << 22;

    private static final int MOST_JOURNAL_RECORDS = 1 << 14;

    private static final long PAGE_BYTES = 4096;
    private static final long ENDED_BYTES = (long) DeviceLaunch.ENDED_WORDS * Long.BYTES;

    private final ChipShape shape;
    private final Accelerator accelerator;
    private final MemorySegment all;
    private final MemorySegment registers;
    private final MemorySegment payloads;
    private final MemorySegment control;
    private final MemorySegment journalHeads;
    private final MemorySegment journal;
    private final MemorySegment launch;
    private final MemorySegment dispatch;
    private final MemorySegment messages;
    private final MemorySegment ended; // where the device has no separate memory
    private final long mailboxes;
    private final int journalRecords;
    private final long graph;
    private final ArgumentRings rings; // null when no arguments are dumped
    private final int heads;
    private int runs;

    /**
     * @param journalRecords places of each core's journal, a power of two
     * @param graph where the device finds a graph that it resolves itself; 0 for nowhere
     * @param rings where blocks dump arguments; null when they do not
     */
    SharedWords(Accelerator accelerator, ChipShape shape, int journalRecords, long graph, ArgumentRings rings) {
        this.accelerator = accelerator;
        this.shape = shape;
        this.journalRecords = journalRecords;
        this.graph = graph;
        this.rings = rings;
        int cores = shape.coreCount();
        heads = rings == null ? cores : cores + 1;
        long[] sizes = {
            (long) cores * CoreRegisterWords.LAYOUT.sizeBytes(),
            dumpArgumentsAt() + (rings == null ? 0 : DispatchArguments.SIZE_BYTES),
            DeviceControl.LAYOUT.sizeBytes(),
            (long) heads * JournalHead.LAYOUT.sizeBytes(),
            (long) cores * journalRecords * JournalRecord.LAYOUT.sizeBytes(),
            DeviceLaunch.LAYOUT.sizeBytes(),
            dispatchBytes(cores),
            (long) cores * DispatchMessage.LAYOUT.sizeBytes(),
            ENDED_BYTES
        };
        long total = 0;
        for (long size : sizes) {
            total += pages(size);
        }
        all = accelerator.share(total);
        MemorySegment[] parts = new MemorySegment[sizes.length];
        long at = 0;
        for (int i = 0; i < sizes.length; i++) {
            parts[i] = all.asSlice(at, sizes[i]);
            at += pages(sizes[i]);
        }
        registers = parts[0];
        payloads = parts[1];
        control = parts[2];
        journalHeads = parts[3];
        journal = parts[4];
        launch = parts[5];
        dispatch = parts[6];
        messages = parts[7];
        ended = parts[8];
        if (rings != null) {
            JournalHead.DUMP_ARGUMENTS.set(journalHeads, headAt(cores), dumpArgumentsAt());
        }
        mailboxes = accelerator.mailboxes(dispatchBytes(cores) + Long.BYTES + ENDED_BYTES);
    }

    /** Blocks of a launch that are no cores: one has the clock, one dumps for schedulers. */
    static int blocksBeside(boolean dumpsArguments) {
        return dumpsArguments ? 2 : 1;
    }

    /** Records of each journal when {@code cores} cores resolve a graph. */
    static int journalRecordsOfGraph(int cores) {
        int share = Integer.highestOneBit(Math.max(1, RECORDS_AHEAD / cores));
        return Math.clamp(share, JOURNAL_RECORDS, MOST_JOURNAL_RECORDS);
    }

    /** A reader on the device takes four words at a time. */
    private static long dispatchBytes(int cores) {
        return (cores + 3 & -4) * (long) Long.BYTES;
    }

    private static long pages(long sizeBytes) {
        return sizeBytes + PAGE_BYTES - 1 & -PAGE_BYTES;
    }

    MemorySegment registers() {
        return registers;
    }

    /** The dispatch word of each core, for those that work on a graph. */
    MemorySegment dispatch() {
        return dispatch;
    }

    /** The message of each core. */
    MemorySegment messages() {
        return messages;
    }

    /** Where blocks dump arguments; null when they do not. */
    ArgumentRings rings() {
        return rings;
    }

    /** The block that dumps for schedulers in the next run; null where there is none. */
    DumperBlock dumper() {
        if (rings == null) {
            return null;
        }
        int number = shape.coreCount();
        return new DumperBlock(payloads.asSlice(dumpArgumentsAt()), rings.ring(number), journalHeads, headAt(number));
    }

    /** Stages that schedulers have asked that block for since the last {@link #reset}. */
    long askedStages() {
        return rings == null ? 0 : JournalHead.DUMP_ASKED.getAcquire(journalHeads, headAt(shape.coreCount())) >> 1;
    }

    private long dumpArgumentsAt() {
        return DispatchPayloads.sizeBytes(shape.coreCount(), true);
    }

    private static long headAt(int block) {
        return (long) block * JournalHead.LAYOUT.sizeBytes();
    }

    MemorySegment payloads() {
        return payloads;
    }

    MemorySegment control() {
        return control;
    }

    MemorySegment journalHeads() {
        return journalHeads;
    }

    MemorySegment journal() {
        return journal;
    }

    int journalRecords() {
        return journalRecords;
    }

    /** As after power-on, except that journals go on where they stand. Before the start. */
    void reset() {
        registers.fill((byte) 0);
        dispatch.fill((byte) 0);
        messages.fill((byte) 0);
        ended.fill((byte) 0);
        DeviceControl.ABORT.set(control, 0, 0);
        for (int block = 0; block < heads; block++) {
            long at = headAt(block);
            JournalHead.FIRST.set(journalHeads, at, JournalHead.CONSUMED.get(journalHeads, at));
            JournalHead.FAILED_TOKEN.set(journalHeads, at, 0);
            JournalHead.DUMP_RELEASED.set(journalHeads, at, 0);
            JournalHead.DUMP_WRITTEN.set(journalHeads, at, 0);
            JournalHead.DUMP_ASKED.set(journalHeads, at, 0);
        }
        VarHandle.fullFence();
    }

    /** What the kernel is started with. */
    MemorySegment launch(boolean isRecorded) {
        DeviceLaunch.REGISTERS.set(launch, 0, accelerator.deviceAddress(registers));
        DeviceLaunch.PAYLOADS.set(launch, 0, accelerator.deviceAddress(payloads));
        DeviceLaunch.CONTROL.set(launch, 0, accelerator.deviceAddress(control));
        DeviceLaunch.JOURNAL_HEADS.set(launch, 0, accelerator.deviceAddress(journalHeads));
        DeviceLaunch.JOURNAL.set(launch, 0, accelerator.deviceAddress(journal));
        DeviceLaunch.JOURNAL_RECORDS.set(launch, 0, isRecorded ? journalRecords : 0);
        DeviceLaunch.CORES.set(launch, 0, shape.coreCount());
        DeviceLaunch.CUBE_CORES.set(launch, 0, shape.count(CoreType.AIC));
        DeviceLaunch.RUN.set(launch, 0, ++runs);
        DeviceLaunch.GRAPH.set(launch, 0, graph);
        long words = accelerator.deviceAddress(dispatch);
        DeviceLaunch.MESSAGES.set(launch, 0, accelerator.deviceAddress(messages));
        boolean isCopied = mailboxes != 0;
        DeviceLaunch.DISPATCH.set(launch, 0, words);
        DeviceLaunch.MAILBOXES.set(launch, 0, isCopied ? mailboxes : words);
        DeviceLaunch.ABORT.set(
                launch,
                0,
                isCopied
                        ? mailboxes + dispatch.byteSize()
                        : accelerator.deviceAddress(control) + DeviceControl.ABORT.offset());
        DeviceLaunch.ENDED.set(
                launch, 0, isCopied ? mailboxes + dispatch.byteSize() + Long.BYTES : accelerator.deviceAddress(ended));
        DeviceLaunch.DUMP.set(launch, 0, rings == null ? 0 : rings.address());
        DeviceLaunch.DUMP_BYTES.set(launch, 0, rings == null ? 0 : rings.ringBytes());
        return launch;
    }

    void abort(int word) {
        DeviceControl.ABORT.setRelease(control, 0, word);
    }
}
