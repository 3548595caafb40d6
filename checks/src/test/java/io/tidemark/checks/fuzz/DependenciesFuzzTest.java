package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.graph.TopologicalOrder;

/** Dependency files of every form. */
class DependenciesFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void graphsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read(
                "deps.json",
                content,
                (file, findings) -> DepsReader.readWithDetail(file, findings)
                        .ifPresent(graph -> TopologicalOrder.of(graph.links()).cycle()));
    }
}
