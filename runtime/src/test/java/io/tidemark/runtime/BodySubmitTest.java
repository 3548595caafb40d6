package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.chip.Chip;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.probe.HostWaits;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.task.BodyLinks;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.TeamBoard;
import io.tidemark.runtime.tensormap.TensorMap;
import io.tidemark.testkit.Seeds;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tasks of a replayed body that are submitted together, against the same tasks one by one. No
 * scheduler is there, so nothing completes and every edge can be seen.
 */
class BodySubmitTest {
    private static final int CALLS = 5;
    private static final int BUFFERS = 6;
    private static final int MEMORY_BYTES = 1 << 22;
    private static final int ALL_READY = 1 << 14;

    private static final int LAYERED = 150;

    private static final Kernel UPDATE = Kernel.aiv(0, "UPDATE", c -> {
        long value = c.memory().getLong(c.tensor(2), 0);
        long one = c.memory().getLong(c.tensor(0), 0);
        long other = c.memory().getLong(c.tensor(1), 0);
        c.memory().setLong(c.tensor(2), 0, 31 * value + one - 3 * other);
    });

    /** What became of each task, and how many were submitted together with others. */
    private record Outcome(Map<Long, String> tasks, int together) {}

    @Test
    void tasksSubmittedTogetherWaitForAndKeepTheSameTasks() {
        AtomicInteger together = new AtomicInteger();
        Seeds.each(150, seed -> {
            Outcome direct = submit(seed, false);
            Outcome replayed = submit(seed, true);
            assertThat(direct.together).isZero();
            assertThat(replayed.tasks).isEqualTo(direct.tasks);
            together.addAndGet(replayed.together);
        });
        if (Seeds.areAllFixed()) {
            assertThat(together).as("submitted together").hasValueGreaterThan(2_000);
        }
    }

    /** Wherever the replay is left, an orchestration that goes on does no harm. */
    @Test
    void aReplayThatThrowsInItsMiddleIsTheFailureOfTheRun() {
        for (int at = 1; at <= LAYERED; at += 10) {
            NoPacer pacer = new NoPacer();
            int point = at;
            long[] after = new long[2]; // a thrown assertion would be the run's failure
            RunLatches latches = new RunLatches();
            TaskTable table = orchestrate(latches, pacer, graph -> {
                Tensor[] rows = new Tensor[BUFFERS];
                Arrays.setAll(rows, i -> graph.argument("data").select(0, i));
                submitLayers(graph, rows);
                submitLayers(graph, rows); // the second is submitted together
                pacer.throwAfter = point;
                assertThatThrownBy(() -> submitLayers(graph, rows)).hasMessage("thrown at a yield point");
                after[0] = graph.hasFailed() ? 1 : 0;
                after[1] = graph.task(UPDATE).inout(rows[0]).submit().id();
            });
            assertThat(after).containsExactly(1, TaskId.NONE);
            assertThat(latches.failure().sentence())
                    .isEqualTo("the replay of graph layers threw"
                            + " java.lang.IllegalStateException: thrown at a yield point");
            assertThat(table.submittedAcquire()).isEqualTo(2 * (LAYERED + 1));
        }
    }

    private static void submitLayers(TaskGraph graph, Tensor[] rows) {
        graph.submitGraph(
                "layers",
                (inside, given) -> {
                    for (int task = 0; task < LAYERED; task++) {
                        int[] at = cells(task, BUFFERS / 2);
                        inside.task(UPDATE)
                                .inout(given.tensor(at[0]))
                                .inout(given.tensor(at[1]))
                                .inout(given.tensor(at[2]))
                                .submit();
                    }
                },
                rows);
    }

