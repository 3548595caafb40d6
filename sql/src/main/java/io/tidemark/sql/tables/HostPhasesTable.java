package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table host_phases: its columns, their meaning and where they come from. Stateless. */
final class HostPhasesTable {
    private static final String NS = "ns";

    /** One phase of one prepare pass. */
    private record HostPhase(HostPhasePass pass, HostPhasePass.Phase phase) {}

    private HostPhasesTable() {}

    static TableDefinition<List<HostPhase>> definition() {
        return TableDefinition.named(
                        "host_phases",
                        "One row per timed operation of a host that builds the graph. Stamps are"
                                + " of the host's own clock.",
                        HostPhasesTable::hostPhaseRows,
                        List::size)
                .bigint(
                        "pid",
                        "id",
                        "process of the orchestrator",
                        (rows, row, out, at) -> out.put(at, rows.get(row).pass.pid()))
                .bigint(
                        "pass",
                        "count",
                        "which prepare pass of the process",
                        (rows, row, out, at) -> out.put(at, rows.get(row).pass.invocation()))
                .text(
                        "phase",
                        "what it did",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.phase()))
                .bigint(
                        "start_ns",
                        NS,
                        "entry, host clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.startNanos()))
                .bigint(
                        "end_ns",
                        NS,
                        "return, host clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.endNanos()))
                .bigint(
                        "detail",
                        "",
                        "a task id or an amount, by phase",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.detail()));
    }

    private static Optional<List<HostPhase>> hostPhaseRows(SqlCapture capture) {
        List<HostPhase> rows = new ArrayList<>();
        for (HostPhasePass pass : capture.part(Capture::hostPhases)) {
            pass.phases().forEach(phase -> rows.add(new HostPhase(pass, phase)));
        }
        return Optional.of(rows);
    }
}
