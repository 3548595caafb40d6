package io.tidemark.runtime.async;

/**
 * What a kernel that writes outside its own memory does to the words of asynchronous completion.
 */
public final class StrayWrite {
    private StrayWrite() {}

    /** The list of conditions of a core's payload buffer claims more than it can hold. */
    public static void intoSlab(AsyncCompletion async, int core, int buffer) {
        async.slab(core, buffer).damage(1 << 20);
    }

    /** A message of a kind that does not exist. */
    public static void intoMailbox(AsyncCompletion async, long taskId) {
        async.mailbox().offer(0x55, taskId, 0, 0, 0);
        ConditionSlab slab = new ConditionSlab();
        async.postConditions(slab, taskId); // so that somebody looks
    }
}
