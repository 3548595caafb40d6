package io.tidemark.sql.tables;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.sql.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;

/** The table core_time: its columns, their meaning and where they come from. Stateless. */
final class CoreTimeTable {
    private static final String NS = "ns";

    /** One part of one core's time. */
    private record Part(CoreTime core, CorePart part) {}

    private CoreTimeTable() {}

    static TableDefinition<List<Part>> definition() {
        return TableDefinition.named(
                        "core_time",
                        "Where the time of each core that ran something went, between the first start and the last"
                                + " end: one row per core and part, as 'summary' has it.",
                        capture -> capture.coreTimes().map(CoreTimeTable::parts),
                        List::size)
                .integer(
                        "core",
                        "",
                        "the core",
                        (rows, row, out, at) -> out.put(at, rows.get(row).core.core()))
                .text(
                        "core_type",
                        "aic or aiv",
                        (rows, row, out, at) ->
                                out.put(at, rows.get(row).core.type().word()))
                .text(
                        "part",
                        "compute, or what the core waited for",
                        (rows, row, out, at) -> out.put(at, rows.get(row).part.key()))
                .bigint(
                        "ns",
                        NS,
                        "how long",
                        (rows, row, out, at) -> out.put(at, rows.get(row).core.nanos(rows.get(row).part)));
    }

    private static List<Part> parts(CoreTimes times) {
        List<Part> parts = new ArrayList<>();
        for (CoreTime core : times.used()) {
            for (CorePart part : CorePart.values()) {
                parts.add(new Part(core, part));
            }
        }
        return parts;
    }
}
