package io.tidemark.runtime;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import java.util.List;

/** How one task of a {@link RandomProgram} uses one view. */
final class BufferAccess {
    static final int READ = 0;
    static final int UPDATE = 1;
    static final int WRITE = 2;

    final TouchedBuffer buffer;
    final Tensor view;
    final int mode;

    BufferAccess(TouchedBuffer buffer, Tensor view, int draw) {
        this.buffer = buffer;
        this.view = view;
        this.mode = draw < 2 ? READ : draw < 4 ? UPDATE : WRITE;
    }

    boolean reads() {
        return mode != WRITE;
    }

    boolean writes() {
        return mode != READ;
    }

    void add(TaskBuilder builder) {
        switch (mode) {
            case READ -> builder.in(view);
            case UPDATE -> builder.inout(view);
            default -> builder.outExisting(view);
        }
    }

    void stateWhatIsNotInferred(TaskBuilder builder, List<Integer> before, boolean manual) {
        if (manual && view.ownerTaskId() != Tensor.NO_OWNER) {
            builder.after(view.ownerTaskId()); // else its memory may go while we wait
        }
        for (TouchedBuffer.Touch touch : buffer.touches) {
            boolean conflict = (writes() || touch.writes()) && intersects(touch.view());
            if (!conflict) {
                continue;
            }
            before.add(touch.task());
            boolean inferred = !manual && !touch.manual() && touch.writes() && reads();
            if (!inferred && touch.taskId() != TaskId.NONE) {
                if ((touch.task() & 1) == 0) {
                    builder.after(touch.taskId());
                } else {
                    builder.afterWaitOnly(touch.taskId());
                }
            }
        }
    }

    void runOnShadow(int task, long hash) {
        if (writes()) {
            for (long e = 0; e < view.elements(); e++) {
                long at = view.elementOffset(e);
                buffer.shadow[(int) at] = RandomProgram.mix(hash, at, e);
            }
        }
    }

    private boolean intersects(Tensor other) {
        boolean[] touched = new boolean[RandomProgram.ELEMENTS];
        for (long e = 0; e < view.elements(); e++) {
            touched[(int) view.elementOffset(e)] = true;
        }
        for (long e = 0; e < other.elements(); e++) {
            if (touched[(int) other.elementOffset(e)]) {
                return true;
            }
        }
        return false;
    }
}
