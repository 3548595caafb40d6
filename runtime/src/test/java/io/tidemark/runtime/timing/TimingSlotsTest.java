package io.tidemark.runtime.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.runtime.RunResult.TaskTiming;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimingSlotsTest {
    private final TimingSlots first = new TimingSlots();
    private final TimingSlots second = new TimingSlots();

    @Test
    void aSlotHoldsTheEarliestDispatchAndTheLatestFinishOfAllSchedulers() {
        first.dispatched(3, 1_050);
        first.finished(3, 1_070);
        second.dispatched(3, 1_040);
        second.finished(3, 1_060);
        first.merge(second);
        assertThat(first.timings(1_000, ticks -> ticks / 10.0)).containsExactly(new TaskTiming(3, 2, 40, 70, 4.0, 7.0));
    }

    @Test
    void aSlotWithAnUnfinishedTaskReportsZeroAndAnUntouchedOneNothing() {
        first.dispatched(0, 500);
        first.dispatched(0, 510);
        first.finished(0, 600);
        List<TaskTiming> timings = first.timings(100, ticks -> ticks);
        assertThat(timings).containsExactly(new TaskTiming(0, 2, 0, 0, 0, 0));
        assertThat(timings.getFirst().isWhole()).isFalse();
    }

    @Test
    void withoutAnOriginTimeCountsFromTheEarliestDispatch() {
        first.dispatched(15, 700);
        first.finished(15, 900);
        first.dispatched(2, 650);
        first.finished(2, 660);
        assertThat(first.timings(-1, ticks -> ticks))
                .extracting(TaskTiming::slot, TaskTiming::dispatchTicks, TaskTiming::finishTicks)
                .containsExactly(tuple(2, 0L, 10L), tuple(15, 50L, 250L));
    }
}
