package io.tidemark.chip;

/**
 * One of a core's two payload buffers. The scheduler fills it before it sends the token and leaves
 * it alone until the task is known to be finished; the registers publish it.
 *
 * @param <T> the runtime's task
 */
public final class Payload<T> {
    private T task;
    private int blockIndex;
    private boolean gated;

    public void fill(T newTask, int newBlockIndex, boolean newGated) {
        task = newTask;
        blockIndex = newBlockIndex;
        gated = newGated;
    }

    public T task() {
        return task;
    }

    public int blockIndex() {
        return blockIndex;
    }

    boolean isGated() {
        return gated;
    }
}
