package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.testkit.LeakCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What tests of failing runs share: kernels, a chip with short limits, and no thread left behind.
 */
abstract class FailingRun {
    static final Kernel NOOP = Kernel.aiv(0, "NOOP", context -> {});
    static final Kernel SPIN = Kernel.aic(1, "SPIN", context -> {
        while (!context.stopRequested()) {
            Thread.onSpinWait();
        }
    });
    static final TensorSpec SMALL = TensorSpec.of(DType.FLOAT32, 16);

    static final RuntimeConfig CONFIG = config(RuntimeKind.TMR);

    static RuntimeConfig config(RuntimeKind runtime) {
        return RuntimeConfig.builder()
                .runtime(runtime)
                .clusters(2)
                .memoryBytes(1 << 20)
                .schedulerTimeout(Duration.ofMillis(800))
                .allocatorTimeout(Duration.ofMillis(60))
                .tensorWaitTimeout(Duration.ofMillis(100))
                .exitJoinTimeout(Duration.ofSeconds(5))
                .build();
    }

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @AfterEach
    void noThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("tidemark-") && thread.isAlive());
    }

    static Thread threadNamed(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void nest(TaskGraph graph, int scopes, int tasksEach) throws Exception {
        for (int i = 0; i < tasksEach; i++) {
            graph.task(NOOP).submit();
        }
        if (scopes > 0) {
            try (Scope _ = graph.scope()) {
                nest(graph, scopes - 1, tasksEach);
            }
        }
    }

    static void expectInvalid(Orchestration orchestration, String part) {
        expect(run(CallConfig.defaults(), orchestration), ErrorCode.INVALID_ARGS, part);
    }

    static void expect(RunResult result, ErrorCode code, String part) {
        assertThat(result.errorName()).as(result.sentence()).isEqualTo(code.name());
        assertThat(result.errorCode()).isEqualTo(code.number());
        assertThat(result.status()).isEqualTo(-code.number());
        assertThat(result.sentence()).contains(part).endsWith(".").doesNotContain("\n");
    }

    static RunResult run(CallConfig call, Orchestration orchestration) {
        return run(CONFIG, call, orchestration);
    }

    static RunResult run(RuntimeConfig config, CallConfig call, Orchestration orchestration) {
        HostTensor data = HostTensor.inout("data", TensorSpec.of(DType.FLOAT32, 16), new float[16]);
        try (Worker worker = Worker.open(config)) {
            RunResult failed = worker.run(orchestration, List.of(data), call);
            if (!failed.isOk()) { // nothing of a failure is left for the next run
                AtomicInteger ran = new AtomicInteger();
                Kernel count = Kernel.aiv(9, "COUNT", context -> ran.incrementAndGet());
                RunResult next = worker.run(graph -> graph.task(count).submit(), List.of(data), call);
                assertThat(next.sentence()).isEqualTo("The run completed.");
                assertThat(ran).hasValue(1);
                assertThat(next.submitted()).isEqualTo(1);
            }
            return failed;
        }
    }
}
