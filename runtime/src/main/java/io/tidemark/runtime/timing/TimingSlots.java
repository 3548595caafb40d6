package io.tidemark.runtime.timing;

import io.tidemark.runtime.RunResult.TaskTiming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The sixteen timing slots as one scheduler sees them: earliest dispatch, latest finish, and how
 * much of what was dispatched is finished. For the thread that steps the scheduler; merged after
 * the run.
 */
public final class TimingSlots {
    public static final int COUNT = 16;

    private final long[] firstDispatch = new long[COUNT];
    private final long[] lastFinish = new long[COUNT];
    private final long[] dispatched = new long[COUNT];
    private final long[] finished = new long[COUNT];

    public TimingSlots() {
        Arrays.fill(firstDispatch, Long.MAX_VALUE);
        Arrays.fill(lastFinish, Long.MIN_VALUE);
    }

    public void dispatched(int slot, long tick) {
        firstDispatch[slot] = Math.min(firstDispatch[slot], tick);
        dispatched[slot]++;
    }

    public void finished(int slot, long tick) {
        lastFinish[slot] = Math.max(lastFinish[slot], tick);
        finished[slot]++;
    }

    public void merge(TimingSlots other) {
        for (int slot = 0; slot < COUNT; slot++) {
            firstDispatch[slot] = Math.min(firstDispatch[slot], other.firstDispatch[slot]);
            lastFinish[slot] = Math.max(lastFinish[slot], other.lastFinish[slot]);
            dispatched[slot] += other.dispatched[slot];
            finished[slot] += other.finished[slot];
        }
    }

    /**
     * Slots that some task used, ticks counted from an origin, or from the earliest dispatch when
     * there is none (below 0). A slot with a task that did not finish has zero for both.
     */
    public List<TaskTiming> timings(long originTick, LongToDoubleFunction micros) {
        long origin = originTick;
        if (origin < 0) {
            origin = Arrays.stream(firstDispatch).min().orElse(0);
        }
        List<TaskTiming> timings = new ArrayList<>();
        for (int slot = 0; slot < COUNT; slot++) {
            if (dispatched[slot] == 0) {
                continue;
            }
            boolean whole = dispatched[slot] == finished[slot];
            long begin = whole ? Math.max(0, firstDispatch[slot] - origin) : 0;
            long end = whole ? Math.max(0, lastFinish[slot] - origin) : 0;
            timings.add(new TaskTiming(
                    slot, dispatched[slot], begin, end, micros.applyAsDouble(begin), micros.applyAsDouble(end)));
        }
        return timings;
    }
}
