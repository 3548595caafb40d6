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

/** What a case is built from: its sizes, its seed, and how it is made to misbehave. */
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
            description =
                    "Every kernel counts itself there, for a check that does not trust the recorder: one"
                            + " 64-bit word per core, 64 bytes apart.")
    private String witness;

    @Option(
            names = "--hang-at",
            paramLabel = "K",
            description =
                    "Task K of any case, counted from 0 over tasks with a kernel, does its work and never"
                            + " returns: to see what is kept and said of it.")
    private Integer hangingTask;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What the inputs are made from (default: ${DEFAULT-VALUE}).")
    private long seed;

    long seed() {
        return seed;
    }

    /** The case, or a usage error that says what there is. */
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
                    counts
                            ? Optional.of(KernelWitness.create(Path.of(witness)))
                            : Optional.empty());
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
    }

    /** Some cases count by themselves, without anything in between. */
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
