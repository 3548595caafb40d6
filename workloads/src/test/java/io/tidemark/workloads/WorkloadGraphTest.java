package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.HostTensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases on their own: kernels, graphs and golden values, in any order that the dependencies
 * allow.
 */
class WorkloadGraphTest {
    private static final List<String> SMALL_BGEMM = List.of("tile=12", "tasks=16");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vector",
                "vector:random",
                "bgemm:bgemm64",
                "paged-attention:small1",
                "paged-attention:small2",
                "paged-attention:varseq2",
                "paged-attention:varseq4",
                "decoder:small",
                "moe:small"
            })
    void anyOrderThatTheDependenciesAllowGivesTheGoldenAndTheSameBits(String name) throws Exception {
        List<String> results = new ArrayList<>();
        for (long seed = 1; seed <= 5; seed++) {
            results.add(runShuffled(name, List.of(), seed));
        }
        assertThat(results).containsOnly(results.getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector", "bgemm:bgemm64", "paged-attention:small1", "decoder:small", "moe:small"})
    void withoutDependenciesTheSameOrdersGiveWrongResults(String name) throws Exception {
        List<String> sentences = new ArrayList<>();
        for (long seed = 1; seed <= 5; seed++) {
            WorkloadCase built = WorkloadCatalog.load().find(name).build(List.of(), 42);
            try (ShuffledGraph graph = new ShuffledGraph(64 << 20)) {
                graph.obedient = false;
                sentences.add(built.verify(graph.run(built, seed)).sentence());
            }
        }
        assertThat(sentences).anyMatch(sentence -> sentence.contains("elements differ"));
    }

    @Test
    void everySizeOptionIsHonoured() throws Exception {
        String paged = "paged-attention:varseq2";
        String plain = runShuffled(paged, List.of("heads=150"), 1); // two tiles, the second one smaller
        assertThat(runShuffled(paged, List.of("heads=150", "deps=explicit"), 2)).isEqualTo(plain);
        runShuffled(paged, List.of("unroll=2", "block=8"), 3);
        runShuffled(paged, List.of("dtype=bf16", "scale=0.25", "dim=24"), 4);
        runShuffled(paged, List.of("blocks=5", "heads=3"), 5);
        runShuffled("bgemm:case3", SMALL_BGEMM, 5);
        runShuffled("bgemm:case4", SMALL_BGEMM, 6);
        for (String shape : List.of("independent", "chain", "layered", "tree")) {
            runShuffled("noop", List.of("tasks=300", "width=7", "scope=11", "shape=" + shape), 7);
        }
        String decoder = "decoder:small";
        runShuffled(decoder, List.of("layers=3", "batch=3", "ctx=1,16,40", "page=8"), 8);
        runShuffled(decoder, List.of("layers=4", "replay=on"), 12);
        runShuffled(decoder, List.of("heads=6", "kv_heads=3", "dim=4", "tile=8", "inter=24"), 9);
        runShuffled("moe", List.of("tokens=9", "experts=5", "top=3", "tile=4", "hidden=7"), 10);
        runShuffled("moe", List.of("experts=2", "top=2", "tile=3", "inter=5"), 11);
    }

    @Test
    void theVectorGraphHasExactlyItsSixEdges() throws Exception {
        WorkloadCase built = WorkloadCatalog.load().find("vector").build(List.of("elements=64"), 0);
        try (ShuffledGraph graph = new ShuffledGraph(1 << 20)) {
            graph.run(built, 1);
            assertThat(graph.edges)
                    .containsExactlyInAnyOrder(
                            "(0,0)->(1,0)",
                            "(0,0)->(1,1)",
                            "(1,0)->(1,2)",
                            "(1,1)->(1,2)",
                            "(0,0)->(1,3)",
                            "(1,2)->(1,3)");
        }
        float[] f = (float[]) built.hostTensors().get(2).data().heapBase().orElseThrow();
        assertThat(f).hasSize(64).containsOnly(47f);
    }

    @Test
    void aLayeredTaskWaitsForTwoOfTheLayerBeforeAndForItsOwnPredecessor() throws Exception {
        WorkloadCase built = WorkloadCatalog.load().find("noop").build(List.of("tasks=400", "width=10"), 0);
        try (ShuffledGraph graph = new ShuffledGraph(1 << 20)) {
            graph.run(built, 1);
            assertThat(graph.edges).hasSize(2 * (400 - 10) + (400 - 20));
            assertThat(graph.edges).contains("(1,10)->(1,20)", "(1,11)->(1,20)", "(1,0)->(1,20)");
        }
    }

    @Test
    void taskCountsAreThoseOfTheFormulas() {
        WorkloadCatalog catalog = WorkloadCatalog.load();
        assertThat(catalog.find("paged-attention:small1").build(List.of(), 0).expectedTasks())
                .isEqualTo(12);
        assertThat(catalog.find("paged-attention:small2").build(List.of(), 0).expectedTasks())
                .isEqualTo(32);
        assertThat(catalog.find("paged-attention").build(List.of(), 0).expectedTasks())
                .isEqualTo(392);
        assertThat(catalog.find("bgemm:bgemm64").build(List.of(), 0).expectedTasks())
                .isEqualTo(64);
        assertThat(catalog.find("vector").build(List.of(), 0).expectedTasks()).isEqualTo(5);
        assertThat(catalog.find("decoder").build(List.of(), 0).expectedTasks()).isEqualTo(455);
        assertThat(catalog.find("decoder:replay").build(List.of(), 0).expectedTasks())
                .isEqualTo(5 + 8 * (225 + 2)); // a beginning and an end to each
        assertThat(catalog.find("moe").build(List.of(), 0).expectedTasks()).isEqualTo(803);
    }

    private static String runShuffled(String name, List<String> options, long seed) throws Exception {
        WorkloadCase built = WorkloadCatalog.load().find(name).build(options, 42);
        try (ShuffledGraph graph = new ShuffledGraph(64 << 20)) {
            Verification verification = built.verify(graph.run(built, seed));
            assertThat(verification.ok())
                    .as("%s seed=%d: %s", name, seed, verification.sentence())
                    .isTrue();
        }
        StringBuilder bits = new StringBuilder();
        for (HostTensor tensor : built.hostTensors()) {
            if (tensor.direction() != HostTensor.Direction.IN) {
                for (int value : tensor.data().toArray(ValueLayout.JAVA_INT)) {
                    bits.append(Integer.toHexString(value)).append(' ');
                }
            }
        }
        return bits.toString();
    }
}
