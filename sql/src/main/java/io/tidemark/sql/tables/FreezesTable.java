package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.sql.table.TableDefinition;
import java.util.List;

/** The table freezes: its columns, their meaning and where they come from. Stateless. */
final class FreezesTable {
    private FreezesTable() {}

    static TableDefinition<List<Freeze>> definition() {
        return TableDefinition.named(
                        "freezes",
                        "One row per stretch in which the recording held the device back, to lose" + " nothing.",
                        capture -> capture.part(Capture::certificate).map(Certificate::freezes),
                        List::size)
                .text(
                        "channel",
                        "which channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).channel()))
                .integer(
                        "lane",
                        "",
                        "its lane, null for all",
                        (rows, row, out, at) ->
                                out.putUnlessNegative(at, rows.get(row).lane()))
                .bigint(
                        "begin_tick",
                        "ticks",
                        "begin, device clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).beginTick()))
                .bigint(
                        "end_tick",
                        "ticks",
                        "end, device clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).endTick()))
                .text(
                        "cause",
                        "what was full or empty",
                        (rows, row, out, at) -> out.put(at, rows.get(row).cause()));
    }
}
