package io.tidemark.cli.run;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.analysis.summary.Summary;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.analysis.summary.SummarySections;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.chip.DeviceClock;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Terminal;
import io.tidemark.cli.text.UserError;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.cuda.CudaSource;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.lab.fault.SteppingClock;
import io.tidemark.recording.DeviceCommand;
import io.tidemark.recording.DeviceRole;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.device.DeviceProcess;
import io.tidemark.recording.plan.ChipSource;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a case on the simulated chip, checks its result and keeps a capture. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a case on the simulated chip, verify its result and keep a capture.",
        footer = {
            "",
            "Examples:",
            "  tidemark run paged-attention --chip-swimlane",
            "  tidemark run paged-attention:varseq4 --platform a5sim --clusters 24",
            "  tidemark run noop --tasks 1000000 --shape layered --rounds 5 --json",
            "  tidemark run --jar mycase.jar linear --chip-swimlane"
        })
public final class RunCommand implements Callable<Integer> {
    /** Reading the records of more would take longer than a person waits unasked. */
    private static final long MOST_RUNS_READ = 200_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CASE", description = "NAME or NAME:VARIANT; 'tidemark list' shows them.")
    private String caseName;

    @Mixin
    private CaseJars jars;

    @Mixin
    private CaseArguments sizes;

    @Mixin
    private ChipOptions chip;

    @Mixin
    private DiagnosticsOptions diagnostics;

    @Mixin
    private TimeOptions time;

