package io.tidemark.runtime.cohort;

import io.tidemark.abi.TaskId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where schedulers agree to dispatch nothing until a cohort fits on the chip as a whole. One
 * scheduler wins the board for its cohort; then each says in its own row that it stands still and
 * how many blocks it could start; scheduler 0 decides. All words are read and written without
 * waiting: a scheduler that needs a word which is not there yet looks again at its next step.
 *
 * <pre>
 *   pending   0 no drain; -1 the winner is writing; else blocks of the cohort
 *   attempt   only increases; a new one for each cohort, and for each time it did not fit
 *   go        the attempt that fits; from then on rows say who stages what
 *   done      one bit per scheduler that has staged its share
 *   row       acknowledgement (attempt, top bit: "I and those below me"), capacity
 * </pre>
 *
 * An acknowledgement carries its attempt, so a late one never counts for the next.
 */
public final class DrainBoard {
    /** The scheduler that decides and opens the board again. */
    public static final int COORDINATOR = 0;

    private static final long READY = 1L << 63;
    private static final long OPEN = 0;
    private static final long CLAIMED = -1;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int ROW = 16;
    private static final int PENDING = ROW;
    private static final int ATTEMPT = ROW + 1;
    private static final int GO = ROW + 2;
    private static final int TASK = ROW + 3;
    private static final int GATED = ROW + 4;
    private static final int DONE = 2 * ROW;
    private static final int FIRST_ROW = 3 * ROW;
    private static final int CAPACITY = 1;

    private final int schedulers;
    private final long[] words;
    private long drains; // coordinator

    public DrainBoard(int schedulers) {
        if (schedulers < 1 || schedulers > Long.SIZE) {
            throw new IllegalArgumentException("schedulers=" + schedulers);
        }
        this.schedulers = schedulers;
        this.words = new long[FIRST_ROW + (schedulers + 1) * ROW];
    }

    int schedulers() {
        return schedulers;
    }

    /** Whether schedulers must not dispatch. The one word that every loop looks at. */
    public boolean isPendingAcquire() {
        return (long) WORDS.getAcquire(words, PENDING) != OPEN;
    }

    /**
     * Claims the board, or returns false because another scheduler has it. A winner calls {@link #begin}. Any
     * scheduler.
     */
    public boolean tryClaim() {
        return WORDS.compareAndSet(words, PENDING, OPEN, CLAIMED);
    }

    /**
     * Drains for a cohort. The winner, once its blocks are its own.
     *
     * @param gated whether its blocks go behind its gate, so that busy cores count as well
     */
    public void begin(long taskId, int blocks, boolean gated) {
        assert blocks > 0 : "blocks=" + blocks;
        WORDS.setOpaque(words, TASK, taskId);
        WORDS.setOpaque(words, GATED, gated ? 1L : 0L);
        WORDS.setRelease(words, ATTEMPT, attemptAcquire() + 1);
        WORDS.setRelease(words, PENDING, (long) blocks);
    }

    /** There is nothing to drain for after all. The winner, instead of {@link #begin}. */
    public void cancel() {
        WORDS.setRelease(words, PENDING, OPEN);
    }

    /** Cohorts that were started through the board; after the run. */
    public long drains() {
        return drains;
    }

    /** The cohort of the drain at hand; meaningless while nothing is pending. */
    long taskIdOpaque() {
        return (long) WORDS.getOpaque(words, TASK);
    }

    /** The cohort that everyone waits for, or {@link TaskId#NONE}. */
    public long drained() {
        return isPendingAcquire() ? taskIdOpaque() : TaskId.NONE;
    }

    boolean isGatedOpaque() {
        return (long) WORDS.getOpaque(words, GATED) != 0;
    }

    int blocksAcquire() {
        return (int) (long) WORDS.getAcquire(words, PENDING);
    }

    long attemptAcquire() {
        return (long) WORDS.getAcquire(words, ATTEMPT);
    }

    long goAcquire() {
        return (long) WORDS.getAcquire(words, GO);
    }

    /** Whether a scheduler and everyone below it stand still in an attempt. */
    boolean isReadyAcquire(int scheduler, long attempt) {
        return (long) WORDS.getAcquire(words, row(scheduler)) == (attempt | READY);
    }

    void acknowledgeRelease(int scheduler, long attempt, int capacity) {
        WORDS.setOpaque(words, row(scheduler) + CAPACITY, (long) capacity);
        WORDS.setRelease(words, row(scheduler), attempt | READY);
    }

    /** What a scheduler said it could start; after its acknowledgement was seen. */
    int capacity(int scheduler) {
        return (int) (long) WORDS.getOpaque(words, row(scheduler) + CAPACITY);
    }

    /** Coordinator: the attempt fits. */
    void goRelease(long attempt) {
        WORDS.setOpaque(words, DONE, 0L);
        WORDS.setRelease(words, GO, attempt);
    }

    /**
     * Coordinator: the cohort does not fit yet. All schedulers continue to complete tasks and acknowledge the new
     * attempt.
     */
    void retryRelease(long attempt) {
        WORDS.setRelease(words, ATTEMPT, attempt + 1);
    }

    void stagedRelease(int scheduler) {
        WORDS.getAndBitwiseOr(words, DONE, 1L << scheduler);
    }

    boolean isAllStagedAcquire() {
        return Long.bitCount((long) WORDS.getAcquire(words, DONE)) == schedulers;
    }

    /** Coordinator: everyone has staged its share. */
    void openRelease() {
        drains++;
        WORDS.setRelease(words, PENDING, OPEN);
    }

    private static int row(int scheduler) {
        return FIRST_ROW + scheduler * ROW;
    }
}
