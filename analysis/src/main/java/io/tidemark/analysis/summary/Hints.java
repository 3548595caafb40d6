package io.tidemark.analysis.summary;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.counter.RingUse;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.analysis.scope.Peak;
import io.tidemark.analysis.scope.ScopeReport;
import io.tidemark.analysis.summary.HintPlace.Kind;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what a person should look at first. Weights are shares of the core time at stake, so that
 * hints of different kinds compare; what makes the rest doubtful weighs more than any share.
 */
final class Hints {
    private static final double DOUBT = 10; // above every share
    private static final double WORTH_SAYING = 0.03; // below it a share is noise

    private final List<Hint> found = new ArrayList<>();
    private final CaptureDirectory files;

    private Hints(CaptureDirectory files) {
        this.files = files;
    }

    static List<Hint> of(Capture capture, Optional<SummaryReport.Run> run) {
        Hints hints = new Hints(capture.directory());
        hints.ending(capture.ending());
        hints.verdict(capture.verdict());
        boolean shared = ConditionsText.of(capture).map(Conditions::isShared).orElse(false);
        run.ifPresent(known -> hints.waits(known, shared));
        run.ifPresent(known -> hints.kernels(known, shared));
        run.ifPresent(hints::cores);
        run.ifPresent(hints::ignorance);
        capture.scopes().map(ScopeReport::of).ifPresent(hints::scopes);
        capture.pmu()
                .map(pmu -> PmuReport.of(pmu, capture.names()))
                .filter(PmuReport::measuredNothing)
                .ifPresent(pmu -> hints.add(
                        0.01,
                        "The counter file holds only zeros: the platform has no counters.",
                        "pmu",
                        HintPlace.at(Kind.PMU)));
        capture.args().map(args -> args.header()).ifPresent(hints::args);
        hints.found.sort(Comparator.comparingDouble(Hint::weight).reversed());
        return hints.found;
    }

    /** What shows the graph, or where there is none the trace. */
    private String graphCommand() {
        return files.dependencies().isPresent() ? "deps" : "convert";
    }

    private void add(double weight, String sentence, String command, HintPlace place) {
        found.add(new Hint(weight, sentence, command, place));
    }

    private void ending(RunEnding ending) {
        if (ending.kind() == EndingKind.WRONG_RESULT) {
            add(2 * DOUBT, "The result of the run is wrong.", "run CASE --check-args", HintPlace.at(Kind.ENDING));
        } else if (ending.isBad()) {
            add(
                    2 * DOUBT,
                    "The run %s: what is said of its time is said of the part before.".formatted(ending.word()),
                    ending.errorName().isEmpty() && files.certificate().isEmpty()
                            ? "scopes" // which latched the error
                            : "doctor",
                    HintPlace.at(Kind.ENDING));
        }
    }

    private void verdict(Verdict verdict) {
        if (verdict.dataMissing()) {
            add(DOUBT, "Data is missing: " + verdict.line() + ".", "verify", HintPlace.at(Kind.VERDICT));
        }
    }

    private void waits(SummaryReport.Run run, boolean shared) {
        wait(run, CorePart.DEPENDENCY, "Cores wait %s of their time for other tasks.", "critical-path");
        if (shared) {
            hostWaits(run);
        } else {
            wait(run, CorePart.SUBMIT, "Cores wait %s of their time for the orchestrator to submit.", "overhead");
            wait(run, CorePart.SCHEDULER, "Cores wait %s of their time for the scheduler.", "overhead");
            wait(run, CorePart.CORE_START, "Cores take %s of their time to start what they were given.", "overhead");
        }
        wait(run, CorePart.SLOT, "Cores wait %s of their time for a partner core.", "convert");
        double idle = run.share(CorePart.NO_WORK);
        if (idle >= 0.2) {
            add(
                    idle / 2,
                    "Cores have nothing left to run %s of the time: the graph is too narrow for them."
                            .formatted(Units.percent(idle)),
                    graphCommand(),
                    HintPlace.wait(CorePart.NO_WORK));
        }
        wait(run, CorePart.FREEZE, "The profiler held the cores %s of the time.", "verify");
    }

    /** Orchestrator, schedulers and cores that share CPUs wait for each other's CPU. */
    private void hostWaits(SummaryReport.Run run) {
        double share = run.share(CorePart.SUBMIT) + run.share(CorePart.SCHEDULER) + run.share(CorePart.CORE_START);
        if (share >= WORTH_SAYING) {
            add(
                    share / 4,
                    "Cores wait %s of their time for a submit, a dispatch or a start; on this host they wait for a CPU then."
                            .formatted(Units.percent(share)),
                    "overhead",
                    HintPlace.wait(greatest(run)));
        }
    }

    private static CorePart greatest(SummaryReport.Run run) {
        return Stream.of(CorePart.SUBMIT, CorePart.SCHEDULER, CorePart.CORE_START)
                .max(Comparator.comparingDouble(run::share))
                .orElseThrow();
    }

