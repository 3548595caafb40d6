package io.tidemark.chip;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The registers of a chip's cores as the runtime sees them, one {@link CoreRegisterWords} after the other. They are
 * 64-bit words of an array, because several are read or written for every kernel run: an access to an array has one
 * check, an access to a segment has five. Words of one side are 64 bytes from words of the other side. Each word has
 * one writer at a time; any thread may look. A device has separate registers of the same layout. A chip whose words
 * take time to arrive, or are passed on to a device, has a subclass.
 */
public class CoreRegisters {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int WORDS_PER_CORE = CoreRegisterWords.LAYOUT.sizeBytes() / Long.BYTES;
    private static final int LEAD = 16; // two cache lines from the array's length, which all read

    private static final int DISPATCH = CoreRegisterWords.DATA_MAIN_BASE.word();
    private static final int STATUS = word(CoreRegisterWords.COND.offset());
    private static final int PROGRESS = CoreRegisterWords.PROGRESS.word();
    private static final int START_TICK = CoreRegisterWords.START_TICK.word();
    private static final int END_TICK = CoreRegisterWords.END_TICK.word();
    private static final int BOOTED = word(CoreRegisterWords.AICORE_DONE.offset());
    private static final int TYPE = word(CoreRegisterWords.CORE_TYPE.offset());

    private static final long LOW = 0xFFFF_FFFFL;

    private final long[] words;
    private final int cores;

    public CoreRegisters(int cores) {
        this.words = new long[2 * LEAD + cores * WORDS_PER_CORE];
        this.cores = cores;
    }

    public int cores() {
        return cores;
    }

    /** The words of a core, a copy. */
    public long[] words(int core) {
        return Arrays.copyOfRange(words, at(core), at(core) + WORDS_PER_CORE);
    }

    /**
     * Resets to the state after power-on. Called before the cores start: a later reset could erase
     * an exit signal.
     */
    public void reset() {
        Arrays.fill(words, 0);
        VarHandle.fullFence();
    }

    public long dispatchAcquire(int core) {
        return (long) WORDS.getAcquire(words, at(core) + DISPATCH);
    }

    /** Sends a token; the doorbell half is zero. */
    public void dispatchRelease(int core, int token) {
        WORDS.setRelease(words, at(core) + DISPATCH, token & LOW);
    }

    /**
     * Rings the doorbell of a gated task: token and doorbell in one word. Without effect, and
     * false, when the register holds anything else: an exit signal, which nothing may erase, or a
     * doorbell that was rung before.
     */
    public boolean tryRingDoorbell(int core, int token) {
        long half = token & LOW;
        return WORDS.compareAndSet(words, at(core) + DISPATCH, half, half << 32 | half);
    }

    public int statusAcquire(int core) {
        return (int) (long) WORDS.getAcquire(words, at(core) + STATUS);
    }

    public void statusRelease(int core, int statusWord) {
        int at = at(core) + STATUS;
        WORDS.setRelease(words, at, words[at] & ~LOW | statusWord & LOW); // both halves are ours
    }

    public long progressOpaque(int core) {
        return (long) WORDS.getOpaque(words, at(core) + PROGRESS);
    }

    public void progressOpaque(int core, int entered, int left) {
        WORDS.setOpaque(words, at(core) + PROGRESS, (long) entered << 32 | left & LOW);
    }

    /**
     * Stores when the kernel begins that the core is about to enter. Called by the core, before it
     * stores the progress word.
     */
    public void startTickRelease(int core, long tick) {
        WORDS.setRelease(words, at(core) + START_TICK, tick);
    }

    /**
     * When a core's last kernel began, 0 when nothing is recorded. Any thread; it belongs to the
     * kernel of the progress word if that is the same before and after.
     */
    public long startTickAcquire(int core) {
        return (long) WORDS.getAcquire(words, at(core) + START_TICK);
    }

    /**
     * When the kernel of a token began; 0 when it has not, or nothing is recorded. After the run.
     */
    public long startTick(int core, int token) {
        return enteredOpaque(core) == token ? startTickAcquire(core) : 0;
    }

    /** Stores when the kernel returned. Called by the core, before it stores the finish. */
    public void endTickOpaque(int core, long tick) {
        WORDS.setOpaque(words, at(core) + END_TICK, tick);
    }

    /**
     * When the last kernel of a core returned; 0 when nothing is recorded. Called by the scheduler
     * that saw the finish.
     */
    public long endTickOpaque(int core) {
        return (long) WORDS.getOpaque(words, at(core) + END_TICK);
    }

    /**
     * Stores how many cycles the kernel took, unsigned. Called by the thread that stores the
     * status, before the finish.
     */
    public void cycles(int core, int cycles) {
        int at = at(core) + STATUS;
        WORDS.setOpaque(words, at, words[at] & LOW | (long) cycles << 32);
    }

    /**
     * How many cycles the last kernel of a core took, unsigned: 0 where the core does not count
     * them, 2^32-1 where there were more. Called by the scheduler that saw the finish.
     */
    public int cycles(int core) {
        return (int) ((long) WORDS.getOpaque(words, at(core) + STATUS) >>> 32);
    }

    /** Kernels that a core has entered. */
    public int enteredOpaque(int core) {
        return (int) (progressOpaque(core) >>> Integer.SIZE);
    }

    /** The core's half of the boot handshake. */
    public void bootRelease(int core, int physicalId, CoreType type) {
        words[at(core) + TYPE] = type.code();
        WORDS.setRelease(words, at(core) + BOOTED, core + 1 | (long) physicalId << 32);
    }

    public boolean hasBootedAcquire(int core) {
        return (int) (long) WORDS.getAcquire(words, at(core) + BOOTED) == core + 1;
    }

    public int physicalId(int core) {
        return (int) (words[at(core) + BOOTED] >>> 32);
    }

    public int coreTypeCode(int core) {
        return (int) words[at(core) + TYPE];
    }

    private static int at(int core) {
        return LEAD + core * WORDS_PER_CORE;
    }

    private static int word(long offset) {
        return (int) (offset / Long.BYTES);
    }
}
