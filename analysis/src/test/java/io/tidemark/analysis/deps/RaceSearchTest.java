package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RaceSearchTest {
    private static final int BUFFER_ELEMENTS = 48;
    private static final ArgType[] TYPES = {
        ArgType.INPUT, ArgType.INPUT, ArgType.INOUT, ArgType.OUTPUT_EXISTING
    };

    /** One argument of a made-up task, with its bytes spelled out. */
    private record Touch(int task, int buffer, boolean writes, BitSet elements) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void racesAreExactlyTheUnorderedConflictingPairs(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            Program program = new Program(random, 3 + random.nextInt(40), 1 + random.nextInt(4));
            assertThat(found(program))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(naive(program));
        }
    }

    @Test
    void memoryHandedToANewOwnerIsNoRace() {
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        DependencyDetail detail = new DependencyDetail();
        int region = detail.regions().add("FLOAT32", new long[] {16}, 0, new long[] {1}, null);
        detail.addTensor(7, 4096, 0, "FLOAT32", 16);
        for (int task = 0; task < 2; task++) {
            task(builder, detail, task);
            detail.addArgument(0, ArgType.INOUT, 7, region);
        }
        // each writes a buffer at the same address that its own allocation made
        creator(builder, detail, 100, 0, region);
        creator(builder, detail, 101, 1, region);
        DependencyGraph source = builder.build(Optional.of(detail));
        TaskGraph graph = TaskGraph.of(source);
        RaceReport report = RaceSearch.run(source, graph, GraphOrder.of(graph), 10);
        assertThat(report.races()).isEmpty();
        assertThat(report.accesses()).isEqualTo(2);
    }

    @Test
    void theSearchStopsAtTheMostRacesItMayList() {
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        DependencyDetail detail = new DependencyDetail();
        int region = detail.regions().add("INT8", new long[] {8}, 0, new long[] {1}, null);
        detail.addTensor(7, 4096, 0, "INT8", 8);
        for (int task = 0; task < 50; task++) {
            task(builder, detail, task);
            detail.addArgument(0, ArgType.INOUT, 7, region);
        }
        DependencyGraph source = builder.build(Optional.of(detail));
        TaskGraph graph = TaskGraph.of(source);
        RaceReport all = RaceSearch.run(source, graph, GraphOrder.of(graph), 10_000);
        assertThat(all.races()).hasSize(50 * 49 / 2);
        assertThat(all.races().getFirst().commonBytes()).isEqualTo(8);
        assertThat(all.stoppedEarly()).isFalse();
        RaceReport some = RaceSearch.run(source, graph, GraphOrder.of(graph), 100);
        assertThat(some.stoppedEarly()).isTrue();
    }

    private static void task(DependencyGraphBuilder builder, DependencyDetail detail, int task) {
        builder.addTask(task, false, false, 1);
        builder.kernelsOfLastTask(0, -1, -1);
        detail.beginTask();
    }

    private static void creator(
            DependencyGraphBuilder builder,
            DependencyDetail detail,
            long owner,
            long task,
            int region) {
        builder.addEdge(owner, task, 0, EdgeSource.CREATOR);
        detail.addEdge(7, region, RegionTable.NONE);
    }

    private static TreeSet<String> found(Program program) {
        TaskGraph graph = TaskGraph.of(program.source);
        GraphOrder order = GraphOrder.of(graph);
        TreeSet<String> pairs = new TreeSet<>();
        for (Race race : RaceSearch.run(program.source, graph, order, 1_000_000).races()) {
            pairs.add(
                    pair((int) graph.id(race.first()), (int) graph.id(race.second()))
                            + " buffer "
                            + race.bufferAddress());
        }
        return pairs;
    }

    private static TreeSet<String> naive(Program program) {
        TreeSet<String> pairs = new TreeSet<>();
        for (Touch one : program.touches) {
            for (Touch other : program.touches) {
                boolean conflict =
                        one.task < other.task
                                && one.buffer == other.buffer
                                && (one.writes || other.writes)
                                && one.elements.intersects(other.elements)
                                && !program.reach[one.task].get(other.task);
                if (conflict) {
                    pairs.add(pair(one.task, other.task) + " buffer " + address(one.buffer));
                }
            }
        }
        return pairs;
    }

    private static String pair(int one, int other) {
        return Math.min(one, other) + "-" + Math.max(one, other);
    }

    private static long address(int buffer) {
        return 0x1000L * (buffer + 1);
    }

    /** Random tasks with random strided views, and random edges that go forward in time. */
    private static final class Program {
        final DependencyGraph source;
        final List<Touch> touches = new ArrayList<>();
        final BitSet[] reach;

        Program(Random random, int tasks, int buffers) {
            DependencyGraphBuilder builder = new DependencyGraphBuilder();
            DependencyDetail detail = new DependencyDetail();
            for (int buffer = 0; buffer < buffers; buffer++) {
                detail.addTensor(buffer + 1, address(buffer), 0, "INT16", BUFFER_ELEMENTS);
            }
            for (int task = 0; task < tasks; task++) {
                task(builder, detail, task);
                for (int argument = random.nextInt(4); argument >= 0; argument--) {
                    addArgument(random, detail, task, argument, random.nextInt(buffers));
                }
            }
            reach = new BitSet[tasks];
            for (int task = tasks - 1; task >= 0; task--) {
                reach[task] = new BitSet();
                for (int to = task + 1; to < tasks; to++) {
                    if (random.nextInt(12) == 0) {
                        builder.addEdge(task, to, -1, EdgeSource.EXPLICIT);
                        detail.addEdge(0, RegionTable.NONE, RegionTable.NONE);
                        reach[task].set(to);
                        reach[task].or(reach[to]);
                    }
                }
            }
            source = builder.build(Optional.of(detail));
        }

        private void addArgument(
                Random random, DependencyDetail detail, int task, int argument, int buffer) {
            long rows = 1 + random.nextInt(3);
            long columns = 1 + random.nextInt(6);
            long stride = columns + random.nextInt(6);
            long step = 1 + random.nextInt(2);
            long last = (rows - 1) * stride + (columns - 1) * step;
            long start = random.nextInt((int) (BUFFER_ELEMENTS - last));
            int region =
                    detail.regions()
                            .add(
                                    "INT16",
                                    new long[] {rows, columns},
                                    start,
                                    new long[] {stride, step},
                                    null);
            ArgType type = TYPES[random.nextInt(TYPES.length)];
            detail.addArgument(argument, type, buffer + 1, region);
            BitSet elements = new BitSet();
            for (long row = 0; row < rows; row++) {
                for (long column = 0; column < columns; column++) {
                    elements.set((int) (start + row * stride + column * step));
                }
            }
            touches.add(new Touch(task, buffer, type != ArgType.INPUT, elements));
        }
    }
}
