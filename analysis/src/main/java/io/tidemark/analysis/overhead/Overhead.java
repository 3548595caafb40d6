package io.tidemark.analysis.overhead;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.join.Readiness;
import io.tidemark.analysis.join.RowsByCore;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.SubmitTimes;
import io.tidemark.capture.swimlane.CoreType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Computes the scheduler-overhead report. Pure; linear but for sorts. */
public final class Overhead {
    private final Run run;
    private final RunRows rows;

    private Overhead(Run run) {
        this.run = run;
        this.rows = run.rows();
    }

    /**
     * The report of a run with at least one row; matches today's tool when the run is joined so.
     */
    public static OverheadReport of(String label, Run run) {
        if (run.rows().size() == 0) {
            throw new IllegalArgumentException("rows=0");
        }
        Overhead overhead = new Overhead(run);
        return run.compat() ? overhead.asToday(label) : overhead.byDefault(label);
    }

    private OverheadReport asToday(String label) {
        TaskStates states = new TaskStates(run);
        double window = states.windowEnd() - states.windowBegin();
        List<ReadySteps> ready = readySteps(states.types());
        InstantShares instants = instants(states, ready, window);
        CoreSwitches switches = new CoreSwitches(rows, states.windowBegin(), states.windowEnd());
        Optional<SchedulerLoops> loops = new SchedulerLoopScan(run).scan();
        return new OverheadReport(
                label,
                true,
                run.table().level(),
                rows.size(),
                window,
                Limit.ofScheduler(instants.some()),
                Optional.of(instants),
                List.of(),
                switches.find(states.types(), ready),
                Optional.of(head()),
                Optional.of(tail()),
                loops,
                loops.map(
                        known -> BackWalk.of(run)), // today's report stops where phases are missing
                Optional.empty(),
                List.of());
    }

    /** The path comes first: what it needs to be found is gone before the steps take their room. */
    private OverheadReport byDefault(String label) {
        CriticalPathReport path = CriticalPath.of(label, run);
        SubmitTimes submits = new SubmitTimes(run);
        EngineSteps steps = new EngineSteps(run, new Readiness(run), submits);
        double window = steps.windowEnd() - steps.windowBegin();
        boolean isDispatched = hasDispatch();
        boolean isKnown = isDispatched && run.dependencies().isPresent();
        List<ReadySteps> ready = readySteps(steps.types());
        List<EngineShares> engines = new ArrayList<>();
        MomentScan moments = new MomentScan(steps, ready);
        CoreTimeScan times = new CoreTimeScan(steps);
        steps.steps()
                .run(
                        (begin, end, counts) -> {
                            moments.stretch(begin, end, counts);
                            times.stretch(begin, end, counts);
                        });
        InstantShares instants = moments.shares(window);
        if (isKnown) {
            engines.addAll(times.shares());
        }
        Optional<SchedulerLoops> loops = new SchedulerLoopScan(run).scan();
        CoreSwitches switches =
                new CoreSwitches(rows, steps.windowBegin() / 1000, steps.windowEnd() / 1000);
        return new OverheadReport(
                label,
                false,
                run.table().level(),
                rows.size(),
                window / 1000.0,
                isKnown ? limit(engines) : Limit.UNKNOWN,
                isKnown ? Optional.of(instants) : Optional.empty(),
                engines,
                isDispatched ? switches.find(steps.types(), ready) : List.of(),
                isDispatched ? Optional.of(head()) : Optional.empty(),
                isDispatched ? Optional.of(tail()) : Optional.empty(),
                loops,
                Optional.empty(),
                Optional.of(path),
                notes(submits, isDispatched, loops.isPresent()));
    }

    private boolean hasDispatch() {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.hasDispatch(row)) {
                return true;
            }
        }
        return false;
    }

    private static List<ReadySteps> readySteps(List<CoreType> types) {
        List<ReadySteps> steps = new ArrayList<>();
        types.forEach(type -> steps.add(new ReadySteps()));
        return steps;
    }

    private static InstantShares instants(
            EngineCounts states, List<ReadySteps> ready, double window) {
        MomentScan scan = new MomentScan(states, ready);
        states.steps().run(scan);
        return scan.shares(window);
    }

    private static Limit limit(List<EngineShares> engines) {
        double total = 0;
        double scheduler = 0;
        double submit = 0;
        for (EngineShares engine : engines) {
            total += engine.total();
            scheduler += engine.scheduler() + engine.pickup();
            submit += engine.submit();
        }
        return Limit.of(MomentScan.share(scheduler, total), MomentScan.share(submit, total));
    }

    private Distribution head() {
        RowsByCore byCore = new RowsByCore(rows, row -> true, rows::start);
        double[] heads = new double[rows.size()];
        int size = 0;
        for (int core = 0; core < byCore.cores(); core++) {
            int before = -1;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int row = byCore.row(at);
                if (rows.hasDispatch(row)) {
                    double head = rows.start(row) - rows.dispatch(row);
                    if (before >= 0) {
                        head = Math.min(head, rows.start(row) - rows.end(before));
                    }
                    heads[size++] = Math.max(0, head);
                }
                before = row;
            }
        }
        return new Distribution(Arrays.copyOf(heads, size));
    }

    private Distribution tail() {
        double[] tails = new double[rows.size()];
        int size = 0;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.hasFinish(row)) {
                tails[size++] = Math.max(0, rows.finish(row) - rows.end(row));
            }
        }
        return new Distribution(Arrays.copyOf(tails, size));
    }

    private List<String> notes(SubmitTimes submits, boolean isDispatched, boolean hasPhases) {
        List<String> notes = new ArrayList<>();
        String level = " (level " + run.table().level() + ")";
        if (!isDispatched) {
            notes.add(
                    "No dispatch or finish times"
                            + level
                            + ": parts 1 to 4 cannot be answered, and the stalls of part 6 are not"
                            + " explained.");
        }
        if (run.dependencies().isEmpty()) {
            notes.add(
                    "No dependencies: when a task was ready is not known, so part 1 is left out.");
        }
        if (isDispatched && !submits.isComparable()) {
            notes.add(
                    "No submit times on the device's clock"
                            + level
                            + ": waiting for the orchestrator cannot be told from waiting for the"
                            + " scheduler.");
        }
        if (!hasPhases) {
            notes.add("No scheduler phases" + level + ": part 5 is left out.");
        }
        return notes;
    }
}
