package io.tidemark.capture;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.SwimlaneTable;

/** Rows without partner, levels without their rows, records that no run can have. Pure. */
final class SwimlaneContent {
    private SwimlaneContent() {}

    static void check(Capture capture, ContentLosses losses) {
        capture.swimlane().ifPresent(table -> judge(table, capture, losses));
    }

    private static void judge(SwimlaneTable table, Capture capture, ContentLosses losses) {
        RowPairs pairs = RowPairs.of(table);
        losses.lost(SwimlaneChannel.CHANNEL, pairs.aicpuMisses(), "dispatches without a core's record");
        if (table.level() > 1) {
            losses.lost(SwimlaneChannel.CHANNEL, pairs.aicoreMisses(), "core records without a dispatch");
        }
        judgeDuplicates(table, pairs, capture);
        judgeLevel(table, losses);
        int backward = 0;
        for (int row = 0; row < table.aicore().size(); row++) {
            backward += table.aicore().endTick(row) < table.aicore().startTick(row) ? 1 : 0;
        }
        if (backward > 0) {
            losses.contradict(backward + " core records end before they start");
        }
        if (table.hostSubmits().size() > 0 && table.orchestratorSubmits().size() > 0) {
            losses.contradict("both the host and the device claim to have orchestrated");
        }
        table.metadata().hostCapture().ifPresent(host -> judgeHostCapture(host, losses));
    }

    private static void judgeDuplicates(SwimlaneTable table, RowPairs pairs, Capture capture) {
        int row = pairs.firstDuplicateRow();
        if (row >= 0) {
            capture.findings()
                    .loss(
                            fileOf(capture),
                            "AICore row " + row,
                            "%d records share a join key with a later one, the first on core %d with register id %d"
                                    .formatted(
                                            pairs.duplicateKeys(),
                                            table.aicore().core(row),
                                            table.aicore().registerTaskId(row)));
        }
    }

    /** A level promises rows; a file that has runs but none of those lost them. */
    private static void judgeLevel(SwimlaneTable table, ContentLosses losses) {
        if (table.aicore().size() == 0) {
            return;
        }
        boolean rawTicks = !table.era().inMicroseconds();
        boolean submits =
                table.orchestratorSubmits().size() > 0 || table.hostSubmits().size() > 0;
        if (table.level() >= 2 && table.aicpu().size() == 0) {
            losses.missing(SwimlaneChannel.CHANNEL, "no dispatch rows at level " + table.level());
        }
        if (table.level() >= 3 && table.schedulerPhases().size() == 0) {
            losses.missing(SwimlaneChannel.CHANNEL, "no scheduler phases at level " + table.level());
        }
        if (table.level() >= 4 && !submits && rawTicks) {
            losses.missing(
                    SwimlaneChannel.CHANNEL, "no orchestrator phases at level 4"); // before June 2026 they never came
        }
    }

    private static String fileOf(Capture capture) {
        return capture.directory()
                .swimlane()
                .map(file -> file.getFileName().toString())
                .orElse("swimlane");
    }

    private static void judgeHostCapture(HostCapture host, ContentLosses losses) {
        if (!"complete".equals(host.status())) {
            losses.gap(
                    SwimlaneChannel.CHANNEL,
                    host.droppedRecords().orElse(-1),
                    "host capture " + host.status(),
                    "the host's own recording is " + host.status());
        }
    }
}
