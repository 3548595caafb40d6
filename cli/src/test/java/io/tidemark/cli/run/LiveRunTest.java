package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.viewer.live.LiveSnapshot;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the live page is told before, while and after a run goes on. */
@Timeout(60)
class LiveRunTest {
    @Test
    void theNumbersFollowTheRunAndStayWhenItEnds() throws InterruptedException {
        LiveRun live = new LiveRun("two tasks", 2, 2, "");
        assertThat(live.sample().running()).isTrue();
        assertThat(live.sample().submittedTasks()).as("not known yet").isEqualTo(-1);
        CountDownLatch isRunning = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Kernel waits =
                Kernel.aiv(
                        0,
                        "waits",
                        context -> {
                            isRunning.countDown();
                            try {
                                mayEnd.await();
                            } catch (InterruptedException stopped) {
                                Thread.currentThread().interrupt();
                            }
                        });
        AtomicReference<RunResult> result = new AtomicReference<>();
        try (Worker worker = Worker.open(RuntimeConfig.builder().clusters(2).build())) {
            live.watch(worker);
            Thread running =
                    Thread.ofPlatform()
                            .start(
                                    () ->
                                            result.set(
                                                    worker.run(
                                                            graph -> {
                                                                graph.task(waits).submit();
                                                                graph.task(waits).submit();
                                                            },
                                                            List.of(),
                                                            CallConfig.defaults())));
            assertThat(isRunning.await(30, TimeUnit.SECONDS)).isTrue();
            LiveSnapshot during = live.sample();
            assertThat(during.completedTasks()).isZero();
            assertThat(during.submittedTasks()).isBetween(1L, 2L);
            assertThat(during.gauges()).extracting(LiveSnapshot.Gauge::label).contains("ring 0");
            mayEnd.countDown();
            running.join();
        }
        live.forgetRegion(); // what its recorder does before it writes
        assertThat(live.sample().writing()).isTrue();
        assertThat(live.sample().expectedTasks()).isEqualTo(2);
        live.beginRound();
        assertThat(live.sample().writing()).as("another round follows").isFalse();
        live.forgetRegion();
        live.ended(result.get());
        LiveSnapshot after = live.sample();
        assertThat(after.running()).isFalse();
        assertThat(after.writing()).isFalse();
        assertThat(after.submittedTasks()).isEqualTo(2);
        assertThat(after.completedTasks()).isEqualTo(2);
        assertThat(after.ending()).isEqualTo("The run completed.");
    }
}
