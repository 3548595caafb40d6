package io.tidemark.runtime.team;

import io.tidemark.chip.ChipShape;
import io.tidemark.probe.HostWaits;
import io.tidemark.runtime.task.TaskShape;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What schedulers tell one another: each writes its own row and reads all; one row more is for an
 * actor without cores. Rows lie on cache lines of their own.
 */
public final class TeamBoard {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int COMPLETED = 0;
    private static final int RUNNING = 1;
    private static final int PROGRESS = 2;
    private static final int BUSY_CORE = 3;
    private static final int BUSY_TASK = 4;
    private static final int IDLE = 5; // one word per shape that takes one core
    private static final int ANSWER = 7;
    private static final int QUESTION_SEEN = 8; // the scheduler's own
    private static final int IDLE_MASK = 9; // as many words as a set of cores takes
    private static final int QUESTION = 0; // in the row before the first scheduler's
    private static final int LINE = 16; // words of a row are a multiple of two cache lines

    private final int schedulers;
    private final int actors;
    private final int row;
    private final int maskWords;
    private final long clusterBase;
    private final long[] words;
    private final HostWaits hostWaits;
    private final AtomicInteger atBarrier = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger emergencyBroadcasts = new AtomicInteger();

    /**
     * @param hasResolver whether an actor without cores belongs to the team
     */
    public TeamBoard(ChipShape shape, int schedulers, boolean hasResolver, HostWaits hostWaits) {
        this.hostWaits = hostWaits;
        this.schedulers = schedulers;
        this.actors = schedulers + (hasResolver ? 1 : 0);
        CoreNumbering largest = new CoreNumbering(shape, 0, schedulers);
        this.maskWords = largest.words();
        this.clusterBase = largest.clusterBase();
        this.row = (IDLE_MASK + maskWords + LINE - 1) / LINE * LINE;
        this.words = new long[(schedulers + 3) * row];
    }

    public int schedulers() {
        return schedulers;
    }

    public void completed(int scheduler, long count) {
        WORDS.setRelease(words, row(scheduler) + COMPLETED, count);
    }

    /** Tasks completed by schedulers, or by the actor without cores. */
    public long completedAcquire() {
        long sum = 0;
        for (int scheduler = 0; scheduler <= schedulers; scheduler++) {
            sum += (long) WORDS.getAcquire(words, row(scheduler) + COMPLETED);
        }
        return sum;
    }

    public void running(int scheduler, int count) {
        WORDS.setRelease(words, row(scheduler) + RUNNING, (long) count);
    }

    public int runningAcquire() {
        long sum = 0;
        for (int scheduler = 0; scheduler <= schedulers; scheduler++) {
            sum += (long) WORDS.getAcquire(words, row(scheduler) + RUNNING);
        }
        return (int) sum;
    }

    /** Publishes the busy core and task of a scheduler on quiet rounds, for the watcher thread. */
    public void quiet(int scheduler, int busyCore, long busyTask) {
        WORDS.setOpaque(words, row(scheduler) + BUSY_TASK, busyTask);
        WORDS.setRelease(words, row(scheduler) + BUSY_CORE, (long) busyCore + 1);
    }

    /** The core that a scheduler named last, or -1. */
    public int busyCoreAcquire(int scheduler) {
        return (int) ((long) WORDS.getAcquire(words, row(scheduler) + BUSY_CORE) - 1);
    }

    /** What that core runs; after {@link #busyCoreAcquire}. */
    public long busyTask(int scheduler) {
        return (long) WORDS.getOpaque(words, row(scheduler) + BUSY_TASK);
    }

    /** A scheduler moved something. */
    public void progress(int scheduler) {
        int at = row(scheduler) + PROGRESS;
        WORDS.setOpaque(words, at, (long) WORDS.getOpaque(words, at) + 1);
    }

    /** Changes whenever a scheduler moves something. */
    public long progressOpaque() {
        long sum = 0;
        for (int scheduler = 0; scheduler < schedulers; scheduler++) {
            sum += (long) WORDS.getOpaque(words, row(scheduler) + PROGRESS);
        }
        return sum;
    }

    /** Changes while a probe waits for the host that collects the records; such a run does not stand still. */
    public long hostWaitsOpaque() {
        return hostWaits.refusalsOpaque();
    }

    /** Asks every scheduler to look whether it can do anything. */
    public void ask() {
        WORDS.setRelease(words, QUESTION, (long) WORDS.getOpaque(words, QUESTION) + 1);
    }

    /** A scheduler has looked and found nothing to do. */
    public void foundNothing(int scheduler) {
        int row = row(scheduler);
        long question = (long) WORDS.getAcquire(words, QUESTION);
        long seen = words[row + QUESTION_SEEN]; // when this look had not begun yet
        if ((long) WORDS.getOpaque(words, row + ANSWER) != seen) {
            WORDS.setRelease(words, row + ANSWER, seen);
        }
        words[row + QUESTION_SEEN] = question;
    }

    public boolean haveAllAnswered() {
        long question = (long) WORDS.getOpaque(words, QUESTION);
        for (int scheduler = 0; scheduler < schedulers; scheduler++) {
            if ((long) WORDS.getAcquire(words, row(scheduler) + ANSWER) != question) {
                return false;
            }
        }
        return true;
    }

    public void idle(int scheduler, int shape, int count) {
        WORDS.setOpaque(words, row(scheduler) + IDLE + shape, (long) count);
    }

    /** Whether a scheduler other than this one has an idle core for a shape. */
    public boolean isAnotherIdle(int scheduler, int shape) {
        assert shape < TaskShape.SINGLE_CORE : "shape=" + shape;
        return isAnotherAboveZero(scheduler, IDLE + shape);
    }

    /** One word of the set of a scheduler's idle cores. */
    public void idleMask(int scheduler, int word, long bits) {
        WORDS.setOpaque(words, row(scheduler) + IDLE_MASK + word, bits);
    }

    /** Whether a scheduler other than this one has a cluster with these positions idle. */
    public boolean isAnotherClusterIdle(int scheduler, int positions) {
        for (int other = 0; other < schedulers; other++) {
            for (int i = 0; other != scheduler && i < maskWords; i++) {
                long idle = (long) WORDS.getOpaque(words, row(other) + IDLE_MASK + i);
                if (CoreMask.clusters(idle, positions, clusterBase) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isAnotherAboveZero(int scheduler, int word) {
        for (int other = 0; other < schedulers; other++) {
            if (other != scheduler && (long) WORDS.getOpaque(words, row(other) + word) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Once per scheduler, when its cores have booted and know their payload buffers; and once by
     * the actor without cores.
     */
    public void arriveAtBarrier() {
        atBarrier.incrementAndGet();
    }

    public boolean isBarrierOpen() {
        return atBarrier.get() == actors;
    }

    /** Once per scheduler, when it has told all it had to tell. */
    public void leave() {
        left.incrementAndGet();
    }

    /** Whether every scheduler has left. */
    public boolean haveAllLeft() {
        return left.get() == schedulers;
    }

    public void countEmergencyBroadcast() {
        emergencyBroadcasts.incrementAndGet();
    }

    /** How often all cores were ordered to leave because of a failure: at most once. */
    public int emergencyBroadcasts() {
        return emergencyBroadcasts.get();
    }

    private int row(int scheduler) {
        return (scheduler + 1) * row;
    }
}
