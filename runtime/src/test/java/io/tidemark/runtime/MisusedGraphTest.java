package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.TaskBuilder.Comparison;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that a graph must not take: each ends in a sentence that names what was done. */
class MisusedGraphTest extends FailingRun {
    private static final TensorSpec COUNTER = TensorSpec.of(DType.INT64, 1);

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aKernelThatSubmitsIsToldWhoMay(RuntimeKind runtime) {
        RunResult result = run(
                config(runtime),
                CallConfig.defaults(),
                graph -> graph.task(Kernel.aiv(
                                3, "SUBMITS", context -> graph.task(NOOP).submit()))
                        .submit());
        expect(result, ErrorCode.KERNEL_FAILED, "only the orchestration may call it");
        assertThat(result.submitted()).isEqualTo(1);
    }

    @Test
    void aGraphThatIsKeptBeyondItsRunRefusesEveryCall() {
        AtomicReference<TaskGraph> graph = new AtomicReference<>();
        AtomicReference<TaskBuilder> task = new AtomicReference<>();
        AtomicReference<Tensor> data = new AtomicReference<>();
        run(CallConfig.defaults(), kept -> {
            graph.set(kept);
            data.set(kept.argument("data"));
            task.set(kept.task(NOOP));
        });
        List<Runnable> calls = List.of(
                () -> graph.get().task(NOOP),
                () -> graph.get().dummy(),
                () -> task.get().submit(),
                () -> graph.get().alloc(SMALL),
                () -> graph.get().scope(),
                () -> graph.get().manualScope(),
                () -> graph.get().read(data.get(), 0),
                () -> graph.get().write(data.get(), 0, 1),
                () -> graph.get().submitGraph("key", (body, with) -> {}, data.get()));
        for (Runnable call : calls) {
            assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining("before it returns");
        }
    }

    @Test
    void anotherThreadOfTheOrchestrationIsRefused() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        RunResult result = run(CallConfig.defaults(), graph -> {
            Thread other = Thread.ofPlatform().unstarted(() -> graph.task(NOOP));
            other.setUncaughtExceptionHandler((_, cause) -> thrown.set(cause));
            other.start();
            join(other);
        });
        assertThat(result.isOk()).isTrue();
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBodyThatSubmitsToTheGraphAroundItIsRefused() {
        String part = "the body of graph key submits to the graph around it";
        expectInvalid(
                graph ->
                        inBody(graph, (_, _) -> graph.task(NOOP).in(data(graph)).submit()),
                part);
        expectInvalid(graph -> inBody(graph, (_, _) -> graph.dummy().submit()), part);
        expectInvalid(graph -> inBody(graph, (_, _) -> graph.alloc(SMALL)), part);
        expectInvalid(graph -> inBody(graph, (_, _) -> graph.scope().close()), part);
        expectInvalid(graph -> inBody(graph, (_, _) -> graph.submitGraph("other", (_, _) -> {})), part);
    }

    @Test
    void theGraphOfABodyIsRefusedOnceTheBodyHasEnded() {
        expectInvalid(graph -> bodyOf(graph).task(NOOP).submit(), "after that body has ended");
        expectInvalid(graph -> bodyOf(graph).alloc(SMALL), "after that body has ended");
        expectInvalid(graph -> bodyOf(graph).scope(), "after that body has ended");
    }

    @Test
    void aTensorOfABodyIsRefusedOutsideOfIt() {
        String part = "a tensor of a graph's body";
        expectInvalid(graph -> graph.task(NOOP).in(madeInBody(graph, SMALL)).submit(), part);
        expectInvalid(graph -> graph.task(NOOP).noDep(madeInBody(graph, SMALL)).submit(), part);
        expectInvalid(
                graph -> graph.task(NOOP)
                        .onlyIf(madeInBody(graph, COUNTER), 0, Comparison.EQ, 1)
                        .submit(),
                part);
        expectInvalid(graph -> graph.read(madeInBody(graph, SMALL), 0), "in a graph's body");
    }

