package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.names.NameMap;
import java.io.PrintWriter;
import java.io.StringWriter;
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
            assertThat(possible)
                    .as("seed %d round %d", seed, round)
                    .containsAll(pairs(program, found.possible()));
            assertThat(found.possible())
                    .as("seed %d round %d: one pair of each buffer", seed, round)
                    .hasSize(
                            (int) possible.stream().map(RaceSearchTest::buffer).distinct().count());
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
    void aRaceIsNamedByTensorTasksAndViews() {
        Small small = new Small();
        int whole = small.view(0, 16);
        int half = small.view(8, 8);
        small.task(0).argument(0, ArgType.OUTPUT, 0, -1, RegionTable.NONE);
        small.task(1).argument(0, ArgType.INOUT, 1, -1, half);
        small.task(2).argument(3, ArgType.INPUT, 1, -1, whole);
        small.task(3).argument(0, ArgType.INPUT, 2, 0, whole);
        RaceReport found = search(small.build());
        assertThat(text(small, found))
                .contains(
                        "race t0 (f0) output writes all of it / t3 (f3) arg 0 reads [16] from element"
                                + " 0: bytes 0 to 64 of a tensor that t0 (f0) allocated, FLOAT32 x 16,"
                                + " 64 B in common")
                .contains(
                        "race t1 (f1) arg 0 writes [8] from element 8 / t2 (f2) arg 3 reads [16] from"
                                + " element 0: bytes 32 to 64 of external tensor 0, FLOAT32 x 16,"
                                + " 32 B in common")
                .doesNotContain("0x");
        assertThat(found.races()).hasSize(2);
    }

    /** In a manual scope no creator edge tells that the address has a new owner. */
    @Test
    void theOwnerOfAnArgumentTellsWhenMemoryWasGivenOutAgain() {
        Small small = new Small();
        int whole = small.view(0, 16);
        small.task(0).argument(0, ArgType.INOUT, 1, 100, whole);
        small.task(1).argument(0, ArgType.INOUT, 1, 101, whole);
        RaceReport found = search(small.build());
        assertThat(found.races()).isEmpty();
        assertThat(found.buffers()).isEqualTo(2);
    }

    @Test
    void anArgumentWithoutDependencyRacesWithAWriterAndMayRaceWithAReader() {
        Small small = new Small();
        int whole = small.view(0, 16);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, whole);
        small.task(1).argument(1, ArgType.NO_DEP, 1, -1, whole);
        small.task(2).argument(0, ArgType.NO_DEP, 2, -1, whole);
        small.task(3).argument(0, ArgType.INPUT, 2, -1, whole);
        small.task(4).argument(0, ArgType.INPUT, 2, -1, whole);
        RaceReport found = search(small.build());
        assertThat(found.noDep()).isEqualTo(2);
        assertThat(found.races()).hasSize(1);
        assertThat(found.possible()).hasSize(1);
        assertThat(text(small, found))
                .contains("NO_DEP: 2 arguments without a declared direction, compared as reads")
                .contains(
                        "race t0 (f0) arg 0 writes [16] from element 0 / t1 (f1) arg 1 is given NO_DEP")
                .contains("possible race, if a kernel writes its NO_DEP argument");
    }

    @Test
    void onlyAnInferredEdgeIsCertainToHaveNoConflict() {
        Small small = new Small();
        int even = small.view(0, 8, 2);
        int odd = small.view(1, 8, 2);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, even);
        small.task(1).argument(0, ArgType.INOUT, 1, -1, odd);
        small.edge(0, 1, 0, EdgeSource.TENSORMAP, 1, odd, even);
        small.task(2).argument(0, ArgType.INPUT, 2, -1, odd);
        small.edge(1, 2, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        small.edge(0, 2, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        RaceReport found = search(small.build());
        assertThat(found.edges().found())
                .extracting(EdgeConflicts.Found::isCertain)
                .containsExactly(true, false, false);
        assertThat(found.edges().found())
                .extracting(EdgeConflicts.Found::isImplied)
                .containsExactly(false, true, false);
        assertThat(text(small, found))
                .contains("edges without a conflict: 3 of 3")
                .contains("1 certain; 2 explicit")
                .contains("no conflict t0 (f0) -> t1 (f1): inferred from views that may overlap");
    }

    @Test
    void anEdgeWithAReasonOfItsOwnOrThatCannotBeJudgedIsNotCalledNeedless() {
        Small small = new Small();
        int left = small.view(0, 8);
        int right = small.view(8, 8);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, left);
        // a newer version of the same buffer waits for all writers of the older one
        small.task(1).argument(0, ArgType.INPUT, 3, -1, right);
        small.edge(0, 1, 0, EdgeSource.TENSORMAP, 1, right, left);
        // the owner of a buffer comes first, whatever is touched
        small.task(2).argument(0, ArgType.NO_DEP, 2, 0, right);
        small.edge(0, 2, 0, EdgeSource.CREATOR, 2, right, RegionTable.NONE);
        // the tensor of a predicate is no argument
        small.task(3);
        small.builder.predicateOfLastTask();
        small.edge(0, 3, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        // a direction that the file does not tell
        small.task(4).argument(0, ArgType.UNKNOWN, 2, -1, right);
        small.edge(0, 4, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        RaceReport found = search(small.build());
        assertThat(found.edges().found()).isEmpty();
        assertThat(found.edges().judged()).isZero();
        assertThat(found.edges().notJudged()).isEqualTo(2);
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

    private static RaceReport search(DependencyGraph source) {
        return RaceSearch.run(report(source), 1_000_000);
    }

    private static DepsReport report(DependencyGraph source) {
        return DepsReport.of(source, NameMap.EMPTY, EdgeMode.FULL);
    }

    private static String text(Small small, RaceReport found) {
        StringWriter text = new StringWriter();
        RaceText.print(report(small.build()), found, new PrintWriter(text, true));
        return text.toString();
    }

    private static TreeSet<String> pairs(Program program, List<Race> races) {
        TaskGraph graph = TaskGraph.of(program.source);
        TreeSet<String> pairs = new TreeSet<>();
        for (Race race : races) {
            pairs.add(
                    pair((int) graph.id(race.first().node()), (int) graph.id(race.second().node()))
                            + " buffer "
                            + race.buffer().address());
        }
        return pairs;
    }

    private static TreeSet<String> naive(Program program, Predicate<Touch> writes) {
        TreeSet<String> pairs = new TreeSet<>();
        for (Touch one : program.touches) {
            for (Touch other : program.touches) {
                if (one.task < other.task
                        && conflict(one, other, writes)
                        && !program.reach[one.task].get(other.task)) {
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

    /** A graph spelled out task by task; tensor 3 is a newer version of tensor 1. */
    private static final class Small {
        final DependencyGraphBuilder builder = new DependencyGraphBuilder();
        private final DependencyDetail detail = new DependencyDetail();
        private DependencyGraph built;

        Small() {
            detail.addTensor(1, 4096, 0, "FLOAT32", 16);
            detail.addTensor(2, 8192, 0, "FLOAT32", 16);
            detail.addTensor(3, 4096, 1, "FLOAT32", 16);
        }

        int view(long start, long count) {
            return view(start, count, 1);
        }

        int view(long start, long count, long stride) {
            return detail.regions()
                    .add("FLOAT32", new long[] {count}, start, new long[] {stride}, null);
        }

        Small task(int task) {
            builder.addTask(task, false, false, 1);
            builder.kernelsOfLastTask(task, -1, -1);
            detail.beginTask();
            return this;
        }

        void argument(int index, ArgType type, long tensor, long owner, int region) {
            detail.addArgument(index, type, tensor, owner, region);
        }

        void edge(
                long from,
                long to,
                int argument,
                EdgeSource source,
                long tensor,
                int consumer,
                int producer) {
            builder.addEdge(from, to, argument, source);
            detail.addEdge(tensor, consumer, producer);
        }

        DependencyGraph build() {
            built = built == null ? builder.build(Optional.of(detail)) : built;
            return built;
        }
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
            touches.add(new Touch(task, buffer, type, elements));
        }
    }
}
