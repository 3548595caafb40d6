package io.tidemark.cuda;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.abi.layout.I64;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.GraphSource;
import io.tidemark.chip.KernelRunner;
import io.tidemark.cuda.dump.DispatchedArguments;
import java.lang.foreign.MemorySegment;

/**
 * One block of the device, as the runtime sees it: passes tokens on to the block, and what the
 * block says back to the registers of the chip, in the host's time. A record that the block has put
 * into its journal is committed before the runtime sees the finish of its kernel. Stepped by the control
 * thread that owns the core; {@link #lose} and the questions by any thread.
 *
 * <pre>
 *   scheduler ──dispatch word──▶ proxy ──▶ message          ──▶ block
 *             ◀──status word────       ◀── shared registers ◀──
 *                              probe   ◀── journal          ◀──
 * </pre>
 */
final class BlockProxy {
    private static final I64 DISPATCH_WORD = new I64(0);
    private static final int RECORD_BYTES = JournalRecord.LAYOUT.sizeBytes();

    private final int core;
    private final CoreType type;
    private final CoreRegisters registers; // what the runtime sees
    private final DispatchPayloads payloads;
    private final MemorySegment words; // what the block sees
    private final long wordsAt;
    private final MemorySegment dispatch;
    private final DispatchMessages messages;
    private final MemorySegment heads;
    private final long headAt;
    private final MemorySegment journal;
    private final long journalAt;
    private final int places;
    private final KernelRunner kernels;
    private final CoreProbe probe; // null when nothing is recorded
    private final DispatchedArguments arguments; // null when the block dumps none
    private final ClockMap clock;

    private boolean hasBooted;
    private long sent;
    private int seen; // the last status word of the block that was passed on
    private int open = DispatchToken.NONE; // token whose record is reserved and not committed
    private int acknowledged = DispatchToken.NONE;
    private long position;
    private long taskId;
    private int functionId;
    private long toldFailure; // token plus one, 0 for none
    private boolean hasLeft;
    private boolean isQuiet;
    private TalkingBlocks talking; // where it is while it is not quiet; null before there is one
    private volatile GraphBlock graph; // null while the host dispatches
    private volatile boolean isLost;
    private volatile boolean isGivenUp;

    BlockProxy(
            int core,
            CoreType type,
            CoreRegisters registers,
            DispatchPayloads payloads,
            SharedWords shared,
            KernelRunner kernels,
            CoreProbe probe,
            CoreArguments dumped,
            ClockMap clock) {
        this.core = core;
        this.type = type;
        this.registers = registers;
        this.payloads = payloads;
        this.words = shared.registers();
        this.wordsAt = (long) core * CoreRegisterWords.LAYOUT.sizeBytes();
        this.dispatch = shared.dispatch();
        this.messages = new DispatchMessages(shared, core);
        this.heads = shared.journalHeads();
        this.headAt = (long) core * JournalHead.LAYOUT.sizeBytes();
        this.journal = shared.journal();
        this.journalAt = (long) core * shared.journalRecords() * RECORD_BYTES;
        this.places = shared.journalRecords();
        this.kernels = kernels;
        this.probe = probe;
        this.arguments = dumped == null
                ? null
                : new DispatchedArguments(core, payloads, shared.rings().ring(core), heads, headAt, dumped);
        this.clock = clock;
        this.position = JournalHead.FIRST.get(heads, headAt);
    }

    /** Whether the block has nothing to report until it gets a message. */
    boolean isQuiet() {
        return isQuiet;
    }

    /** Sets the blocks that it joins whenever it gets a message. It is not quiet yet. */
    void talksAmong(TalkingBlocks blocks) {
        talking = blocks;
    }

    /** Whether the caller is the control thread that owns the core. Any thread. */
    boolean isOwn() {
        return talking != null && talking.areOwn();
    }

    /** Passes on what the block says; true when that was anything new. */
    boolean observe() {
        if (hasLeft) {
            return false;
        }
        if (graph != null && hasBooted) {
            return stepInGraph();
        }
        boolean moved = arguments != null && arguments.take();
        return (isLost ? answerForTheLost() : observeStatus()) || moved;
    }

    /**
     * From the next open window on, the block takes its tasks from this graph. Any thread.
     *
     * @param rings where it dumps arguments; null when it cannot
     * @param inCluster position of the core in its cluster
     */
    void takeFrom(GraphSource source, ArgumentRings rings, int inCluster) {
        graph = new GraphBlock(
                core, type, inCluster, registers, payloads, words, wordsAt, heads, headAt, journal, journalAt, places,
                source, probe, clock, rings);
    }

    /** The block's part in a graph that the device resolves; null while the host dispatches. Any thread. */
    GraphBlock inGraph() {
        return graph;
    }

