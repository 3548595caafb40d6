package io.tidemark.runtime.tensormap;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DependencyInferenceTest {
    private final TensorMap map = new TensorMap(1024, 16, 1024, 1024, 1024, 1024);
    private final DependencyInference inference = new DependencyInference(map);
    private final SubmitArguments arguments = new SubmitArguments();
    private final Tensor whole = Tensor.of(0x4000, DType.FLOAT32, 8, 8);

    @Test
    void eachTagGivesTheEdgesOfItsRowAndNoOther() {
        Tensor owned = whole.ownedBy(TaskId.of(0, 0));
        map.insert(owned, TaskId.of(0, 1));
        String[] expected = {
            "creator 0 arg 0;modifier 1 arg 0 1;",
            "",
            "creator 0 arg 0;modifier 1 arg 0 1;",
            "creator 0 arg 0;",
            "creator 0 arg 0;"
        };
        boolean[] inserts = {false, false, true, true, false};
        for (ArgumentTag tag : ArgumentTag.values()) {
            map.clear();
            map.insert(owned, TaskId.of(0, 1));
            arguments.clear();
            arguments.add(tag, owned);
            assertThat(edges(false)).as(tag.name()).isEqualTo(expected[tag.code()]);
            assertThat(inference.entriesNeeded(arguments, false)).isEqualTo(inserts[tag.code()] ? 1 : 0);
        }
    }

    @Test
    void aManualScopeKnowsOnlyExplicitDependencies() {
        map.insert(whole, TaskId.of(0, 1));
        arguments.dependOn(TaskId.of(1, 3), EdgeFlags.WAIT);
        arguments.add(ArgumentTag.INOUT, whole.ownedBy(TaskId.of(0, 0)));
        assertThat(edges(true)).isEqualTo("explicit 4294967299 flags 1;");
        assertThat(inference.entriesNeeded(arguments, true)).isZero();
        inference.register(arguments, true, TaskId.of(0, 2));
        assertThat(map.used()).isEqualTo(1);
    }

    @Test
    void aManualDependencyMarkLeavesTheCreatorEdgeAlone() {
        map.insert(whole, TaskId.of(0, 1));
        arguments.add(ArgumentTag.INOUT, whole.ownedBy(TaskId.of(0, 0)).withManualDependency());
        assertThat(edges(false)).isEqualTo("creator 0 arg 0;");
        assertThat(inference.entriesNeeded(arguments, false)).isZero();
    }

    @Test
    void producersAlreadyReclaimedAreSilentlySatisfied() {
        map.insert(whole, TaskId.of(0, 1));
        map.retireBefore(0, 2);
        arguments.dependOn(TaskId.of(0, 1), EdgeFlags.WAIT | EdgeFlags.RETAIN);
        arguments.add(ArgumentTag.INPUT, whole.ownedBy(TaskId.of(0, 0)));
        assertThat(edges(false)).isEmpty();
    }

    /** Who asks before a lookup must never be told that there is nothing where there is. */
    @Test
    void aBufferMayHaveProducersAsSoonAsItHasAnOwnerOrAWriterOfAnyPartOfIt() {
        assertThat(inference.mayHaveProducers(whole)).isFalse();
        assertThat(inference.mayHaveProducers(whole.ownedBy(TaskId.of(0, 0)))).isTrue();
        map.insert(whole.slice(0, 0, 1), TaskId.of(0, 1));
        assertThat(inference.mayHaveProducers(whole.slice(0, 1, 1))).isTrue();
        map.retireBefore(0, 2);
        assertThat(inference.mayHaveProducers(whole)).isFalse();
        for (int buffer = 1; buffer <= 200; buffer++) { // in all 16 buckets
            map.insert(Tensor.of(0x4000 + 256 * buffer, DType.FLOAT32, 8), TaskId.of(0, 2));
        }
        assertThat(inference.mayHaveProducers(whole)).isFalse();
    }

    @Test
    void anInoutTakesCoveredWritersOutOfTheMapAndAnInputDoesNot() {
        map.insert(whole.slice(0, 0, 2), TaskId.of(0, 0));
        map.insert(whole.slice(0, 1, 4), TaskId.of(0, 1));
        arguments.add(ArgumentTag.INPUT, whole.slice(0, 0, 3));
        assertThat(edges(false)).isEqualTo("modifier 1 arg 0 2;modifier 0 arg 0 1;");
        assertThat(map.used()).isEqualTo(2);
        arguments.clear();
        arguments.add(ArgumentTag.INOUT, whole.slice(0, 0, 3));
        assertThat(edges(false)).isEqualTo("modifier 1 arg 0 2;modifier 0 arg 0 1;");
        assertThat(map.used()).isEqualTo(1);
    }

    /** Regions that lie apart are passed over without the test; it must have said the same. */
    @Test
    void aLookupFindsTheWritersThatTheOverlapTestNamesInEveryTypeAndVersion() {
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            map.clear();
            arguments.clear();
            Tensor input = anyView(random);
            arguments.add(ArgumentTag.INPUT, input);
            String expected = "";
            for (int task = 0; task < 12; task++) {
                Tensor written = anyView(random);
                map.insert(written, TaskId.of(0, task));
                Overlap overlap = RegionOverlap.of(input, written);
                if (overlap != Overlap.NO_OVERLAP) {
                    String edge = "modifier %d arg 0 %d;".formatted(task, overlap.code());
                    expected = edge + expected; // newest first
                }
            }
            assertThat(edges(false)).isEqualTo(expected);
        });
    }

    private static Tensor anyView(Random random) {
        DType[] types = {DType.FLOAT32, DType.INT8, DType.INT64, DType.FP4E2M1};
        DType type = types[random.nextInt(types.length)];
        int length = 1 + random.nextInt(8);
        int stride = 1 + random.nextInt(2);
        long[] strides = {stride};
        int start = random.nextInt(40);
        Tensor view = Tensor.ofStrided(0x4000, 64, type, new int[] {length}, strides, start);
        return view.withVersion(random.nextInt(10) == 0 ? random.nextInt(4) - 1 : 0);
    }

    @Test
    void noWriterIsLeftOutOfALookupHoweverManyThereAre() {
        int writers = 500;
        StringBuilder expected = new StringBuilder();
        for (int task = writers - 1; task >= 0; task--) {
            expected.append("modifier ").append(task).append(" arg 0 1;");
        }
        for (int task = 0; task < writers; task++) {
            map.insert(whole, TaskId.of(0, task));
        }
        arguments.add(ArgumentTag.INPUT, whole);
        assertThat(edges(false)).isEqualTo(expected.toString());
    }

    /** The map knows a tensor that comes again; what it answers must not depend on that. */
    @Test
    void theSameTensorIsAnsweredAsAnEqualOneIsWhateverItsForm() {
        Tensor flat = Tensor.of(0x4000, DType.FLOAT32, 64);
        List<Tensor> forms = List.of(
                flat,
                flat.slice(0, 3, 5),
                flat.strided(0, 2),
                whole,
                whole.slice(0, 1, 3),
                whole.slice(1, 2, 3),
                whole.transpose(0, 1),
                whole.slice(0, 2, 1),
                Tensor.ofStrided(0x4000, 64, DType.FLOAT32, new int[] {4, 1}, strides(1, 7), 6),
                Tensor.ofStrided(0x4000, 64, DType.FLOAT32, new int[] {1, 6}, strides(8, 1), 5),
                Tensor.of(0x4000, DType.FP4E2M1, 64).slice(0, 1, 7),
                whole.withVersion(2));
        Seeds.each(50, seed -> {
            List<String> same = inferAll(forms, seed, false);
            assertThat(same).isEqualTo(inferAll(forms, seed, true));
            assertThat(String.join("", same)).contains(" 1;").contains(" 2;");
        });
    }

    private static long[] strides(long... strides) {
        return strides;
    }

    /** The edges of random tasks that read and update these tensors, or copies of them. */
    private List<String> inferAll(List<Tensor> forms, long seed, boolean copied) {
        Random random = Seeds.random(seed);
        map.clear();
        List<String> found = new ArrayList<>();
        for (int task = 0; task < 40; task++) {
            arguments.clear();
            for (int i = 0; i < 3; i++) {
                Tensor form = forms.get(random.nextInt(forms.size()));
                ArgumentTag tag = random.nextBoolean() ? ArgumentTag.INPUT : ArgumentTag.INOUT;
                arguments.add(tag, copied ? form.withVersion(form.version()) : form);
            }
            found.add(edges(false));
            assertThat(inference.register(arguments, false, TaskId.of(0, task))).isTrue();
        }
        return found;
    }

    @Test
    void aSinkThatStopsIsNotAskedAgain() {
        map.insert(whole, TaskId.of(0, 0));
        map.insert(whole, TaskId.of(0, 1));
        arguments.add(ArgumentTag.INPUT, whole);
        StringBuilder seen = new StringBuilder();
        assertThat(inference.infer(arguments, false, recording(seen, false))).isFalse();
        assertThat(seen.toString()).isEqualTo("modifier 1 arg 0 1;");
    }

    @Test
    void argumentsThatNoTaskMayHaveAreMarkedInvalid() {
        arguments.add(ArgumentTag.INPUT, Tensor.of(0x4000, DType.INT8, 1, 1, 1, 1, 1, 1));
        assertThat(arguments.isInvalid()).isTrue();
        arguments.clear();
        arguments.dependOn(TaskId.NONE, EdgeFlags.WAIT);
        assertThat(arguments.isInvalid()).isTrue();
        arguments.clear();
        for (int i = 0; i < SubmitArguments.MAX_TENSORS; i++) {
            arguments.add(ArgumentTag.INPUT, whole);
        }
        assertThat(arguments.isInvalid()).isFalse();
        arguments.add(ArgumentTag.INPUT, whole);
        assertThat(arguments.isInvalid()).isTrue();
    }

    /**
     * Any two tasks that must be ordered are ordered through edges; a task never waits for itself
     * or the future.
     */
    @Test
    void randomProgramsAreOrderedAsThePairsOfTheirElementsDemand() {
        long seed = 104_729;
        Random random = new Random(seed);
        for (int program = 0; program < 150; program++) {
            map.clear();
            int tasks = 60;
            List<BitSet> before = new ArrayList<>(); // everything a task waits for, directly or not
            List<List<BitSet>> written = new ArrayList<>(); // per task, elements of registered regions
            for (int task = 0; task < tasks; task++) {
                arguments.clear();
                BitSet demanded = new BitSet();
                List<BitSet> writes = new ArrayList<>();
                for (int count = 1 + random.nextInt(3); count > 0; count--) {
                    Tensor view = randomView(random);
                    ArgumentTag tag = random.nextBoolean()
                            ? ArgumentTag.INPUT
                            : random.nextInt(5) == 0 ? ArgumentTag.OUTPUT_EXISTING : ArgumentTag.INOUT;
                    arguments.add(tag, view);
                    BitSet elements = elements(view);
                    if (tag.looksUp()) {
                        for (int earlier = 0; earlier < task; earlier++) {
                            if (written.get(earlier).stream().anyMatch(elements::intersects)) {
                                demanded.set(earlier);
                            }
                        }
                    }
                    if (tag.inserts()) {
                        writes.add(elements);
                    }
                }
                BitSet waits = new BitSet();
                BitSet direct = new BitSet();
                inference.infer(arguments, false, new DirectEdges(direct));
                assertThat(direct.length())
                        .as("seed=%d program=%d", seed, program)
                        .isLessThanOrEqualTo(task);
                direct.stream().forEach(producer -> {
                    waits.set(producer);
                    waits.or(before.get(producer));
                });
                BitSet missing = (BitSet) demanded.clone();
                missing.andNot(waits);
                assertThat(missing.isEmpty())
                        .as("seed=%d program=%d task=%d missing=%s", seed, program, task, missing)
                        .isTrue();
                assertThat(inference.register(arguments, false, TaskId.of(0, task)))
                        .isTrue();
                before.add(waits);
                written.add(writes);
            }
        }
    }

    private record DirectEdges(BitSet producers) implements EdgeSink {
        @Override
        public boolean explicit(long producer, int flags) {
            producers.set((int) producer);
            return true;
        }

        @Override
        public boolean creator(long producer, int argument) {
            producers.set((int) producer);
            return true;
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            producers.set((int) producer);
            return true;
        }
    }

    private static BitSet elements(Tensor view) {
        BitSet elements = new BitSet();
        int bufferOffset = (int) view.baseAddress(); // buffers are far apart: one set serves all
        for (long index = 0; index < view.elements(); index++) {
            elements.set(bufferOffset + (int) view.elementOffset(index));
        }
        return elements;
    }

    private static Tensor randomView(Random random) {
        Tensor view = Tensor.of(0x1000L * (1 + random.nextInt(2)), DType.FLOAT32, 6, 8);
        int row = random.nextInt(6);
        int column = random.nextInt(8);
        Tensor box = view.view(
                new int[] {1 + random.nextInt(6 - row), 1 + random.nextInt(8 - column)}, new int[] {row, column});
        return switch (random.nextInt(6)) {
            case 0 -> box.transpose(0, 1);
            case 1 -> box.strided(1, 2);
            case 2 -> box.select(0, 0);
            default -> box;
        };
    }

    private String edges(boolean manual) {
        StringBuilder seen = new StringBuilder();
        assertThat(inference.infer(arguments, manual, recording(seen, true))).isTrue();
        return seen.toString();
    }

    private static EdgeSink recording(StringBuilder seen, boolean goOn) {
        return new EdgeSink() {
            @Override
            public boolean explicit(long producer, int flags) {
                seen.append("explicit ")
                        .append(producer)
                        .append(" flags ")
                        .append(flags)
                        .append(';');
                return goOn;
            }

            @Override
            public boolean creator(long producer, int argument) {
                seen.append("creator ")
                        .append(producer)
                        .append(" arg ")
                        .append(argument)
                        .append(';');
                return goOn;
            }

            @Override
            public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
                seen.append("modifier ").append(producer).append(" arg ").append(argument);
                seen.append(' ').append(overlap.code()).append(';');
                return goOn;
            }
        };
    }
}
