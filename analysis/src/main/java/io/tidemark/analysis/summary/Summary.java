package io.tidemark.analysis.summary;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Puts a capture on one page. Reads every part once. One thread. */
public final class Summary {
    private Summary() {}

    /** A separate thread computes the times of the cores. */
    public static SummaryReport of(Capture capture, String label) {
        if (capture.swimlane().filter(table -> table.aicore().size() > 0).isEmpty()) {
            return of(capture, label, () -> null); // not asked for
        }
        CaptureModel model = capture.model();
        Optional<Certificate> certificate = capture.certificate();
        Ahead<CoreTimes> times = Ahead.of("core-times", () -> CoreTimes.of(model, certificate));
        return of(capture, label, times::get);
    }

    /** The same for a caller that may have the core times already; asked for when a core ran. */
    public static SummaryReport of(Capture capture, String label, Supplier<CoreTimes> times) {
        Optional<SwimlaneTable> swimlane = capture.swimlane();
        Optional<SummaryReport.Run> run =
                swimlane.filter(table -> table.aicore().size() > 0).map(table -> run(capture, table, times));
        List<Hint> hints = Hints.of(capture, run);
        return new SummaryReport(
                label, capture.ending(), capture.verdict(), ConditionsText.of(capture), contents(capture), run, hints);
    }

    private static SummaryReport.Run run(Capture capture, SwimlaneTable table, Supplier<CoreTimes> times) {
        CaptureModel model = capture.model();
        int ran = model.tasks().ranCount();
        List<SchedulerTime> schedulers =
                SchedulerTime.of(table.schedulerPhases(), model.axis(), Makespan.of(model.runs()));
        KernelTimes kernels = KernelTimes.of(model.runs());
        CoreTimes known = times.get(); // last: another thread may be at it
        return new SummaryReport.Run(
                table.era(),
                table.level(),
                known,
                ran,
                kernels.among(known, model.names()),
                schedulers,
                model.axis().microsPerTick() * 1000.0);
    }

    /** A kernel that threw has a record like one that ended; this keeps the two apart. */
    private static String failed(AicoreRows rows) {
        int failed = 0;
        int first = -1;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isFailed(row)) {
                failed++;
                first = first < 0 ? row : first;
            }
        }
        return failed == 0
                ? ""
                : " (%d of a kernel that threw, task %s on core %d%s)"
                        .formatted(
                                failed,
                                TaskId.label(rows.taskId(first)),
                                rows.core(first),
                                failed == 1 ? "" : " first");
    }

    /** What there is of a run in which no task ran on a core. */
    private static String withoutCores(SwimlaneTable table) {
        if (table.aicore().size() > 0) {
            return "";
        }
        SubmitPhases submits = table.isHostOrchestrated() ? table.hostSubmits() : table.orchestratorSubmits();
        double nanosPerUnit =
                table.isHostOrchestrated() ? 1 : 1e9 / table.metadata().clockHz();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < submits.size(); row++) {
            first = Math.min(first, submits.start(row));
            last = Math.max(last, submits.end(row));
        }
        return ", %s%s and %s"
                .formatted(
                        Units.plural(submits.size(), "submit"),
                        submits.size() == 0 ? "" : " over " + Units.nanos((last - first) * nanosPerUnit),
                        Units.plural(table.schedulerPhases().size(), "scheduler phase"));
    }

    private static List<String> contents(Capture capture) {
        List<String> contents = new ArrayList<>();
        capture.swimlane()
                .ifPresent(table -> contents.add("swimlane level %d with %s%s"
                        .formatted(
                                table.level(),
                                Units.plural(table.aicore().size(), "core record"),
                                table.aicore().size() > 0 ? failed(table.aicore()) : withoutCores(table))));
        capture.dependencies()
                .ifPresent(graph -> contents.add("graph of %s and %s"
                        .formatted(
                                Units.plural(graph.nodeCount(), "node"),
                                Units.plural(graph.edges().size(), "edge record"))));
        capture.args()
                .map(ArgsManifest::size)
                .ifPresent(size -> contents.add("dump of " + Units.plural(size, "argument")));
        capture.scopes().map(ScopeTable::size).ifPresent(size -> contents.add(Units.plural(size, "scope sample")));
        capture.pmu().map(PmuTable::size).ifPresent(size -> contents.add(Units.plural(size, "counter record")));
        return contents;
    }
}
