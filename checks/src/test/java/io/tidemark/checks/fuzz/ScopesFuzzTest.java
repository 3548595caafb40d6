package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.strace.HostPhaseReader;

/** Files of one JSON document a line: scope samples, host phases. */
class ScopesFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void samplesOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read("scope_stats.jsonl", content, (file, findings) -> {
            ScopeReader.read(file, findings);
            HostPhaseReader.read(file, findings);
        });
    }
}
