package io.tidemark.runtime.async;

import io.tidemark.abi.ErrorCode;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Completion by something else than a core's word, for one run. Every scheduler posts what its
 * cores' kernels asked for; whichever comes by polls for all, one at a time. No thread waits: a
 * full mailbox makes the poster come again, a taken lock makes the poller go on.
 */
public final class AsyncCompletion {
    private final CompletionMailbox mailbox = new CompletionMailbox(CompletionMailbox.CAPACITY);
    private final AsyncWaitList waiting = new AsyncWaitList();
    private final ConditionSlab[] slabs;
    private final EngineEvents engines;
    private final AtomicBoolean polling = new AtomicBoolean();
    private volatile boolean used;
    private volatile int waitingCount;

    /** Who ends the run when a message cannot be taken. */
    @FunctionalInterface
    public interface Failure {
        void fail(ErrorCode code, long taskId, String what);
    }

    public AsyncCompletion(int cores, EngineEvents engines) {
        this.engines = engines;
        this.slabs = new ConditionSlab[2 * cores];
        for (int i = 0; i < slabs.length; i++) {
            slabs[i] = new ConditionSlab();
        }
    }

    public EngineEvents engines() {
        return engines;
    }

    /** The slab of a core's payload buffer. */
    public ConditionSlab slab(int core, int buffer) {
        return slabs[2 * core + buffer];
    }

    /** Whether any task of this run ever asked; false costs a run nothing more. */
    public boolean isUsed() {
        return used;
    }

    /** Posts the conditions of a subtask; false when the mailbox is full: call again later. */
    public boolean postConditions(ConditionSlab slab, long taskId) {
        used = true;
        if (!slab.post(mailbox, taskId)) {
            return false;
        }
        slab.clear();
        return true;
    }

    /** The last subtask of a task with conditions is done; false as above. */
    public boolean postDone(long taskId) {
        return mailbox.offer(CompletionMailbox.NORMAL_DONE, taskId, 0, 0, 0);
    }

    /** Completes what waits for nothing any more; returns how many tasks. */
    public int poll(AsyncWaitList.Sink sink, Failure failure) {
        if (mailbox.isEmpty() && waitingCount == 0 || !polling.compareAndSet(false, true)) {
            return 0;
        }
        try {
            while (mailbox.next()) {
                int error = waiting.accept(
                        mailbox.kind(), mailbox.taskId(), mailbox.head(), mailbox.target(), mailbox.expected());
                if (error != 0) {
                    failure.fail(ErrorCode.ofNumber(error).orElseThrow(), mailbox.taskId(), waiting.mistake());
                    return 0;
                }
                mailbox.done();
            }
            int completed = waiting.poll(engines, sink);
            waitingCount = waiting.count();
            return completed;
        } finally {
            polling.set(false);
        }
    }

    CompletionMailbox mailbox() {
        return mailbox;
    }
}
