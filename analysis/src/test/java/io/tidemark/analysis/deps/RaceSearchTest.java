package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.deps.race.EdgeConflicts;
import io.tidemark.analysis.deps.race.Race;
import io.tidemark.analysis.deps.race.RaceReport;
import io.tidemark.analysis.deps.race.RaceSearch;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.names.NameMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RaceSearchTest {
    private static final int BUFFER_ELEMENTS = 48;
    private static final ArgType[] TYPES = {
        ArgType.INPUT, ArgType.INPUT, ArgType.INOUT, ArgType.OUTPUT_EXISTING, ArgType.NO_DEP
    };

    /** One argument of a made-up task, with its bytes spelled out. */
    private record Touch(int task, int buffer, ArgType type, BitSet elements) {
        boolean writes() {
            return type != ArgType.INPUT && type != ArgType.NO_DEP;
        }

        boolean mayWrite() {
            return type != ArgType.INPUT;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void racesAreExactlyTheUnorderedConflictingPairs(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            Program program = new Program(random, 3 + random.nextInt(40), 1 + random.nextInt(4));
            RaceReport found = search(program.source);
            assertThat(pairs(program, found.races()))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(naive(program, Touch::writes));
            TreeSet<String> possible = naive(program, Touch::mayWrite);
            possible.removeAll(naive(program, Touch::writes));
            assertThat(possible).as("seed %d round %d", seed, round).containsAll(pairs(program, found.possible()));
            assertThat(found.possible())
                    .as("seed %d round %d: one pair of each buffer", seed, round)
                    .hasSize((int) possible.stream()
                            .map(RaceSearchTest::buffer)
                            .distinct()
                            .count());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15})
    void edgesWithoutAConflictAreExactlyThoseThatShareNoByteThatOneMayWrite(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            Program program = new Program(random, 3 + random.nextInt(40), 1 + random.nextInt(4));
            TaskGraph graph = TaskGraph.of(program.source);
            EdgeConflicts.Report found = search(program.source).edges();
            TreeSet<String> edges = new TreeSet<>();
            for (EdgeConflicts.Found edge : found.found()) {
                assertThat(edge.isCertain()).as("all edges are explicit").isFalse();
                edges.add(graph.producer(edge.edge()) + "-" + graph.consumer(edge.edge()));
            }
            TreeSet<String> expected = new TreeSet<>(program.edges);
            for (Touch one : program.touches) {
                for (Touch other : program.touches) {
                    if (conflict(one, other, Touch::mayWrite)) {
                        expected.remove(one.task + "-" + other.task);
                    }
                }
            }
            assertThat(edges).as("seed %d round %d", seed, round).isEqualTo(expected);
            assertThat(found.judged()).isEqualTo(program.edges.size());
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
        RaceReport report = search(source);
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
        RaceReport all = search(source);
        assertThat(all.races()).hasSize(50 * 49 / 2);
        assertThat(all.races().getFirst().commonBytes()).isEqualTo(8);
        assertThat(all.stoppedEarly()).isFalse();
        RaceReport some = RaceSearch.run(report(source), 100);
        assertThat(some.stoppedEarly()).isTrue();
        assertThat(some.races()).hasSize(100);
    }

    /** One task before and one behind 60,000 without arguments: looked at edge by edge it took minutes. */
    @Test
    void aWideFanIsSearchedInOnePass() {
        int width = 60_000;
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        DependencyDetail detail = new DependencyDetail();
        for (int task = 0; task < width + 2; task++) {
            task(builder, detail, task);
        }
        for (int task = 1; task <= width; task++) {
            explicit(builder, detail, 0, task);
            explicit(builder, detail, task, width + 1);
        }
        explicit(builder, detail, 0, width + 1);
        RaceReport report = search(builder.build(Optional.of(detail)));
        assertThat(report.races()).isEmpty();
        assertThat(report.edges().found()).hasSize(2 * width + 1);
        assertThat(report.edges().found())
                .filteredOn(EdgeConflicts.Found::isImplied)
                .as("the one around all")
                .hasSize(1);
    }

    private static void explicit(DependencyGraphBuilder builder, DependencyDetail detail, int from, int to) {
        builder.addEdge(from, to, -1, EdgeSource.EXPLICIT);
        detail.addEdge(0, RegionTable.NONE, RegionTable.NONE);
    }

    private static void task(DependencyGraphBuilder builder, DependencyDetail detail, int task) {
        builder.addTask(task, false, false, 1);
        builder.kernelsOfLastTask(0, -1, -1);
        detail.beginTask();
    }

    private static void creator(
            DependencyGraphBuilder builder, DependencyDetail detail, long owner, long task, int region) {
        builder.addEdge(owner, task, 0, EdgeSource.CREATOR);
        detail.addEdge(7, region, RegionTable.NONE);
    }

    private static RaceReport search(DependencyGraph source) {
        return RaceSearch.run(report(source), 1_000_000);
    }

    private static DepsReport report(DependencyGraph source) {
        return DepsReport.of(source, NameMap.EMPTY, EdgeMode.FULL);
    }

    private static TreeSet<String> pairs(Program program, List<Race> races) {
        TaskGraph graph = TaskGraph.of(program.source);
        TreeSet<String> pairs = new TreeSet<>();
        for (Race race : races) {
            pairs.add(pair((int) graph.id(race.first().node()), (int)
                            graph.id(race.second().node()))
                    + " buffer "
                    + race.buffer().address());
        }
        return pairs;
    }

    private static TreeSet<String> naive(Program program, Predicate<Touch> writes) {
        TreeSet<String> pairs = new TreeSet<>();
        for (Touch one : program.touches) {
            for (Touch other : program.touches) {
                if (one.task < other.task && conflict(one, other, writes) && !program.reach[one.task].get(other.task)) {
                    pairs.add(pair(one.task, other.task) + " buffer " + address(one.buffer));
                }
            }
        }
        return pairs;
    }

    private static boolean conflict(Touch one, Touch other, Predicate<Touch> writes) {
        return one.buffer == other.buffer
                && (writes.test(one) || writes.test(other))
                && one.elements.intersects(other.elements);
    }

    private static String buffer(String pair) {
        return pair.substring(pair.indexOf("buffer"));
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
        final TreeSet<String> edges = new TreeSet<>();

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
                        edges.add(task + "-" + to);
                        reach[task].set(to);
                        reach[task].or(reach[to]);
                    }
                }
            }
            source = builder.build(Optional.of(detail));
        }

        private void addArgument(Random random, DependencyDetail detail, int task, int argument, int buffer) {
            long rows = 1 + random.nextInt(3);
            long columns = 1 + random.nextInt(6);
            long stride = columns + random.nextInt(6);
            long step = 1 + random.nextInt(2);
            long last = (rows - 1) * stride + (columns - 1) * step;
            long start = random.nextInt((int) (BUFFER_ELEMENTS - last));
            int region =
                    detail.regions().add("INT16", new long[] {rows, columns}, start, new long[] {stride, step}, null);
            ArgType type = TYPES[random.nextInt(TYPES.length)];
            detail.addArgument(argument, type, buffer + 1, region);
            BitSet elements = new BitSet();
            for (long row = 0; row < rows; row++) {
                for (long column = 0; column < columns; column++) {
                    elements.set((int) (start + row * stride + column * step));
                }
            }
            touches.add(new Touch(task, buffer, type, elements));
        }
    }
}
