package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.join.Readiness;
import io.tidemark.analysis.join.RowsByCore;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.SubmitTimes;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Computes the scheduler-overhead report. Pure; linear but for sorts. */
public final class Overhead {
    private final Run run;
    private final RunRows rows;
    private final Optional<Certificate> certificate;

    private Overhead(Run run, Optional<Certificate> certificate) {
        this.run = run;
        this.rows = run.rows();
        this.certificate = certificate;
    }

    /**
     * The report of a run with at least one row; matches today's tool when the run is joined so.
     */
    public static OverheadReport of(String label, Run run) {
        return of(label, run, Optional.empty());
    }

    /** The same; the certificate knows when the profiler held the device back. */
    public static OverheadReport of(String label, Run run, Optional<Certificate> certificate) {
        if (run.rows().size() == 0) {
            throw new IllegalArgumentException("rows=0");
        }
        Overhead overhead = new Overhead(run, certificate);
        return run.compat() ? overhead.asToday(label) : overhead.byDefault(label);
    }

    private OverheadReport asToday(String label) {
        TaskStates states = new TaskStates(run);
        double window = states.windowEnd() - states.windowBegin();
        List<ReadySteps> ready = readySteps(states.types());
        InstantShares instants = instants(states, ready, window);
        CoreSwitches switches =
                new CoreSwitches(rows, this::counts, states.windowBegin(), states.windowEnd());
        Optional<SchedulerLoops> loops = new SchedulerLoopScan(run).scan();
        return new OverheadReport(
                label,
                true,
                run.table().level(),
                rows.size(),
                window,
                Limit.ofScheduler(instants.some()),
                Optional.of(instants),
                Optional.empty(),
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
        CoreTimes times = CoreTimes.of(run, certificate);
        SubmitTimes submits = new SubmitTimes(run);
        EngineSteps steps = new EngineSteps(run, new Readiness(run), submits);
        double window = times.makespan().nanos();
        boolean isDispatched = hasDispatch();
        boolean isKnown = isDispatched && run.dependencies().isPresent();
        List<ReadySteps> ready = readySteps(steps.types());
        MomentScan moments = new MomentScan(steps, ready);
        steps.steps().run(moments);
        InstantShares instants = moments.shares(window);
        Optional<SchedulerLoops> loops = new SchedulerLoopScan(run).scan();
        CoreSwitches switches =
                new CoreSwitches(
                        rows, this::counts, steps.windowBegin() / 1000, steps.windowEnd() / 1000);
        return new OverheadReport(
                label,
                false,
                run.table().level(),
                times.runs(),
                times.makespan().micros(),
                isKnown ? limit(times) : Limit.UNKNOWN,
                isKnown ? Optional.of(instants) : Optional.empty(),
                Optional.of(times),
                isDispatched ? switches.find(steps.types(), ready) : List.of(),
                isDispatched ? Optional.of(head()) : Optional.empty(),
                isDispatched ? Optional.of(tail()) : Optional.empty(),
                loops,
                Optional.empty(),
                Optional.of(path),
                notes(submits, isDispatched, loops.isPresent(), rows.size() - times.runs()));
    }

    /** Today's report counts rows without a start or an end, too. */
    private boolean counts(int row) {
        return run.compat() || rows.isTimed(row);
    }

    private boolean hasDispatch() {
        for (int row = 0; row < rows.size(); row++) {
            if (counts(row) && rows.hasDispatch(row)) {
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

    private Limit limit(CoreTimes times) {
        double scheduler = times.share(CorePart.SCHEDULER) + times.share(CorePart.CORE_START);
        Limit limit = Limit.of(100 * scheduler, 100 * times.share(CorePart.SUBMIT));
        boolean shared =
                certificate
                        .flatMap(Certificate::conditions)
                        .map(Conditions::isShared)
                        .orElse(false);
        return shared ? limit.onSharedCpus() : limit;
    }

    private Distribution head() {
        RowsByCore byCore = new RowsByCore(rows, this::counts, rows::start);
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
            if (counts(row) && rows.hasFinish(row)) {
                tails[size++] = Math.max(0, rows.finish(row) - rows.end(row));
            }
        }
        return new Distribution(Arrays.copyOf(tails, size));
    }

    private List<String> notes(
            SubmitTimes submits, boolean isDispatched, boolean hasPhases, int untimed) {
        List<String> notes = new ArrayList<>();
        if (untimed > 0) {
            notes.add(
                    Units.plural(untimed, "run")
                            + " without a start or an end: no part counts what has no length.");
        }
        String level = " (level " + run.table().level() + ")";
        if (!isDispatched) {
            notes.add(
                    "No dispatch or finish times"
                            + level
                            + ": parts 2 to 4 cannot be answered, and neither the waits of part 1 nor"
                            + " the stalls of part 6 are explained.");
        }
        if (run.dependencies().isEmpty()) {
            notes.add(
                    "No dependencies: when a task was ready is not known, so waits of part 1 are"
                            + " unknown.");
        }
        if (isDispatched && !submits.isComparable()) {
            notes.add(
                    "No submit times on the device's clock"
                            + level
                            + ": waiting for a submit cannot be told from waiting for the"
                            + " scheduler.");
        }
        if (!hasPhases) {
            notes.add("No scheduler phases" + level + ": part 5 is left out.");
        }
        return notes;
    }
}
