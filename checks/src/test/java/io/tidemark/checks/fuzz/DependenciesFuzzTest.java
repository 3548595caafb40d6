package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.deps.CycleCheck;
import io.tidemark.capture.deps.DepsReader;

/** Dependency files of every form. */
class DependenciesFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void graphsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read(
                "deps.json",
                content,
                (file, findings) ->
                        DepsReader.readWithDetail(file, findings).ifPresent(CycleCheck::findCycle));
    }
}
