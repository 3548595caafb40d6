package io.tidemark.runtime.async;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.CompletionEngine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The engines beside the cores, as far as completion needs them: the last event each has posted,
 * and counters in device memory. A kernel that counts up or posts has written its results before; a
 * thread that sees the count or the event sees them. Any thread.
 */
public final class EngineEvents implements AsyncWaitList.Engines {
    private static final VarHandle I32 =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle I64 =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final DeviceMemory memory;
    private final AtomicLongArray posted;

    public EngineEvents(DeviceMemory memory) {
        this.memory = memory;
        int engines = CompletionEngine.values().length;
        this.posted = new AtomicLongArray(engines);
        for (int i = 0; i < engines; i++) {
            posted.set(i, -1); // post ids begin at 0
        }
    }

    /** Ids only go up: an event posted implies those before it. */
    public void post(CompletionEngine engine, long postId) {
        posted.accumulateAndGet(Condition.engineCode(engine), postId, Math::max);
    }

    /** Counts a counter of 4 or 8 bytes up, at once for all who look. */
    public void add(long address, int bytes, long by) {
        MemorySegment segment = memory.segment();
        long at = memory.offset(address);
        if (bytes == Integer.BYTES) {
            int ignored = (int) I32.getAndAdd(segment, at, (int) by);
        } else {
            long ignored = (long) I64.getAndAdd(segment, at, by);
        }
    }

    @Override
    public boolean isMet(long head, long target, long expected) {
        if (Condition.type(head) == Condition.EVENT) {
            return posted.get(Condition.engine(head)) >= target;
        }
        MemorySegment segment = memory.segment();
        long at = memory.offset(target);
        memory.pull(at, Condition.bytes(head));
        long value = Condition.bytes(head) == Integer.BYTES
                ? (int) I32.getAcquire(segment, at)
                : (long) I64.getAcquire(segment, at);
        return value >= expected;
    }
}
