package io.tidemark.analysis.overhead;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.overhead.OverheadReport.Wording;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Computes the scheduler-overhead report. Pure; linear but for sorts. */
public final class Overhead {
    private final CaptureModel model;
    private final KernelRuns runs;
    private final Optional<Certificate> certificate;

    private Overhead(CaptureModel model, Optional<Certificate> certificate) {
        this.model = model;
        this.runs = model.runs();
        this.certificate = certificate;
    }

    /** The report of a capture with at least one run. */
    public static OverheadReport of(String label, CaptureModel model) {
        return of(label, model, Optional.empty());
    }

    /** The same; the certificate knows when the profiler held the device back. */
    public static OverheadReport of(String label, CaptureModel model, Optional<Certificate> certificate) {
        if (model.runs().size() == 0) {
            throw new IllegalArgumentException("runs=0");
        }
        return new Overhead(model, certificate).report(label);
    }

    /** Parts that need nothing of each other have a thread each, so that all CPUs have work. */
    private OverheadReport report(String label) {
        Ahead<CriticalPathReport> path = Ahead.of("overhead-path", () -> CriticalPath.of(label, model));
        Ahead<CoreTimes> coreTimes = Ahead.of("overhead-times", () -> CoreTimes.of(model, certificate));
        Ahead<Optional<SchedulerLoops>> schedulerLoops =
                Ahead.of("overhead-loops", () -> OverheadParts.loops(model, SchedulerLoopScan.Rules.DEFAULT));
        boolean isDispatched = hasDispatch();
        boolean isKnown = isDispatched && model.dependencies().isPresent();
        OverheadParts parts = new OverheadParts(model, new EngineSteps(model));
        List<EngineSwitches> switches = isDispatched ? parts.switches() : List.of();
        CoreTimes times = coreTimes.get();
        InstantShares instants = parts.instants(times.makespan().nanos());
        Optional<SchedulerLoops> loops = schedulerLoops.get();
        return new OverheadReport(
                label,
                Wording.DEFAULT,
                model.table().level(),
                times.runs(),
                times.makespan().micros(),
                isKnown ? limit(times) : Limit.UNKNOWN,
                isKnown ? Optional.of(instants) : Optional.empty(),
                Optional.of(times),
                switches,
                isDispatched ? Optional.of(OverheadParts.head(model)) : Optional.empty(),
                isDispatched ? Optional.of(OverheadParts.tail(model)) : Optional.empty(),
                loops,
                Optional.empty(),
                Optional.of(path.get()),
                notes(isDispatched, loops.isPresent(), runs.size() - times.runs()));
    }

    private boolean hasDispatch() {
        for (int run = 0; run < runs.size(); run++) {
            if (runs.isTimed(run) && runs.hasDispatch(run)) {
                return true;
            }
        }
        return false;
    }

    private Limit limit(CoreTimes times) {
        double scheduler = times.share(CorePart.SCHEDULER) + times.share(CorePart.CORE_START);
        Limit limit = Limit.of(100 * scheduler, 100 * times.share(CorePart.SUBMIT));
        boolean shared = certificate
                .flatMap(Certificate::conditions)
                .map(Conditions::isShared)
                .orElse(false);
        return shared ? limit.onSharedCpus() : limit;
    }

    private List<String> notes(boolean isDispatched, boolean hasPhases, int untimed) {
        List<String> notes = new ArrayList<>();
        if (untimed > 0) {
            notes.add(Units.plural(untimed, "run") + " without a start or an end: no part counts what has no length.");
        }
        String level = " (level " + model.table().level() + ")";
        if (!isDispatched) {
            notes.add("No dispatch or finish times"
                    + level
                    + ": parts 2 to 4 cannot be answered, and neither the waits of part 1 nor"
                    + " the stalls of part 6 are explained.");
        }
        if (model.dependencies().isEmpty()) {
            notes.add("No dependencies: when a task was ready is not known, so waits of part 1 are" + " unknown.");
        }
        if (isDispatched && !model.submits().isComparable()) {
            notes.add("No submit times on the device's clock"
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
