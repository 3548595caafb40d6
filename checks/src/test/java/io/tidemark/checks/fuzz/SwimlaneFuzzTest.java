package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.swimlane.JoinMode;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SwimlaneReader;
import io.tidemark.capture.swimlane.Timeline;

/** Swimlane records of every era, their join and their time axis. */
class SwimlaneFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void recordsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read(
                "chip_swimlane_records.json",
                content,
                (file, findings) ->
                        SwimlaneReader.read(file, findings)
                                .ifPresent(
                                        table -> {
                                            JoinedTasks.join(table, JoinMode.COMPAT);
                                            JoinedTasks.join(table, JoinMode.EVERY_CORE_ROW);
                                            Timeline.of(table, true);
                                        }));
    }
}
