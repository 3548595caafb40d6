package io.tidemark.runtime;

import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** One buffer on the device, what must be in it, and who touched it. One thread. */
final class TouchedBuffer {
    /** How one task used the buffer. */
    record Touch(long taskId, int task, Tensor view, boolean writes, boolean manual) {}

    final Tensor tensor;
    final long[] shadow;
    final List<Touch> touches = new ArrayList<>();

    TouchedBuffer(Tensor tensor, long[] shadow) {
        this.tensor = tensor;
        this.shadow = shadow;
    }

    void remember(Touch touch) {
        touches.add(touch);
    }
}
