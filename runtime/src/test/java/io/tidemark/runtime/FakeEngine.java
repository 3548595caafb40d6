package io.tidemark.runtime;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * An engine beside the cores that sets counters some time after it was told to. It works whenever a
 * scheduler begins a loop, which it hears of as a probe, so it needs no thread and replays.
 */
final class FakeEngine extends QuietProbe {
    private final int delayLoops;
    private final Queue<Order> orders = new ArrayDeque<>();
    private DeviceMemory memory;
    private volatile Tensor counters;
    private long loops;

    private record Order(long dueLoop, int index, long value, Runnable before) {}

    FakeEngine(int delayLoops) {
        this.delayLoops = delayLoops;
    }

    /** Where its counters lie. */
    void counters(Tensor newCounters) {
        counters = newCounters;
    }

    Tensor counters() {
        return counters;
    }

    synchronized void set(int index, long value, Runnable before) {
        orders.add(new Order(loops + delayLoops, index, value, before));
    }

    @Override
    public synchronized void attach(DeviceMemory newMemory) {
        memory = newMemory;
    }

    @Override
    public synchronized void loopBegin(long iteration) {
        loops++;
        while (!orders.isEmpty() && orders.peek().dueLoop() <= loops) {
            Order order = orders.remove();
            order.before().run();
            memory.setLong(counters, order.index(), order.value());
        }
    }
}
