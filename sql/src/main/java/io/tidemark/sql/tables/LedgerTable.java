package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.sql.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;

/** The table ledger: its columns, their meaning and where they come from. Stateless. */
final class LedgerTable {
    /** The books of one lane with the words of its stream. */
    private record Books(ChannelLedger stream, LaneLedger lane) {}

    private LedgerTable() {}

    static TableDefinition<List<Books>> definition() {
        return TableDefinition.named(
                        "ledger",
                        "What became of every record: one row per stream and lane. reserved ="
                                + " delivered + recovered + dropped + torn.",
                        capture -> capture.part(Capture::certificate).map(LedgerTable::books),
                        List::size)
                .text(
                        "channel",
                        "which channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).stream.channel()))
                .text(
                        "stream",
                        "which records of the channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).stream.stream()))
                .integer(
                        "lane",
                        "",
                        "core or thread",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.lane()))
                .bigint(
                        "reserved",
                        "records",
                        "written or meant to be",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.reserved()))
                .bigint(
                        "delivered",
                        "records",
                        "handed over by the device",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.delivered()))
                .bigint(
                        "recovered",
                        "records",
                        "taken from the region after the run",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.recovered()))
                .bigint(
                        "dropped",
                        "records",
                        "dropped, all causes together",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.dropped()))
                .bigint(
                        "torn",
                        "records",
                        "cut off while being written",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.torn()));
    }

    private static List<Books> books(Certificate certificate) {
        List<Books> rows = new ArrayList<>();
        for (ChannelLedger stream : certificate.channels()) {
            stream.lanes().forEach(lane -> rows.add(new Books(stream, lane)));
        }
        return rows;
    }
}
