package io.tidemark.runtime.tensormap;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;

/**
 * One replay of a recorded body, as far as the look-up needs it: the ids of its tasks, and which of
 * its arguments nothing outside of it writes. What the body itself writes is registered when all of
 * it is submitted, so an argument that has no writers when the replay begins has none until its
 * end. Orchestrator thread only.
 */
public final class BodyReplay {
    private final long[] taskIds;
    private final boolean[] isQuiet; // by argument of the body
    private int loud; // arguments that are not
    private int submitted;

    /**
     * @param tasks of the body
     * @param arguments tensors it is called with
     */
    public BodyReplay(int tasks, int arguments) {
        taskIds = new long[tasks];
        isQuiet = new boolean[arguments];
        loud = arguments;
    }

    /** An argument that needs no look-up: it has no writer and its creator is gone. */
    public void quiet(int argument) {
        if (!isQuiet[argument]) {
            isQuiet[argument] = true;
            loud--;
        }
    }

    /** Whether {@link #quiet} was said of an argument. */
    public boolean isQuiet(int argument) {
        return isQuiet[argument];
    }

    /** Whether some argument needs a look-up. */
    public boolean isAnyLoud() {
        return loud > 0;
    }

    /** The next task of the body has this id. */
    public void submitted(long taskId) {
        taskIds[submitted++] = taskId;
    }

    /** The next tasks of the body follow one another on a ring. */
    public void submitted(int ring, int firstLocal, int count) {
        long[] ids = taskIds;
        int begin = submitted;
        for (int i = 0; i < count; i++) {
            ids[begin + i] = TaskId.of(ring, firstLocal + i);
        }
        submitted = begin + count;
    }

    /** The id of a task that is submitted. */
    public long taskId(int task) {
        return taskIds[task];
    }

    /** Whether a tensor is one for {@link #quiet}. */
    public static boolean isQuiet(TensorMap map, Tensor tensor) {
        long owner = tensor.ownerTaskId();
        return (owner == Tensor.NO_OWNER || !map.isAlive(owner)) && map.first(tensor.baseAddress()) == TensorMap.NONE;
    }
}
