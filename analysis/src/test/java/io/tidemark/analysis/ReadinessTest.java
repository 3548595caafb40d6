package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadinessTest {
    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dataIsReadyWhenTheLastTaskThatRanAmongItsSourcesEnded(long seed) {
        int tasks = 1 + new Random(seed).nextInt(200);
        CaptureModel run = Generated.capture(directory, tasks, seed).model();
        Readiness readiness = run.readiness();
        Digraph graph = run.graph();
        for (int node = 0; node < graph.nodeCount(); node++) {
            assertThat(readiness.dataReady(node))
                    .as("seed %d node %d", seed, node)
                    .isEqualTo(latestSource(run, graph, node, new HashSet<>()));
        }
    }

    /** Looks through tasks without rows, however many lie in between. */
    private static long latestSource(CaptureModel run, Digraph graph, int node, Set<Integer> seen) {
        long latest = KernelRuns.NONE;
        for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
            int producer = graph.predecessor(at);
            if (run.tasks().hasRuns(producer)) {
                int first = run.tasks().firstRun(producer);
                for (int row = first; row < first + run.tasks().runCount(producer); row++) {
                    latest = Math.max(latest, run.runs().end(row));
                }
            } else if (seen.add(producer)) {
                latest = Math.max(latest, latestSource(run, graph, producer, seen));
            }
        }
        return latest;
    }
}
