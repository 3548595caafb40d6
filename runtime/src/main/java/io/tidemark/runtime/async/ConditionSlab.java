package io.tidemark.runtime.async;

import io.tidemark.abi.ErrorCode;

/**
 * What a kernel asked to be waited for, one slab per payload buffer of a core. The kernel writes it
 * while it runs; its scheduler reads it once the core has said that it is done, and empties it
 * before the buffer is used again. The core's status word orders the two.
 */
public final class ConditionSlab {
    public static final int CAPACITY = 64;

    private final long[] words = new long[CAPACITY * Condition.WORDS];
    private int count;
    private int sent;
    private int error;

    /** One more condition; the one after the last that fits is an error of the task. */
    public void add(long head, long target, long expected) {
        if (count >= CAPACITY) {
            error = ErrorCode.ASYNC_WAIT_OVERFLOW.number();
            return;
        }
        int at = count++ * Condition.WORDS;
        words[at] = head;
        words[at + 1] = target;
        words[at + 2] = expected;
    }

    public boolean isUsed() {
        return (count | error) != 0;
    }

    /** 0, or the error that the task ends the run with. */
    public int error() {
        if (error != 0) {
            return error;
        }
        return count < 0 || count > CAPACITY ? ErrorCode.ASYNC_REGISTRATION_FAILED.number() : 0;
    }

    /** Posts what was not posted yet; false when the mailbox is full: call again later. */
    boolean post(CompletionMailbox mailbox, long taskId) {
        while (sent < count) {
            int at = sent * Condition.WORDS;
            boolean posted =
                    mailbox.offer(CompletionMailbox.CONDITION, taskId, words[at], words[at + 1], words[at + 2]);
            if (!posted) {
                return false;
            }
            sent++;
        }
        return true;
    }

    void clear() {
        count = 0;
        sent = 0;
        error = 0;
    }

    int count() {
        return count;
    }

    /** As a stray write of a kernel would leave it; what is checked is that it is noticed. */
    public void damage(int strayCount) {
        count = strayCount;
    }
}
