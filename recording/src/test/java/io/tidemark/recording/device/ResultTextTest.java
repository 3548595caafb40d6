package io.tidemark.recording.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.RunResult.TaskTiming;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTextTest {
    @Test
    void whatTheDeviceProcessSaysArrivesWhole() {
        SchedulerCounters counters = new SchedulerCounters(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
        RunResult result = new RunResult(
                0,
                "NONE",
                "ok",
                null,
                14,
                15,
                16,
                17,
                18,
                19.25,
                List.of(counters, counters),
                List.of(new TaskTiming(3, 4, 5, 6, 0.125, 1e-9)),
                List.of("carrier 1", "carrier 2"),
                87,
                null,
                List.of("resolved elsewhere"));

        assertThat(ResultText.parse(ResultText.of(result))).isEqualTo(result);
    }
}