    private void wait(SummaryReport.Run run, CorePart part, String sentence, String command) {
        double share = run.share(part);
        if (share >= WORTH_SAYING) {
            add(share, sentence.formatted(Units.percent(share)), command, HintPlace.wait(part));
        }
    }

    private void kernels(SummaryReport.Run run, boolean shared) {
        List<KernelTime> named =
                run.kernels().stream().filter(KernelTime::isNamed).toList();
        double unnamed = run.kernels().stream()
                .filter(kernel -> !kernel.isNamed())
                .mapToDouble(KernelTime::coreShare)
                .sum();
        if (unnamed > 0) {
            add(
                    unnamed / 2,
                    "Which kernels took %s of the core time is not known: the swimlane alone does not say."
                            .formatted(Units.percent(unnamed)),
                    "run CASE --chip-swimlane --dep-gen",
                    HintPlace.NONE);
        }
        for (KernelTime kernel : named) {
            double excess = (kernel.p99Nanos() - kernel.medianNanos()) / Math.max(1, kernel.p99Nanos());
            boolean isOfTheKernel = !shared; // else a run may only have lost its CPU
            if (isOfTheKernel && kernel.count() >= 20 && kernel.p99Nanos() > 3 * kernel.medianNanos()) {
                add(
                        kernel.coreShare() * excess,
                        "%s has outliers: one run in a hundred takes %s, half take at most %s."
                                .formatted(
                                        Plain.line(kernel.name(), 40),
                                        Units.nanos(kernel.p99Nanos()),
                                        Units.nanos(kernel.medianNanos())),
                        "convert",
                        HintPlace.kernel(kernel.name()));
            }
        }
        if (!named.isEmpty() && named.getFirst().coreShare() >= 0.25) {
            KernelTime first = named.getFirst();
            add(
                    first.coreShare() / 2,
                    "%s is %s of the core time."
                            .formatted(Plain.line(first.name(), 40), Units.percent(first.coreShare())),
                    files.pmu().isPresent() ? "pmu" : "convert",
                    HintPlace.kernel(first.name()));
        }
    }

    private void cores(SummaryReport.Run run) {
        for (CoreType type : CoreType.values()) {
            List<CoreTime> used = run.usedCores().stream()
                    .filter(core -> core.type() == type)
                    .sorted(Comparator.comparingDouble(core -> core.share(CorePart.COMPUTE)))
                    .toList();
            if (used.size() < 2) {
                continue;
            }
            CoreTime idlest = used.getFirst();
            CoreTime busiest = used.getLast();
            double apart = busiest.share(CorePart.COMPUTE) - idlest.share(CorePart.COMPUTE);
            if (apart >= 0.25) {
                add(
                        apart / 4,
                        "The load is uneven: %s core %d computes %s of the time, core %d only %s."
                                .formatted(
                                        type.word(),
                                        busiest.core(),
                                        Units.percent(busiest.share(CorePart.COMPUTE)),
                                        idlest.core(),
                                        Units.percent(idlest.share(CorePart.COMPUTE))),
                        "convert",
                        HintPlace.core(idlest.core()));
            }
        }
        int idle = run.cores().size() - run.usedCores().size();
        if (idle > 0) {
            add(
                    0.04 * idle / run.cores().size(),
                    "%d of %d cores never ran a task."
                            .formatted(idle, run.cores().size()),
                    graphCommand(),
                    HintPlace.at(Kind.GRAPH));
        }
    }

    private void ignorance(SummaryReport.Run run) {
        double share = run.share(CorePart.UNKNOWN);
        if (share >= WORTH_SAYING) {
            add(
                    share / 2,
                    "%s of the core time cannot be explained: the capture has no %s."
                            .formatted(
                                    Units.percent(share),
                                    run.level() < 2 ? "dispatch times (level 1)" : "dependency graph"),
                    run.level() < 2 ? "run CASE --chip-swimlane=4 --dep-gen" : "run CASE --chip-swimlane --dep-gen",
                    HintPlace.wait(CorePart.UNKNOWN));
        }
    }

    private void scopes(ScopeReport report) {
        report.peaks().stream()
                .filter(peak -> peak.use() >= Peak.WARNING)
                .max(Comparator.comparingDouble(Peak::use))
                .ifPresent(peak -> add(
                        peak.use() / 2,
                        "Scope %s fills %s of the %s%s."
                                .formatted(
                                        Plain.line(peak.site(), 40),
                                        Units.percent(peak.use()),
                                        peak.resource().words(),
                                        peak.ring() < 0 ? "" : " of ring " + peak.ring()),
                        "scopes",
                        HintPlace.counter(RingUse.key(peak.ring(), peak.resource()))));
    }

    private void args(ArgsHeader header) {
        long lost = Math.max(0, header.droppedRecords()) + Math.max(0, header.droppedOverwrite());
        if (lost > 0) {
            add(
                    DOUBT / 4,
                    "%s of the argument dump were lost.".formatted(Units.plural(lost, "record")),
                    "dump",
                    HintPlace.at(Kind.ARGUMENTS));
        }
    }
}
