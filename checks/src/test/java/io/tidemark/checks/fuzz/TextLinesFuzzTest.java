package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.strace.StraceReader;

/** Files of plain lines: logs with timing markers, counter tables. */
class TextLinesFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void linesOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read("run.log", content, (file, findings) -> {
            StraceReader.read(file, findings);
            PmuReader.read(file, findings);
        });
    }
}