    @Test
    void aScopeOfABodyClosesOnceAndAsTheInnermost() {
        RunResult twice = run(
                CallConfig.defaults(),
                graph -> inBody(graph, (body, with) -> {
                    Scope scope = body.scope();
                    scope.close();
                    scope.close();
                    body.task(NOOP).inout(with.tensor(0)).submit();
                }));
        assertThat(twice.sentence()).isEqualTo("The run completed.");
        expectInvalid(
                graph -> inBody(graph, (body, _) -> {
                    Scope outer = body.scope();
                    body.scope();
                    outer.close();
                }),
                "graph key holds a scope that was closed while one inside it is open");
    }

    /** One key, in a scope that infers and in one that does not, is two graphs. */
    @Test
    void noKeyIsTakenForThatOfAManualScope() {
        RunResult result = run(CallConfig.defaults(), graph -> {
            graph.submitGraph("key (manual)", (body, _) -> body.dummy().submit());
            try (Scope _ = graph.manualScope()) {
                graph.submitGraph("key", (body, _) -> {
                    body.dummy().submit();
                    body.dummy().submit();
                });
            }
        });
        assertThat(result.completed()).isEqualTo(1 + 1 + 2 + 1);
    }

    /** Also beside tasks that could be submitted together with it. */
    @Test
    void aTaskOfABodyWithTooManyTensorsIsRefused() {
        expectInvalid(
                graph -> inBody(graph, (body, with) -> {
                    body.task(NOOP).inout(with.tensor(0)).submit();
                    TaskBuilder large = body.task(NOOP);
                    for (int i = 0; i < 33; i++) {
                        large.in(with.tensor(0));
                    }
                    large.submit();
                }),
                "more than 32 tensors");
    }

    @Test
    void argumentsThatAGraphDoesNotHaveAreNamed() {
        expect(
                run(CallConfig.defaults(), graph -> inBody(graph, (_, with) -> with.tensor(3))),
                ErrorCode.EXPLICIT_ORCH_FATAL,
                "tensor=3 of 1");
        expect(
                run(CallConfig.defaults(), graph -> inBody(graph, (_, with) -> with.scalar(0))),
                ErrorCode.EXPLICIT_ORCH_FATAL,
                "scalar=0 of 0");
    }

    @Test
    void memoryForATensorThatIsNullIsRefused() {
        expectInvalid(graph -> graph.alloc(SMALL, null), "a tensor that is null");
        expectInvalid(graph -> graph.alloc((TensorSpec[]) null), "a tensor that is null");
        expectInvalid(
                graph -> inBody(graph, (body, _) -> body.alloc((TensorSpec) null)),
                "graph key holds an allocation of a tensor that is null");
    }

    /** A watchdog knows where the run stood; a graph that borrows its code does not. */
    @Test
    void aGraphMayEndItsRunWithAnyCode() {
        RunResult borrowed = run(CallConfig.defaults(), graph -> graph.fail(100, "too slow"));
        expect(borrowed, ErrorCode.SCHEDULER_TIMEOUT, "too slow");
        RunResult negative = run(CallConfig.defaults(), graph -> graph.fail(-5, null));
        expect(negative, ErrorCode.EXPLICIT_ORCH_FATAL, "the graph gave no message");
    }

    private static Tensor data(TaskGraph graph) {
        return graph.argument("data");
    }

    private static void inBody(TaskGraph graph, GraphBody body) {
        graph.submitGraph("key", body, data(graph));
    }

    /** What a body was given, after it. */
    private static TaskGraph bodyOf(TaskGraph graph) {
        AtomicReference<TaskGraph> kept = new AtomicReference<>();
        inBody(graph, (body, _) -> kept.set(body));
        return kept.get();
    }

    private static Tensor madeInBody(TaskGraph graph, TensorSpec spec) {
        AtomicReference<Tensor> kept = new AtomicReference<>();
        inBody(graph, (body, _) -> kept.set(body.task(NOOP).out(spec).submit().output(0)));
        return kept.get();
    }
}
