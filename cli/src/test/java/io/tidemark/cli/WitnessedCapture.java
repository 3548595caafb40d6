package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.finding.Finding.Severity;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.swimlane.AicoreRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The records of a run that may have died at any moment, held against what its kernels counted
 * themselves and against each other.
 */
final class WitnessedCapture {
    private final String what;
    private final StoredCapture stored;
    private final long[] counted;

    /**
     * @param what names the run in every failure
     * @param counted kernels that have run, by core
     */
    WitnessedCapture(String what, Path capture, long[] counted) throws IOException {
        this.what = what;
        stored = StoredCapture.open(capture);
        this.counted = counted;
    }

    /** Whatever was cut off in the middle of a record: those before it are all there. */
    void assertRecordsAgree() {
        assertRowsAgree();
        assertCountersAgree();
        assertEveryRowHasItsTaskAndArguments();
    }

    /** A kernel counts itself as its last act, so at most its own row may be missing. */
    private void assertRowsAgree() {
        Set<Long> tasks = new HashSet<>();
        long[] rows = new long[counted.length];
        Optional<AicoreRows> table = read(StoredCapture::swimlane).map(records -> records.aicore());
        for (int row = 0; row < table.map(AicoreRows::size).orElse(0); row++) {
            rows[table.get().core(row)]++;
            assertThat(tasks.add(table.get().taskId(row)))
                    .as("%s: row %d", what, row)
                    .isTrue();
        }
        assertCounts("rows", rows);
    }

    /**
     * With counters on a core has one task at a time, and its scheduler writes what it counted
     * before it gives it the next one.
     */
    private void assertCountersAgree() {
        Set<Long> tasks = new HashSet<>();
        long[] rows = new long[counted.length];
        Optional<PmuTable> table = read(StoredCapture::pmu);
        for (int row = 0; row < table.map(PmuTable::size).orElse(0); row++) {
            rows[table.get().core(row)]++;
            assertThat(tasks.add(table.get().taskId(row)))
                    .as("%s: pmu %d", what, row)
                    .isTrue();
        }
        assertCounts("counters", rows);
    }

    /** A task is in the graph before it can run, its inputs are dumped before a core gets it. */
    private void assertEveryRowHasItsTaskAndArguments() {
        Optional<AicoreRows> rows = read(StoredCapture::swimlane).map(records -> records.aicore());
        if (rows.isEmpty() || rows.get().size() == 0) {
            return;
        }
        DependencyGraph graph = read(StoredCapture::dependencies).orElseThrow();
        ArgsManifest manifest = read(StoredCapture::args).orElseThrow();
        Set<Long> dumped = new HashSet<>();
        for (int row = 0; row < manifest.size(); row++) {
            if (manifest.stage(row) == ArgumentStage.BEFORE_DISPATCH) {
                dumped.add(manifest.taskId(row));
            }
        }
        for (int row = 0; row < rows.get().size(); row++) {
            long task = rows.get().taskId(row);
            assertThat(graph.nodeOf(task))
                    .as("%s: task %x in the graph", what, task)
                    .isNotEqualTo(DependencyGraph.NO_NODE);
            assertThat(dumped).as("%s: inputs of task %x", what, task).contains(task);
        }
    }

    private void assertCounts(String records, long[] found) {
        for (int core = 0; core < counted.length; core++) {
            assertThat(found[core])
                    .as("%s: %s of core %d, which ran %d", what, records, core, counted[core])
                    .isBetween(counted[core] - 1, counted[core]);
        }
    }

    /** Empty where the run ended before it had any such record. */
    private <T> Optional<T> read(Function<StoredCapture, Optional<T>> part) {
        Optional<T> read = part.apply(stored);
        assertThat(stored.findings().kept()) // the graph of a killed run notes that it is cut off
                .as(what)
                .allMatch(finding -> finding.severity() == Severity.NOTE);
        return read;
    }
}
