package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that its user ends. */
class InterruptedRunTest {
    private static final int TASKS = 200_000;

    private static RuntimeConfig config(RuntimeKind runtime) {
        return RuntimeConfig.builder().runtime(runtime).clusters(1).build();
    }

    /** Holds the whole graph, however late the first kernel runs. */
    private static CallConfig roomy() {
        return CallConfig.builder().taskWindow(1 << 18).dependencyPool(1 << 18).build();
    }

    private static Orchestration many(Kernel kernel) {
        return graph -> {
            long last = graph.task(kernel).submit().id();
            for (int i = 1; i < TASKS && last >= 0; i++) {
                last = graph.task(kernel).after(last).submit().id();
            }
        };
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void theRunThatGoesOnEndsInOrderAndSoDoesTheNext(RuntimeKind runtime) {
        try (Worker worker = Worker.open(config(runtime))) {
            AtomicInteger ran = new AtomicInteger();
            Kernel interrupting = Kernel.aiv(0, "INTERRUPTING", context -> {
                if (ran.incrementAndGet() == 100) {
                    worker.interrupt(); // as another thread would
                }
            });
            RunResult result = worker.run(many(interrupting), List.of(), roomy());
            assertThat(result.errorCode()).isEqualTo(ErrorCode.RUN_INTERRUPTED.number());
            assertThat(result.sentence()).contains("the run was interrupted by the user");
            assertThat(result.stall()).isNull();
            assertThat(result.abandonedThreads()).isEmpty();
            assertThat(result.completed()).isBetween(99L, (long) TASKS - 1);
            RunResult next = worker.run(many(interrupting), List.of(), roomy());
            assertThat(next.errorCode()).isEqualTo(ErrorCode.RUN_INTERRUPTED.number());
        }
    }

    /** Who ends a run because it does not move is told where it stands. */
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aRunThatStoodStillSaysWhereItStood(RuntimeKind runtime) {
        try (Worker worker = Worker.open(config(runtime))) {
            Kernel still = Kernel.aiv(0, "STILL", context -> {
                long end = System.nanoTime() + 2_500_000_000L;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                worker.interrupt();
                while (!context.stopRequested()) {
                    Thread.onSpinWait();
                }
            });
            RunResult result = worker.run(graph -> graph.task(still).submit(), List.of());
            assertThat(result.errorCode()).isEqualTo(ErrorCode.RUN_INTERRUPTED.number());
            assertThat(result.sentence())
                    .contains("the run was interrupted by the user after nothing had happened for ")
                    .contains("0 of 1 tasks complete");
            assertThat(result.stall().detail()).isEqualTo(StallDetail.RUNNING_STALLED);
        }
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aRunThatIsCompleteStaysSo(RuntimeKind runtime) {
        try (Worker worker = Worker.open(config(runtime))) {
            RunResult result = worker.run(
                    graph -> graph.task(Kernel.aiv(0, "ONE", context -> {})).submit(), List.of());
            worker.interrupt();
            assertThat(result.isOk()).isTrue();
        }
    }
}
