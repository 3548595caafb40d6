package io.tidemark.cli.run;

import io.tidemark.cli.text.UserError;
import io.tidemark.lab.cases.AlteredCase;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.KernelWitness;
import io.tidemark.workloads.WorkloadCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a case: its sizes, its seed, and how it is made to misbehave. */
final class CaseArguments {
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
            names = "--at",
            paramLabel = "K",
            description = "Short for --set at=K: which task of a hang case misbehaves.")
    private String misbehavingTask;

    @Option(
            names = "--witness",
            paramLabel = "FILE",
            description = "Count kernel runs in FILE without the recorder, to check it: one 64-bit word per"
                    + " core, 64 bytes apart.")
    private String witness;

    @Option(
            names = "--hang-at",
            paramLabel = "K",
            description = "Task K of any case, counted from 0 over tasks with a kernel, does its work and never"
                    + " returns; shows how a hang is recorded and explained.")
    private Integer hangingTask;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the inputs (default: ${DEFAULT-VALUE}).")
    private long seed;

    long seed() {
        return seed;
    }

    /** Builds the case; a usage error lists the options that it has. */
    WorkloadCase build(CaseSelection chosen) {
        WorkloadCase plain = Cases.build(chosen, assignments(chosen), seed);
        if (hangingTask != null && hangingTask < 0) {
            throw UserError.usage("--hang-at " + hangingTask + " is below 0.");
        }
        boolean counts = witness != null && !hasWitness(chosen);
        if (!counts && hangingTask == null) {
            return plain;
        }
        try {
            return new AlteredCase(
                    plain,
                    hangingTask == null ? AlteredCase.NO_TASK : hangingTask,
                    counts ? Optional.of(KernelWitness.create(Path.of(witness))) : Optional.empty());
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    /** Whether the case has its own option for a witness file. */
    private static boolean hasWitness(CaseSelection chosen) {
        return chosen.workload().options().stream()
                .anyMatch(option -> option.key().equals("witness"));
    }

    private List<String> assignments(CaseSelection chosen) {
        List<String> all = new ArrayList<>(assignments);
        if (tasks != null) {
            all.add("tasks=" + tasks);
        }
        if (shape != null) {
            all.add("shape=" + shape);
        }
        if (misbehavingTask != null) {
            all.add("at=" + misbehavingTask);
        }
        if (witness != null && hasWitness(chosen)) {
            all.add("witness=" + witness);
        }
        return all;
    }
}