    @Mixin
    private TimeoutOptions timeouts;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Run that often on one worker, verifying each time (default: ${DEFAULT-VALUE})."
                    + " Diagnostics record the last round, which is warm, or the one that"
                    + " --profile-round names.")
    private int rounds;

    @Option(
            names = "--no-warm-up",
            description = "Begin at once. Otherwise a run in real time is preceded by a third of a second"
                    + " of empty tasks, recorded like it and thrown away, so that its first"
                    + " tasks meet compiled code; TIDEMARK_WARM_UP=off does the same for"
                    + " scripts.")
    private boolean noWarmUp;

    @Option(names = "--skip-golden", description = "Do not compare the result with the golden.")
    private boolean skipGolden;

    @Option(
            names = "--check-args",
            description = "Compare the outputs of each task with the golden values that the case has for it,"
                    + " and name the first wrong task. Implies --dump-args=2.")
    private boolean checkArgs;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "outputs",
            description = "The capture goes to DIR/<case>_<timestamp>/ (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(
            names = "--capture",
            paramLabel = "DIR",
            description = "The capture goes to exactly DIR, which must not exist yet.")
    private Path capture;

    @Option(
            names = "--isolate",
            description = "Run the device in a separate process, one per round: if it is killed or"
                    + " crashes, its records are still exported.")
    private boolean isolate;

    @Option(names = "--device-clock-step", hidden = true)
    private Integer deviceClockStep; // a fault of the self test: the clock steps after this many readings

    @Option(names = "--json", description = "Print one JSON object at the end instead of text.")
    private boolean json;

    @Option(names = "--live", description = "Show the run in the browser while it runs; the page stays until Ctrl-C.")
    private boolean live;

    private final Optional<DeviceRole> role = DeviceRole.ofThisProcess();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw UserError.usage("--rounds " + rounds + " is below 1.");
        }
        if (time.isVirtual() && isolate) {
            throw UserError.usage("--isolate and --time virtual exclude one another: a modelled device has no"
                    + " process of its own that could die.");
        }
        if (time.isVirtual() && !chip.platform().isSimulated()) {
            throw UserError.usage("--time virtual is for simulated chips; on " + chip.platform + " it is real.");
        }
        if (time.isVirtual() && deviceClockStep != null) {
            throw UserError.usage("--device-clock-step needs --time real.");
        }
        CaseSelection chosen = Cases.find(jars.catalog(), caseName);
        WorkloadCase prepared = sizes.build(chosen);
        RuntimeConfig config = config(prepared);
        if (checkArgs) {
            prepareArgsCheck(prepared);
        }
        CallConfig call = call(config, prepared);
        DfxFlags flags = call.flags();
        ExportChoice export = diagnostics.export();
        OnFull onFull = diagnostics.onFull(); // every word is judged before anything is made
        SwimlanePools pools = diagnostics.swimlanePools();
        Optional<Path> regionDirectory = diagnostics.regionDirectory();
        diagnostics.noteIdle(flags, warnings());
        Optional<ChipSource> device = device(config, prepared, flags);
        Path place = role.isPresent() ? role.get().capture() : makePlace(chosen.title());
        RecordingPlan.Builder planned = RecordingPlan.into(place)
                .title(chosen.title())
                .config(config)
                .call(call)
                .onFull(onFull)
                .export(export)
                .pools(pools);
        regionDirectory.ifPresent(planned::regionDirectory);
        device.ifPresent(planned::chip);
        RecordingPlan plan = planned.build();
        if (role.isPresent()) {
            DeviceClock clock = plan.chip().clock();
            new DeviceProcess(plan, deviceClockStep == null ? clock : new SteppingClock(clock, deviceClockStep))
                    .run(
                            CaseRunner.program(prepared),
                            role.get().exchange(),
                            role.get().region());
            return ExitCode.OK;
        }
        try (SignalNotice _ = new SignalNotice(place, warnings());
                Interruption interruption = new Interruption(warnings());
                LivePage page = live ? LivePage.open(prepared, plan, warnings()) : null;
                CaseRunner runner = new CaseRunner(
                        prepared, plan, recorder(plan), recordedRound(), !skipGolden && time.computes())) {
            interruption.stopWith(runner::interrupt);
            if (!json) {
                PrintWriter out = spec.commandLine().getOut();
                RunReport.header(out, chosen.title(), sizes.seed(), plan, chip.platform);
                out.flush();
            }
            List<RunOutcome.Round> done = new ArrayList<>(rounds(runner, page, prepared.expectedTasks()));
            boolean isRecorded = flags.bits() != 0 && done.size() == recordedRound();
            done.add(WrongElement.explained(done.removeLast(), isRecorded, prepared, plan));
            RunOutcome outcome = new RunOutcome(
                    chosen.title(),
                    chip.platform,
                    config.runtime(),
                    config.clusters(),
                    plan.chip().shape().coreCount(),
                    plan.aicpuThreads(),
                    sizes.seed(),
                    done,
                    rounds,
                    runner.recorded(),
                    checkArgs ? Optional.of(ArgsCheck.of(place, prepared)) : Optional.empty(),
                    place);
            RunReport report = new RunReport(outcome, plan, roundShown(), makespan(outcome, flags));
            report.write(place);
            runner.seal(outcome);
            int exitCode = tell(outcome, report, runner.diagnosis(), flags);
            if (interruption.isRequested()) {
                return ExitCode.INTERRUPTED;
            }
            interruption.runIsOver();
            if (page != null) {
                spec.commandLine().getOut().flush();
                page.showCapture(place, outcome.last().result(), warnings());
                interruption.await();
            }
            return exitCode;
        }
    }

    private List<RunOutcome.Round> rounds(CaseRunner runner, LivePage page, long expectedTasks) throws IOException {
        PrintWriter terminal = page == null && !json && Terminal.isInteractive() ? Terminal.cursor() : null;
        try (RunProgress progress = new RunProgress(terminal, expectedTasks)) {
            runner.showOn(page == null ? progress : page.run());
            warmUp(runner);
            return runner.run(rounds);
        }
    }

    /** A run without it is slower at first and otherwise the same, so nothing here ends a run. */
    private void warmUp(CaseRunner runner) {
        if (noWarmUp || "off".equals(System.getenv("TIDEMARK_WARM_UP"))) {
            return;
        }
        try {
            runner.warmUp();
        } catch (IOException failure) {
            warnings().println("note: no warm-up before the run: " + failure.getMessage());
        }
    }

    /** The chip of a platform that is not simulated in Java; empty for one that is. */
    private Optional<ChipSource> device(RuntimeConfig config, WorkloadCase prepared, DfxFlags flags) {
        if (config.platform().isSimulated()) {
            return Optional.empty();
        }
        CudaSource source =
                new CudaSource(config, prepared.title(), prepared.kernels(), flags).emulatedLanes(chip.emulatedLanes());
        try {
            if (!isolate || role.isPresent()) {
                source.prepare(); // by the process that runs it
            }
            return Optional.of(source);
        } catch (PlatformRefusedException refused) {
            String lines = refused.getMessage().contains("\n") ? "" : ".";
            throw UserError.usageInLines("--platform " + chip.platform + ": " + refused.getMessage() + lines);
        }
    }

    private Recorder recorder(RecordingPlan plan) throws IOException {
        return isolate
                ? Recorder.isolated(
                        plan,
                        DeviceCommand.again(
                                spec.root().userObject().getClass(),
                                spec.root().commandLine().getParseResult().originalArgs()))
                : Recorder.open(plan);
    }

    /** Whether {@code --debug} stands before or behind the command's name. */
    private boolean isDebugging() {
        return Boolean.TRUE.equals(spec.root().findOption("--debug").getValue());
    }

    private int tell(RunOutcome outcome, RunReport report, Optional<String> diagnosis, DfxFlags flags)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Throwable cause = outcome.last().result().cause();
        if (cause != null && isDebugging()) {
            Thrown.printStack(cause, warnings());
        }
        if (json) {
            out.println(report.json());
        } else {
            report.print(out);
            diagnosis.ifPresent(why -> out.println("doctor    " + why));
            printKernels(out, outcome, flags);
        }
        if (flags.records(ArgsChannel.CHANNEL)) {
            if (!time.computes()) {
                warnings()
                        .println("note: no kernel computed anything (--no-compute): the dump holds what the run"
                                + " began with.");
            }
            whyNothingWasDumped(outcome).ifPresent(why -> warnings().println("note: " + why));
        }
        return outcome.exitCode();
    }

    private Optional<String> whyNothingWasDumped(RunOutcome outcome) {
        RunResult result = outcome.last().result();
        if (!result.isOk() || Files.exists(outcome.capture().resolve(ArgsWriter.DIRECTORY))) {
            return Optional.empty();
        }
        if (result.arguments() == 0) {
            return Optional.of("--dump-args had nothing to dump: no task that ran has an argument.");
        }
        return diagnostics.argsLevel() == 1
                ? Optional.of("--dump-args=1 dumps what the graph marks with dump(), and this graph"
                        + " marks nothing; --dump-args=2 dumps everything.")
                : Optional.empty();
    }

    /** Of the recorded round; left to 'tidemark summary' where the records are many. */
    private static Optional<Makespan> makespan(RunOutcome outcome, DfxFlags flags) throws IOException {
        return isWorthReading(outcome, flags)
                ? StoredCapture.open(outcome.capture())
                        .swimlane()
                        .filter(table -> table.aicore().size() > 0)
                        .map(table -> CaptureModel.of(table, Optional.empty(), NameMap.EMPTY))
                        .map(model -> Makespan.of(model.runs()))
                : Optional.empty();
    }

    private static boolean isWorthReading(RunOutcome outcome, DfxFlags flags) {
        return flags.records(SwimlaneChannel.CHANNEL) && outcome.recorded().kernelRuns() <= MOST_RUNS_READ;
    }

    private static void printKernels(PrintWriter out, RunOutcome outcome, DfxFlags flags) throws IOException {
        if (!Files.exists(outcome.capture().resolve(SwimlaneTables.HEAD))) {
            return; // nothing was recorded
        }
        String capture = outcome.capture().toString();
        if (!isWorthReading(outcome, flags)) {
            out.println("'tidemark summary " + capture + "' shows where the time went.");
            return;
        }
        SummaryReport summary = Summary.of(StoredCapture.open(outcome.capture()), capture);
        SummarySections.kernels(summary).print(Terminal.ink(), Terminal.columns(), out);
        out.println();
        out.println("'tidemark summary' shows more, 'tidemark view' draws it.");
    }

    /** Refuses what could not be checked before anything runs. */
    private void prepareArgsCheck(WorkloadCase prepared) {
        if (!time.computes()) {
            throw UserError.usage("--check-args compares what kernels compute, and --no-compute computes nothing:"
                    + " leave one of them out.");
        }
        if (prepared.argumentGolden().isEmpty()) {
            throw UserError.usage("--check-args: " + prepared.title() + " has no golden for single tasks.");
        }
        diagnostics.dumpEverything();
    }

    private DfxFlags effectiveFlags(RuntimeKind runtime) {
        if (!runtime.reclaims() && diagnostics.forgoScopeStats()) {
            warnings()
                    .println("note: --scope-stats is ignored: with --runtime hbg nothing is"
                            + " reclaimed, so there is nothing to sample.");
        }
        DfxFlags asked = diagnostics.flags(warnings());
        Integer round = diagnostics.profileRound;
        if (round != null && (round < 1 || round > rounds)) {
            throw UserError.usage("--profile-round "
                    + round
                    + (rounds == 1
                            ? " is not the only round; --rounds says how many there are."
                            : " is not one of the " + rounds + " rounds."));
        }
        return asked;
    }

    /** The last of several unless one is asked for: by then the code is compiled. */
    private int recordedRound() {
        return diagnostics.profileRound == null ? rounds : diagnostics.profileRound;
    }

    private RecordedRound roundShown() {
        return new RecordedRound(recordedRound(), rounds, diagnostics.profileRound != null, isolate);
    }

    private RuntimeConfig config(WorkloadCase prepared) {
        try {
            return time.apply(chip.apply(RuntimeConfig.builder(), System::getenv), chip.platform())
                    .memoryBytes(prepared.memoryBytes())
                    .budgets(timeouts.budgets(System::getenv, warnings()))
                    .tensorWaitTimeout(timeouts.tensorWait())
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    private CallConfig call(RuntimeConfig config, WorkloadCase prepared) {
        DfxFlags flags = effectiveFlags(config.runtime());
        int pmuEvent = diagnostics.pmuEvent(config.platform(), System::getenv, warnings());
        try {
            return CallConfig.builder()
                    .aicpuThreads(chip.aicpuThreads(config.platform()))
                    .rings(chip.rings(prepared.rings(), System::getenv, warnings()))
                    .flags(flags)
                    .dumpArgsLevel(flags.records(ArgsChannel.CHANNEL) ? diagnostics.argsLevel() : 0)
                    .pmuEvent(flags.records(PmuChannel.CHANNEL) ? pmuEvent : 0)
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    private Path makePlace(String title) throws IOException {
        return capture != null ? CapturePlace.exactly(capture) : CapturePlace.under(output, title, LocalDateTime.now());
    }

    /** The host has told them already when this is its device. */
    private PrintWriter warnings() {
        return role.isPresent()
                ? new PrintWriter(Writer.nullWriter())
                : spec.commandLine().getErr();
    }
}
