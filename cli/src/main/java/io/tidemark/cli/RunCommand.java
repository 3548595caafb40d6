package io.tidemark.cli;

import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
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
            "  tidemark run vector",
            "  tidemark run paged-attention:varseq4 --platform a5sim --clusters 24",
            "  tidemark run noop --tasks 1000000 --shape layered --rounds 5 --json"
        })
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "CASE",
            description = "NAME or NAME:VARIANT; 'tidemark list' shows them.")
    private String caseName;

    @Mixin private ChipOptions chip;
    @Mixin private TimeoutOptions timeouts;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A size of the case; 'tidemark list NAME' shows them. May be repeated.")
    private List<String> assignments = new ArrayList<>();

    @Option(names = "--tasks", paramLabel = "N", description = "Short for --set tasks=N.")
    private String tasks;

    @Option(names = "--shape", paramLabel = "SHAPE", description = "Short for --set shape=SHAPE.")
    private String shape;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What the inputs are made from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Run that often on one worker, verifying each time (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--skip-golden", description = "Do not compare the result with the golden.")
    private boolean skipGolden;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "outputs",
            description =
                    "The capture goes to DIR/<case>_<timestamp>/ (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(
            names = "--capture",
            paramLabel = "DIR",
            description = "The capture goes to exactly DIR, which must not exist yet.")
    private Path capture;

    @Option(names = "--json", description = "Print one JSON object at the end instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (rounds < 1) {
            throw UserError.usage("--rounds " + rounds + " is below 1.");
        }
        CaseSelection chosen = Cases.find(WorkloadCatalog.load(), caseName);
        WorkloadCase prepared = Cases.build(chosen, allAssignments(), seed);
        RuntimeConfig config = config(prepared);
        CallConfig call = call(config, prepared);
        Path place = makePlace(chosen.title());
        RunOutcome outcome =
                new RunOutcome(
                        chosen.title(),
                        chip.platform,
                        config.clusters(),
                        threads(config, call),
                        seed,
                        runRounds(prepared, config, call),
                        place);
        RunReport report = new RunReport(outcome);
        String machineReadable = report.json();
        Files.writeString(place.resolve("run.json"), machineReadable + "\n");
        if (json) {
            out.println(machineReadable);
        } else {
            report.print(out);
        }
        return outcome.isGood() ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<String> allAssignments() {
        List<String> all = new ArrayList<>(assignments);
        if (tasks != null) {
            all.add("tasks=" + tasks);
        }
        if (shape != null) {
            all.add("shape=" + shape);
        }
        return all;
    }

    private RuntimeConfig config(WorkloadCase prepared) {
        try {
            return chip.apply(RuntimeConfig.builder(), System::getenv)
                    .memoryBytes(prepared.memoryBytes())
                    .schedulerTimeout(timeouts.scheduler(System::getenv, warnings()))
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    private CallConfig call(RuntimeConfig config, WorkloadCase prepared) {
        try {
            return CallConfig.builder()
                    .aicpuThreads(chip.aicpuThreads(config.platform()))
                    .rings(chip.rings(prepared.rings(), System::getenv, warnings()))
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    private static int threads(RuntimeConfig config, CallConfig call) {
        return call.aicpuThreads() == 0 ? config.platform().maxAicpuThreads() : call.aicpuThreads();
    }

    private Path makePlace(String title) throws IOException {
        return capture != null
                ? CapturePlace.exactly(capture)
                : CapturePlace.under(output, title, LocalDateTime.now());
    }

    private List<RunOutcome.Round> runRounds(
            WorkloadCase prepared, RuntimeConfig config, CallConfig call) {
        List<RunOutcome.Round> done = new ArrayList<>();
        try (Worker worker = Worker.open(config)) {
            for (int round = 0; round < rounds; round++) {
                prepared.reset();
                RunResult result =
                        worker.run(prepared.orchestration(), prepared.hostTensors(), call);
                Optional<Verification> checked =
                        result.isOk() && !skipGolden
                                ? Optional.of(prepared.verify(result))
                                : Optional.empty();
                done.add(new RunOutcome.Round(result, checked));
                if (!done.getLast().isGood()) {
                    break;
                }
            }
        }
        return done;
    }

    private PrintWriter warnings() {
        return spec.commandLine().getErr();
    }
}
