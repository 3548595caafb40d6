package io.tidemark.sql.tables;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.sql.table.TableDefinition;
import java.util.List;
import java.util.Optional;

/** The table loss: its columns, their meaning and where they come from. Stateless. */
final class LossTable {
    private LossTable() {}

    static TableDefinition<List<Verdict.Gap>> definition() {
        return TableDefinition.named(
                        "loss",
                        "What is missing: one row per stretch of missing records, and one with the"
                                + " reason for a capture that is not COMPLETE without such a"
                                + " stretch. Empty when every record is there.",
                        capture -> Optional.of(gaps(capture.verdict())),
                        List::size)
                .text(
                        "channel",
                        "which channel, null if the capture as a whole",
                        (rows, row, out, at) ->
                                out.putUnlessEmpty(at, rows.get(row).channel()))
                .integer(
                        "lane",
                        "",
                        "which lane, null for all",
                        (rows, row, out, at) ->
                                out.putUnlessNegative(at, rows.get(row).lane()))
                .bigint(
                        "begin_tick",
                        "ticks",
                        "begin of the stretch, null if unknown",
                        (rows, row, out, at) ->
                                out.putIfPositive(at, rows.get(row).beginTick()))
                .bigint(
                        "end_tick",
                        "ticks",
                        "end of the stretch, null if unknown",
                        (rows, row, out, at) ->
                                out.putIfPositive(at, rows.get(row).endTick()))
                .bigint(
                        "missing",
                        "records",
                        "how many, null if unknown",
                        (rows, row, out, at) ->
                                out.putUnlessNegative(at, rows.get(row).missingRecords()))
                .text(
                        "cause",
                        "why",
                        (rows, row, out, at) -> out.put(at, rows.get(row).cause()));
    }

    private static List<Verdict.Gap> gaps(Verdict verdict) {
        if (!verdict.gaps().isEmpty() || !verdict.dataMissing()) {
            return verdict.gaps();
        }
        return List.of(new Verdict.Gap("", -1, 0, 0, -1, verdict.reason()));
    }
}
