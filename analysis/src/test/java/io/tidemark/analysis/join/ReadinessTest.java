package io.tidemark.analysis.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Generated;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadinessTest {
    @TempDir Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dataIsReadyWhenTheLastTaskThatRanAmongItsSourcesEnded(long seed) {
        int tasks = 1 + new Random(seed).nextInt(200);
        Run run = Generated.run(Generated.capture(directory, tasks, seed), false);
        Readiness readiness = new Readiness(run);
        RunGraph graph = run.graph().orElseThrow();
        for (int node = 0; node < graph.nodeCount(); node++) {
            assertThat(readiness.dataReady(node))
                    .as("seed %d node %d", seed, node)
                    .isEqualTo(latestSource(run, graph, node, new HashSet<>()));
        }
    }

    /** Looks through tasks without rows, however many lie in between. */
    private static double latestSource(Run run, RunGraph graph, int node, Set<Integer> seen) {
        double latest = Double.NEGATIVE_INFINITY;
        for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
            int producer = graph.predecessor(at);
            if (run.index().hasRows(producer)) {
                int first = run.index().firstRow(producer);
                for (int row = first; row < first + run.index().rowCount(producer); row++) {
                    latest = Math.max(latest, run.rows().end(row));
                }
            } else if (seen.add(producer)) {
                latest = Math.max(latest, latestSource(run, graph, producer, seen));
            }
        }
        return latest;
    }
}
