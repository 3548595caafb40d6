package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What dependencies, scopes and runs take of the room there is, and that they give it back. */
@Timeout(60)
class DependencyRoomTest extends FailingRun {
    private static final CallConfig FOUR_NODES =
            CallConfig.builder().dependencyPool(4).build();

    private static void expectDone(RunResult result, int tasks) {
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(result.completed()).isEqualTo(tasks);
    }

    @Test
    void aProducerThatHasEndedTakesNoNodeOfTheDependencyPool() {
        RunResult result = run(FOUR_NODES, graph -> {
            long[] producers = new long[10];
            for (int i = 0; i < producers.length; i++) {
                Submission submitted = graph.task(NOOP).out(SMALL).submit();
                producers[i] = submitted.id();
                graph.read(submitted.output(0), 0); // waits for its end
            }
            graph.task(NOOP).after(producers).submit();
        });
        expectDone(result, 11);
    }

    @Test
    void nodesOfTasksThatAreGoneAreUsedAgain() {
        RunResult result = run(FOUR_NODES, graph -> {
            for (int i = 0; i < 500; i++) {
                try (Scope _ = graph.scope()) {
                    Tensor out = graph.task(NOOP).out(SMALL).submit().output(0);
                    graph.task(NOOP).in(out).submit();
                    graph.task(NOOP).in(out).submit();
                }
            }
        });
        expectDone(result, 1500);
    }

    @Test
    void aProducerNamedOverAndOverIsOneEdge() {
        RunResult result = run(FOUR_NODES, graph -> {
            Submission producer = graph.task(NOOP).out(SMALL).submit();
            long[] same = new long[1000];
            Arrays.fill(same, producer.id());
            graph.task(NOOP).in(producer.output(0)).after(same).submit();
        });
        expectDone(result, 2);
    }

    @Test
    void aScopeHoldsAsManyTasksAsTheWindowOfItsRunNotOfTheBuild() {
        int tasks = 20_000;
        assertThat(tasks).isGreaterThan(RingSizes.defaults().taskWindow(0));
        RunResult result = run(CallConfig.builder().taskWindow(32_768).build(), graph -> {
            for (int i = 0; i < tasks; i++) {
                graph.task(NOOP).submit();
            }
        });
        expectDone(result, tasks);
    }

    @Test
    void laterRunsOfAWorkerTakeNoMemoryBeyondThatOfTheFirst() {
        try (Worker worker = Worker.open(CONFIG)) {
            Orchestration chain = graph -> {
                Tensor data = graph.task(NOOP).out(SMALL).submit().output(0);
                for (int i = 0; i < 50; i++) {
                    graph.task(NOOP).inout(data).submit();
                }
            };
            worker.run(chain, List.of());
            Map<String, Long> first = OffHeap.bytesByOwner();
            for (int run = 0; run < 10; run++) {
                expectDone(worker.run(chain, List.of()), 51);
                assertThat(OffHeap.bytesByOwner()).isEqualTo(first);
            }
        }
    }

    @Test
    void idsThatNoTaskHasYetAreRefusedHoweverTheyAreMade() {
        expectInvalid(
                graph -> {
                    long next = graph.task(NOOP).submit().id() + 1;
                    graph.task(NOOP).after(next).submit(); // itself
                },
                "which does not exist");
        expectInvalid(
                graph -> graph.task(NOOP).after(TaskId.of(3, Integer.MAX_VALUE)).submit(), "which does not exist");
    }
}
