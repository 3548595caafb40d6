package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tasks that something else than their core completes, in whole runs. */
class AsyncRunTest extends FailingRun {
    private static final TensorSpec COUNTERS = TensorSpec.of(DType.INT32, 8).filledWith(0);

    private final AtomicBoolean counted = new AtomicBoolean();
    private final AtomicInteger early = new AtomicInteger();
    private final Kernel check = Kernel.aiv(7, "CHECK", context -> early.addAndGet(counted.get() ? 0 : 1));

    @Test
    void aTaskIsCompleteOnlyWhenAnotherKernelHasCountedItsCounterUp() {
        Kernel wait =
                Kernel.aic(5, "WAIT", context -> context.completeWhen(CompletionEngine.ROCE, context.tensor(0), 3, 5));
        AtomicInteger counts = new AtomicInteger();
        Kernel count = Kernel.aiv(6, "COUNT", context -> {
            if (counts.incrementAndGet() >= 5) {
                counted.set(true); // by one of any five that have counted up
            }
            context.countUp(context.tensor(0), 3, 1);
        });
        RunResult result = run(CallConfig.defaults(), graph -> {
            Tensor counters = graph.alloc(COUNTERS)[0];
            long waiter = graph.task(wait).noDep(counters).submit().id();
            graph.task(check).after(waiter).submit();
            for (int i = 0; i < 5; i++) {
                graph.task(count).noDep(counters).blocks(5).submit();
            }
        });
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(early).hasValue(0);
    }

    @Test
    void anEventCompletesEveryTaskThatWaitsForItOrForAnEarlierOne() {
        Kernel wait = Kernel.aic(
                5, "WAIT", context -> context.completeWhenEvent(CompletionEngine.SDMA, context.scalarLong(0)));
        Kernel post = Kernel.aiv(6, "POST", context -> {
            counted.set(true);
            context.postEvent(CompletionEngine.SDMA, 41);
        });
        RunResult result = run(CallConfig.defaults(), graph -> {
            for (int i = 0; i < 20; i++) {
                long id = graph.task(wait).scalar(22L + i).submit().id();
                graph.task(check).after(id).submit();
            }
            graph.task(post).submit();
        });
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(early).hasValue(0);
        assertThat(result.completed()).isEqualTo(41);
    }

    @Test
    void conditionsOfAllBlocksAndKernelsAreWaitedFor() {
        AtomicInteger posted = new AtomicInteger();
        Kernel half = Kernel.aic(5, "HALF", context -> waitForOwn(context, 2 * context.blockIndex()));
        Kernel other = Kernel.aiv(6, "OTHER", context -> waitForOwn(context, 2 * context.blockIndex() + 1));
        Kernel count = Kernel.aiv(8, "COUNT", context -> {
            counted.set(posted.incrementAndGet() == 8);
            context.countUp(context.tensor(0), context.scalarLong(0), 1);
        });
        RunResult result = run(CallConfig.defaults(), graph -> {
            Tensor counters = graph.alloc(COUNTERS)[0];
            long id = graph.task(MixedKernels.of(half, other, null))
                    .noDep(counters)
                    .blocks(4)
                    .submit()
                    .id();
            graph.task(check).after(id).submit();
            long before = id;
            for (int i = 0; i < 8; i++) {
                TaskBuilder next = graph.task(count).noDep(counters).scalar((long) i);
                before = (i == 0 ? next : next.after(before)).submit().id();
            }
        });
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(early).hasValue(0);
    }

    @Test
    void anEngineThatDoesNotExistIsCode101() {
        RunResult none = runKernel(context -> context.completeWhenEvent(null, 1));
        expect(none, ErrorCode.ASYNC_COMPLETION_INVALID, "of ODD registered a condition of type 2");
        assertThat(none.sentence()).contains("check the completion conditions");
        RunResult wrong = runKernel(context -> context.completeWhenEvent(CompletionEngine.CCU, 1));
        expect(wrong, ErrorCode.ASYNC_COMPLETION_INVALID, "engine 3");
    }

    @Test
    void theSixtyFifthConditionOfAKernelIsCode102() {
        RunResult most = runKernel(context -> postMany(context, 64));
        assertThat(most.sentence()).isEqualTo("The run completed.");
        RunResult more = runKernel(context -> postMany(context, 65));
        expect(more, ErrorCode.ASYNC_WAIT_OVERFLOW, "more than 64 conditions of one kernel");
        assertThat(more.sentence()).contains("register fewer conditions");
    }

    @Test
    void theSixtyFifthWaitingTaskIsCode102() {
        RunResult result = run(CallConfig.defaults(), graph -> {
            Kernel wait = Kernel.aiv(5, "WAIT", AsyncRunTest::waitForNothing);
            for (int i = 0; i < 70; i++) {
                graph.task(wait).submit();
            }
        });
        expect(result, ErrorCode.ASYNC_WAIT_OVERFLOW, "more than 64 tasks waiting");
    }

    @Test
    void aCounterThatIsNoWholeWordIsTheKernelsMistake() {
        RunResult result = run(
                CallConfig.defaults(),
                graph -> graph.task(Kernel.aiv(
                                5,
                                "ODD",
                                context -> context.completeWhen(CompletionEngine.SDMA, context.tensor(0), 0, 1)))
                        .in(graph.argument(0))
                        .submit());
        expect(result, ErrorCode.KERNEL_FAILED, "counter=FLOAT32 is no integer");
    }

    @Test
    void anEventBelowTheFirstIsRefusedWhereItIsNamed() {
        Kernel waits = Kernel.aiv(4, "WAITS", context -> context.completeWhenEvent(CompletionEngine.SDMA, -1));
        Kernel posts = Kernel.aiv(5, "POSTS", context -> context.postEvent(CompletionEngine.SDMA, -1));
        for (Kernel kernel : new Kernel[] {waits, posts}) {
            RunResult result =
                    run(CallConfig.defaults(), graph -> graph.task(kernel).submit());
            expect(result, ErrorCode.KERNEL_FAILED, "postId=-1 is negative");
        }
    }

    @Test
    void aConditionThatIsNeverMetIsSeenByTheWatchdog() {
        RunResult result = runKernel(AsyncRunTest::waitForNothing);
        expect(result, ErrorCode.SCHEDULER_TIMEOUT, "0 of 1 tasks complete");
        assertThat(result.sentence()).contains("ODD");
    }

    private static void waitForOwn(KernelContext context, int index) {
        context.completeWhen(CompletionEngine.URMA, context.tensor(0), index, 1);
    }

    private static void waitForNothing(KernelContext context) {
        context.completeWhenEvent(CompletionEngine.SDMA, 1_000_000);
    }

    private static void postMany(KernelContext context, int count) {
        context.postEvent(CompletionEngine.SDMA, 100);
        for (int i = 0; i < count; i++) {
            context.completeWhenEvent(CompletionEngine.SDMA, i);
        }
    }

    private static RunResult runKernel(KernelBody body) {
        return run(
                CallConfig.defaults(),
                graph -> graph.task(Kernel.aiv(5, "ODD", body)).submit());
    }
}
