package io.tidemark.runtime;

import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.team.SchedulerProbe;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * An engine beside the cores that sets counters some time after it was told to. It works whenever a
 * scheduler begins a loop, which it hears of as a probe, so it needs no thread and replays.
 */
public final class FakeEngine extends QuietProbe {
    private static final Set<String> ALSO_HEARD = Set.of("attach", "loopBegin");

    private final int delayLoops;
    private final Queue<Order> orders = new ArrayDeque<>();
    private DeviceMemory memory;
    private volatile Tensor counters;
    private long loops;

    private record Order(long dueLoop, int index, long value, Runnable before) {}

    public FakeEngine(int delayLoops) {
        this.delayLoops = delayLoops;
    }

    /** Probes that do what they did, and the engine works at each of their loops. */
    public IntFunction<SchedulerProbe> beside(IntFunction<SchedulerProbe> probes) {
        return number -> {
            SchedulerProbe recorder = probes.apply(number);
            return recorder == null ? this : beside(recorder);
        };
    }

    private SchedulerProbe beside(SchedulerProbe recorder) {
        return (SchedulerProbe) Proxy.newProxyInstance(
                SchedulerProbe.class.getClassLoader(),
                new Class<?>[] {SchedulerProbe.class},
                (proxy, method, arguments) -> {
                    if (ALSO_HEARD.contains(method.getName())) {
                        method.invoke(this, arguments);
                    }
                    return method.invoke(recorder, arguments);
                });
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
    public synchronized void attach(Chip chip) {
        memory = chip.memory().map();
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
