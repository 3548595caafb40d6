package io.tidemark.cuda.dump;

import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The block that dumps for schedulers, as they see it. One of them has it at a time, from the
 * request for a stage until everything of it was taken; others ask again. A request is the
 * arguments of the task, and a number that the block waits for. Of one run; any thread makes {@link
 * #dumper}s, and may {@link #lose} it.
 */
public final class DumperBlock {
    private final MemorySegment arguments; // of the task that the block is asked for
    private final MemorySegment heads;
    private final long headAt;
    private final ArgumentRing ring;
    private final AtomicReference<Asker> owner = new AtomicReference<>();

    private CoreArguments dumped;
    private DispatchPayloads payloads;
    private volatile boolean isStarted;
    private volatile boolean isLost;

    // The owner's:
    private long asked; // stages, of all schedulers
    private long taskId;
    private long piecesBefore; // the stage that is under way

    /**
     * @param arguments where the block finds those of a task
     * @param ring its own
     */
    public DumperBlock(MemorySegment arguments, MemorySegment ring, MemorySegment heads, long headAt) {
        this.arguments = arguments;
        this.heads = heads;
        this.headAt = headAt;
        this.ring = new ArgumentRing(ring, heads, headAt, null, number -> taskId);
    }

    /** What it dumps of this run, if anything. Before its schedulers run. */
    public void start(DispatchPayloads describedBy, CoreArguments arguments) {
        payloads = describedBy;
        dumped = arguments;
        isStarted = arguments != null;
    }

    /** The device has stopped. */
    public void lose() {
        isLost = true;
    }

    /** For the scheduler of a core. */
    public CoreArguments.Dumper dumper(int core) {
        return new Asker(core);
    }

    private boolean hasLeft() {
        return isLost || JournalHead.FAILED_TOKEN.getAcquire(heads, headAt) != 0;
    }

    private final class Asker implements CoreArguments.Dumper {
        private final int core;
        private CoreArguments.Taker taker; // null until the first stage

        Asker(int core) {
            this.core = core;
        }

        @Override
        public boolean isThere() {
            return isStarted && !hasLeft();
        }

        @Override
        public boolean tryBegin(DispatchSource task, boolean isAfter) {
            if (!owner.compareAndSet(null, this)) {
                return false;
            }
            if (taker == null) {
                taker = dumped.taker(core);
            }
            ring.tell(taker);
            piecesBefore = ring.pieces();
            taskId = task.taskId();
            payloads.fillDumped(arguments, task);
            asked++;
            JournalHead.DUMP_ASKED.setRelease(heads, headAt, asked << 1 | (isAfter ? 1 : 0));
            return true;
        }

        @Override
        public State step() {
            ring.take();
            boolean isOver = ring.stages() == asked;
            if (!isOver && !(hasLeft() && ring.isEmpty())) {
                return State.UNDER_WAY;
            }
            boolean isTold = isOver || ring.pieces() > piecesBefore;
            if (!isOver && isTold) {
                ring.leave();
            }
            owner.set(null);
            return isTold ? State.OVER : State.LOST;
        }

        @Override
        public void leave() {
            if (owner.get() == this) {
                lose(); // the rest is not taken
            }
            if (taker != null) {
                taker.leave();
            }
        }
    }
}
