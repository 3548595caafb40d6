package io.tidemark.runtime.async;

import io.tidemark.abi.ErrorCode;

/**
 * Tasks whose kernels are done or about to be, and what they wait for. A task leaves the list when
 * it was announced as done and nothing is left to wait for; that its conditions come before the
 * announcement is the mailbox's order. For one thread at a time.
 */
public final class AsyncWaitList {
    public static final int TASKS = 64;
    public static final int CONDITIONS = 64;

    private final long[] taskIds = new long[TASKS];
    private final int[] left = new int[TASKS];
    private final boolean[] done = new boolean[TASKS];
    private final long[] words = new long[TASKS * CONDITIONS * Condition.WORDS];
    private int count;
    private String mistake = "";

    /** Whether a condition is met now. */
    @FunctionalInterface
    public interface Engines {
        boolean isMet(long head, long target, long expected);
    }

    /** What becomes of a task that waits for nothing any more. */
    @FunctionalInterface
    public interface Sink {
        void complete(long taskId);
    }

    public int count() {
        return count;
    }

    /** What was wrong with the message that {@link #accept} refused. */
    public String mistake() {
        return mistake;
    }

    /** Takes a message; 0, or the number of the error that ends the run. */
    public int accept(int kind, long taskId, long head, long target, long expected) {
        if (kind != CompletionMailbox.CONDITION && kind != CompletionMailbox.NORMAL_DONE) {
            return refuse(ErrorCode.ASYNC_REGISTRATION_FAILED, "a message of kind " + kind);
        }
        int entry = find(taskId);
        if (entry == TASKS) {
            return refuse(ErrorCode.ASYNC_WAIT_OVERFLOW, "more than " + TASKS + " tasks waiting");
        }
        if (entry == count) {
            count++;
            taskIds[entry] = taskId;
            left[entry] = 0;
            done[entry] = false;
        }
        if (kind == CompletionMailbox.NORMAL_DONE) {
            done[entry] = true;
            return 0;
        }
        return add(entry, head, target, expected);
    }

    /** Looks at every condition once; returns how many tasks were completed. */
    public int poll(Engines engines, Sink sink) {
        int completed = 0;
        for (int entry = count - 1; entry >= 0; entry--) {
            look(entry, engines);
            if (done[entry] && left[entry] == 0) {
                long taskId = taskIds[entry];
                remove(entry);
                sink.complete(taskId);
                completed++;
            }
        }
        return completed;
    }

    private int add(int entry, long head, long target, long expected) {
        if (!Condition.exists(head)) {
            return refuse(ErrorCode.ASYNC_COMPLETION_INVALID, "a condition of " + Condition.text(head));
        }
        if (left[entry] == CONDITIONS) {
            return refuse(ErrorCode.ASYNC_WAIT_OVERFLOW, "more than " + CONDITIONS + " conditions");
        }
        int at = at(entry, left[entry]++);
        words[at] = head;
        words[at + 1] = target;
        words[at + 2] = expected;
        return 0;
    }

    private void look(int entry, Engines engines) {
        for (int i = left[entry] - 1; i >= 0; i--) {
            int at = at(entry, i);
            if (engines.isMet(words[at], words[at + 1], words[at + 2])) {
                int last = at(entry, --left[entry]);
                System.arraycopy(words, last, words, at, Condition.WORDS);
            }
        }
    }

    private void remove(int entry) {
        int last = --count;
        taskIds[entry] = taskIds[last];
        left[entry] = left[last];
        done[entry] = done[last];
        System.arraycopy(words, at(last, 0), words, at(entry, 0), left[last] * Condition.WORDS);
    }

    private int find(long taskId) {
        for (int entry = 0; entry < count; entry++) {
            if (taskIds[entry] == taskId) {
                return entry;
            }
        }
        return count;
    }

    private int refuse(ErrorCode code, String what) {
        mistake = what;
        return code.number();
    }

    private static int at(int entry, int condition) {
        return (entry * CONDITIONS + condition) * Condition.WORDS;
    }
}
