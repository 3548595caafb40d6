package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.util.Optional;

/** Swimlane records of every era, their join and their time axis. */
class SwimlaneFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void recordsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read(
                "chip_swimlane_records.json",
                content,
                (file, findings) -> SwimlaneReader.read(file, findings)
                        .ifPresent(table -> CaptureModel.of(table, Optional.empty(), NameMap.EMPTY)
                                .tasks()));
    }
}