    private boolean stepInGraph() {
        if (isGivenUp) {
            return false;
        }
        tellFailure();
        boolean moved = graph.step();
        if (isLost && !moved) {
            graph.leaveArguments(); // what had landed is taken
        }
        if (isLost ? (int) sent == DispatchToken.EXIT_SIGNAL && !isInKernel() : graph.hasExited()) {
            graph.leaveArguments();
            registers.statusRelease(core, DispatchToken.CORE_EXITED);
            hasLeft = true;
            return true;
        }
        return moved;
    }

    /** True when it will never tell anything again. */
    boolean isFinished() {
        return hasLeft || isGivenUp;
    }

    /** The device has stopped: from now on the exit signal is answered here. */
    void lose() {
        isLost = true;
    }

    /** The kernel does not return; whatever the block does later reaches no register. */
    void giveUp() {
        isGivenUp = true;
        GraphBlock own = graph;
        if (own != null) {
            own.leaveArguments();
        }
        leaveArguments();
    }

    /** The block dumps nothing more of what the host dispatched. */
    private void leaveArguments() {
        if (arguments != null) {
            arguments.leave();
        }
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /** Whether a kernel was on the block when it was last looked at. Any thread. */
    boolean isInKernel() {
        GraphBlock own = graph;
        if (own != null) {
            return own.task() >= 0;
        }
        long progress = CoreRegisterWords.PROGRESS.getOpaque(words, wordsAt);
        return (int) (progress >>> Integer.SIZE) != (int) progress;
    }

    /** The buffer of the kernel that is on the block. Any thread. */
    int buffer() {
        GraphBlock own = graph;
        if (own != null) {
            own.nameTask();
            return GraphBlock.BUFFER;
        }
        return DispatchToken.payloadIndex(CoreRegisterWords.COND.getAcquire(words, wordsAt));
    }

    /** Passes on what the scheduler says to the block; true when that was anything new. */
    boolean forward() {
        if (hasLeft) {
            return false;
        }
        long word = registers.dispatchAcquire(core);
        if (word == sent) {
            return false;
        }
        sent = word;
        long passedOn = word == DispatchToken.AICPU_IDLE && graph != null ? DispatchToken.RUN_GRAPH : word;
        if (arguments != null && DispatchToken.isToken((int) passedOn)) {
            arguments.sends((int) passedOn);
        }
        messages.send(passedOn);
        if ((int) word >= DispatchToken.EXIT_SIGNAL) { // a core on a graph is sent no tokens
            DISPATCH_WORD.setRelease(dispatch, (long) core * Long.BYTES, passedOn);
        }
        if (isQuiet) {
            isQuiet = false;
            if (talking != null) {
                talking.add(this);
            }
        }
        return true;
    }

    /** One that was in a kernel says nothing: it has not returned. */
    private boolean answerForTheLost() {
        if ((int) sent != DispatchToken.EXIT_SIGNAL || isInKernel()) {
            return false;
        }
        takeLastRecord();
        leaveArguments();
        registers.statusRelease(core, DispatchToken.CORE_EXITED);
        hasLeft = true;
        return true;
    }

    private boolean observeStatus() {
        if (!hasBooted) {
            return boot();
        }
        int status = CoreRegisterWords.COND.getAcquire(words, wordsAt);
        if (status == seen || isGivenUp) {
            return false;
        }
        if (status == DispatchToken.CORE_EXITED) {
            tellFailure(); // of a block whose lanes do not get on, so that it left by itself
            takeLastRecord();
            if (arguments != null && !arguments.isEmpty()) {
                return false; // of a run that was cut short; the next step takes more
            }
            leaveArguments();
            copyProgress();
            registers.statusRelease(core, status);
            hasLeft = true;
        } else if (status == DispatchToken.CORE_IDLE) {
            registers.statusRelease(core, status);
        } else if (isUnknown(status) || !pass(status)) {
            return false; // its record is not there yet, or has no room: the next step asks again
        }
        seen = status;
        isQuiet = status == DispatchToken.finished((int) sent)
                || status == DispatchToken.CORE_IDLE && (int) sent == DispatchToken.AICPU_IDLE;
        return true;
    }

    /**
     * Whether the block has started the task that waits for its doorbell, because the producers
     * have ended. The thread that rings does not know it yet, so nothing is reported until then.
     */
    private boolean isUnknown(int status) {
        return sent == DispatchToken.tokenOf(status) && messages.isGated();
    }

    private boolean boot() {
        if (CoreRegisterWords.AICORE_DONE.getAcquire(words, wordsAt) != core + 1) {
            return false;
        }
        registers.bootRelease(core, CoreRegisterWords.PHYSICAL_ID.get(words, wordsAt), type);
        hasBooted = true;
        return true;
    }

    /** Reports a token's start, and its finish if the block reports one. */
    private boolean pass(int status) {
        int token = DispatchToken.tokenOf(status);
        boolean isFinished = DispatchToken.isFinished(status);
        tellFailure();
        if (arguments != null && !arguments.mayTell(token, isFinished)) {
            return false;
        }
        if (probe == null) {
            copyProgress();
            registers.statusRelease(core, status);
            return true;
        }
        if (open != DispatchToken.NONE && open != token && !commit()) {
            return false;
        }
        if (acknowledged != token) {
            if (!tryOpen(token)) {
                return false;
            }
            if (!isFinished) {
                registers.startTickRelease(core, clock.toHost(CoreRegisterWords.START_TICK.getOpaque(words, wordsAt)));
                copyProgress();
                registers.statusRelease(core, status);
            }
        }
        if (isFinished) {
            if (open == token && !commit()) {
                return false;
            }
            registers.cycles(core, CoreRegisterWords.DETAIL.getAcquire(words, wordsAt));
            copyProgress();
            registers.statusRelease(core, status);
        }
        return true;
    }

    private void copyProgress() {
        long progress = CoreRegisterWords.PROGRESS.getOpaque(words, wordsAt);
        registers.progressOpaque(core, (int) (progress >>> Integer.SIZE), (int) progress);
    }

    /** The record of the token that is open; false when it has not landed yet. */
    private boolean commit() {
        if (!isWhole()) {
            return false;
        }
        long at = recordAt();
        long start = clock.toHost(JournalRecord.START_TICK.get(journal, at));
        long end = Math.max(start, clock.toHost(JournalRecord.END_TICK.get(journal, at)));
        long waited = JournalRecord.RECEIVE_TO_START_TICKS.get(journal, at);
        registers.startTickRelease(core, start);
        registers.endTickOpaque(core, end);
        if (JournalHead.FAILED_TOKEN.getAcquire(heads, headAt) == open + 1) {
            probe.threw(open);
        }
        probe.commit(open, taskId, functionId, start - waited, start, end);
        position++;
        JournalHead.CONSUMED.setRelease(heads, headAt, position);
        open = DispatchToken.NONE;
        return true;
    }

    /** What a kernel that was cut short, or the last one of a lost device, has left. */
    private void takeLastRecord() {
        if (probe != null && (open != DispatchToken.NONE || hasUntold())) {
            commit();
        }
    }

    /** A kernel that began before its doorbell was rung, and whose end was never told. */
    private boolean hasUntold() {
        if (!isWhole()) {
            return false;
        }
        return tryOpen((int) JournalRecord.TOKEN.get(journal, recordAt()));
    }

    /** Reserves the record of a token; false when it has no room. */
    private boolean tryOpen(int token) {
        taskId = payloads.taskId(core, token);
        functionId = payloads.functionId(core, token);
        if (!probe.tryReserve(token, taskId)) {
            return false;
        }
        open = token;
        acknowledged = token;
        return true;
    }

    private long recordAt() {
        return journalAt + (position & places - 1) * RECORD_BYTES;
    }

    private boolean isWhole() {
        long at = recordAt();
        long generation = position + 1 & 0xFFFF_FFFFL;
        return JournalRecord.START_GENERATION.getAcquire(journal, at) == generation
                && JournalRecord.END_GENERATION.getAcquire(journal, at) == generation;
    }

    private void tellFailure() {
        long failed = JournalHead.FAILED_TOKEN.getAcquire(heads, headAt);
        if (failed != toldFailure) {
            toldFailure = failed;
            if (graph != null) {
                graph.nameTask((int) failed - 1, 0);
            }
            int failure = (int) JournalHead.FAILURE.get(heads, headAt);
            long detail = JournalHead.FAILURE_DETAIL.get(heads, headAt);
            kernels.failed(
                    core,
                    graph != null ? GraphBlock.BUFFER : DispatchToken.payloadIndex((int) failed - 1),
                    new DeviceFaultException(failureText(failure, detail)));
        }
    }

    /**
     * Lanes that wait for each other without end. The emulation notices them; on a GPU such a block
     * hangs or continues with an undefined result.
     */
    private static String parted(long sites) {
        return sites < 0
                ? "no memory for the lanes of a block"
                : "lanes of the block wait for each other %s and %s; all of them must come to what they do together (tm_sync, tm_soon)"
                        .formatted(site((int) (sites >>> Integer.SIZE)), site((int) sites));
    }

    private static String site(int line) {
        return line == 0 ? "in Tidemark's code" : "at line " + line + " of the kernel's code";
    }

    private static String failureText(int failure, long detail) {
        return switch (failure) {
            case 1 -> "no device code for function " + detail;
            case 2 -> "arguments of another kind or number, " + detail;
            case 3 -> parted(detail);
            default -> "failure " + failure + " with " + detail;
        };
    }
}