    /** On real threads and rings that hold now one call and now several. */
    @Test
    void tasksSubmittedTogetherRunInTheOrderOfTheirEdges() {
        Seeds.each(6, seed -> {
            Random random = Seeds.random(seed);
            int width = 2 + random.nextInt(14);
            int window = 256 << random.nextInt(3);
            long[] data = random.longs(2L * width).toArray();
            long[] expected = data.clone();
            for (int call = 0; call < 40; call++) {
                for (int task = 0; task < LAYERED; task++) {
                    int[] cells = cells(task, width);
                    expected[cells[2]] = 31 * expected[cells[2]] + expected[cells[0]] - 3 * expected[cells[1]];
                }
            }
            RuntimeConfig config =
                    RuntimeConfig.builder().clusters(1 + random.nextInt(4)).build();
            HostTensor cells =
                    HostTensor.inout("data", TensorSpec.of(DType.INT64, data.length), MemorySegment.ofArray(data));
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        graph -> callLayers(graph, width),
                        List.of(cells),
                        CallConfig.builder().taskWindow(window).build());
                assertThat(result.sentence()).isEqualTo("The run completed.");
            }
            assertThat(data).isEqualTo(expected);
        });
    }

    /** Two cells of the layer before, and the one that the task updates. */
    private static int[] cells(int task, int width) {
        int column = task % width;
        int now = (task / width & 1) * width;
        int before = width - now;
        return new int[] {before + column, before + (column + 1) % width, now + column};
    }

    private static void callLayers(TaskGraph graph, int width) {
        Tensor[] cells = new Tensor[2 * width];
        Arrays.setAll(cells, i -> graph.argument("data").slice(0, i, 1));
        for (int call = 0; call < 40; call++) {
            try (Scope _ = graph.scope()) {
                graph.submitGraph(
                        "layers",
                        (inside, given) -> {
                            for (int task = 0; task < LAYERED; task++) {
                                int[] at = cells(task, width);
                                inside.task(UPDATE)
                                        .inout(given.tensor(at[0])) // who reads is not waited for
                                        .inout(given.tensor(at[1]))
                                        .inout(given.tensor(at[2]))
                                        .submit();
                            }
                        },
                        cells);
            }
        }
    }

    private static Outcome submit(long seed, boolean isReplayed) {
        Random random = Seeds.random(seed);
        RandomBody body = new RandomBody(seed, 30, random.nextBoolean());
        RunLatches latches = new RunLatches();
        TaskTable table = orchestrate(latches, new NoPacer(), graph -> call(graph, body, random, isReplayed));
        assertThat(latches.failure()).isNull();
        return outcome(table);
    }

    private static TaskTable orchestrate(RunLatches latches, Pacer pacer, Orchestration orchestration) {
        RuntimeConfig config = RuntimeConfig.builder().clusters(2).build();
        RingSizes rings = RingSizes.defaults().withTaskWindow(1024).withHeapBytes(MEMORY_BYTES / 8);
        TaskTable table = new TaskTable(rings);
        int[] windows = new int[TaskId.RINGS];
        Arrays.setAll(windows, rings::taskWindow);
        TensorMap map = new TensorMap(4096, 64, windows);
        try (Chip chip = new SimulatedChip("alone", config.shape(), MEMORY_BYTES, () -> {
            throw new IllegalStateException("no core runs here");
        })) {
            table.attach(chip.memory().map());
            OrchestratorSite site = new OrchestratorSite(
                    table,
                    map,
                    latches,
                    new TeamBoard(config.shape(), 1, false, HostWaits.none()),
                    new VirtualClock(config.platform().clockHz()),
                    pacer,
                    config,
                    chip.memory().map(),
                    chip,
                    null);
            long dataAt = chip.memory().baseAddress() + MEMORY_BYTES / 2;
            Tensor data = Tensor.of(dataAt, DType.INT64, BUFFERS, RandomBody.ELEMENTS);
            new Orchestrator(site, SubmitPolicy.reclaiming(site), Map.of("data", data)).run(orchestration);
        }
        return table;
    }

    private static void call(TaskGraph graph, GraphBody body, Random random, boolean isReplayed) throws Exception {
        for (int call = 0; call < CALLS; call++) {
            Tensor[] arguments = new Tensor[RandomBody.ARGUMENTS];
            for (int i = 0; i < arguments.length; i++) { // mostly apart, sometimes not
                int row = random.nextInt(8) == 0 ? random.nextInt(BUFFERS) : (2 * i + call) % 6;
                arguments[i] = graph.argument("data").select(0, row);
            }
            if (isReplayed) {
                graph.submitGraph("body", body, arguments);
            } else {
                body.record(graph, GraphArguments.of(arguments));
                graph.dummy().submit(); // a replay has one more task, too
            }
        }
    }

    private static Outcome outcome(TaskTable table) {
        Map<Long, String> tasks = new TreeMap<>();
        Map<Long, Integer> keepers = new TreeMap<>();
        int together = 0;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskRing slots = table.ring(ring);
            for (int local = 0; local < (int) slots.submittedAcquire(); local++) {
                TaskSlot slot = slots.slot(local);
                together += slot.links() == null ? 0 : 1;
                Map<Long, Integer> edges = edges(table, slot);
                edges.forEach((producer, flags) -> {
                    if ((flags & EdgeFlags.RETAIN) != 0) {
                        keepers.merge(producer, 1, Integer::sum);
                    }
                });
                long waits = edges.values().stream()
                        .filter(flags -> (flags & EdgeFlags.WAIT) != 0)
                        .count();
                if (slot.kernel() != null) {
                    assertThat(waits == 0 || slot.arrive((int) waits))
                            .as("task %s waits for %d", TaskId.label(slot.taskId()), waits)
                            .isTrue();
                    tasks.put(slot.taskId(), edges + arguments(slot));
                }
            }
        }
        long[] ready = new long[ALL_READY];
        int count = table.ready(TaskShape.AIV.code()).pop(ready, ALL_READY);
        for (int i = 0; i < count; i++) {
            tasks.merge(ready[i], " ready", String::concat);
        }
        tasks.forEach((taskId, _) -> assertKept(table.slot(taskId), keepers.get(taskId)));
        return new Outcome(tasks, together);
    }

    /** Its memory is free when it has run and all who keep it are done, and not before. */
    private static void assertKept(TaskSlot slot, Integer keepers) {
        for (int i = 0; keepers != null && i < keepers; i++) {
            assertThat(slot.unpin()).isFalse();
        }
        assertThat(slot.unpinExecution()).as(TaskId.label(slot.taskId())).isTrue();
    }

    private static Map<Long, Integer> edges(TaskTable table, TaskSlot slot) {
        Map<Long, Integer> edges = new TreeMap<>();
        for (int i = 0; i < slot.inlineEdges(); i++) {
            add(edges, slot.edge(i));
        }
        for (int i = 0; i < slot.spillCount(); i++) {
            int ring = TaskId.ring(slot.taskId());
            add(edges, table.faninSpill(ring).consumer(slot.spillFirst() + i));
        }
        BodyLinks links = slot.links();
        if (links != null) {
            for (int behind : links.producers()) {
                edges.merge(slot.taskId() - behind, EdgeFlags.WAIT, (one, other) -> one | other);
            }
            for (int behind : links.retained()) {
                edges.merge(slot.taskId() - behind, EdgeFlags.RETAIN, (one, other) -> one | other);
            }
        }
        return edges;
    }

    private static void add(Map<Long, Integer> edges, long edge) {
        int flags = (TaskSlot.waits(edge) ? EdgeFlags.WAIT : 0) | (TaskSlot.retains(edge) ? EdgeFlags.RETAIN : 0);
        edges.merge(TaskSlot.edgeProducer(edge), flags, (one, other) -> one | other);
    }

    private static String arguments(TaskSlot slot) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < slot.tensorCount(); i++) {
            text.append(' ').append(slot.tagCode(i)).append(' ').append(slot.tensor(i));
            text.append(" of ").append(slot.tensor(i).ownerTaskId());
        }
        for (int i = 0; i < slot.scalarCount(); i++) {
            text.append(' ').append(slot.scalarTypeCode(i)).append('=').append(slot.scalarBits(i));
        }
        return text.toString();
    }

    /** Nobody is there to be woken or waited for. */
    private static final class NoPacer implements Pacer {
        private int throwAfter; // so many yield points; 0 for never

        @Override
        public void pause(int attempt) {
            throw new IllegalStateException("the rings do not hold the whole graph");
        }

        @Override
        public void yieldPoint() {
            if (throwAfter > 0 && --throwAfter == 0) {
                throw new IllegalStateException("thrown at a yield point");
            }
        }

        @Override
        public void wakeLanes() {}

        @Override
        public void wakeCompanion() {}

        @Override
        public void disturbKernels() {}
    }
}
