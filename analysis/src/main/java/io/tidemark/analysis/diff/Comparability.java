package io.tidemark.analysis.diff;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the times of runs may be held against each other: the one rule of command and page. A
 * limit that this class makes is an obstacle, and then no run is called faster or slower. Pure.
 */
final class Comparability {
    private static final Map<DfxFeature, String> OPTIONS = options();

    private Comparability() {}

    /** The option of the command for each feature, without the level. */
    private static Map<DfxFeature, String> options() {
        Map<DfxFeature, String> options = new LinkedHashMap<>();
        options.put(DfxFeature.DEP_GEN, "--dep-gen");
        options.put(DfxFeature.SCOPE_STATS, "--scope-stats");
        options.put(DfxFeature.DUMP_ARGS_ENABLE, "--dump-args");
        options.put(DfxFeature.PMU, "--pmu");
        return options;
    }

    /**
     * What every one of these runs recorded, when they did not all record the same and all are of
     * virtual time: what others recorded beyond it can be taken out.
     */
    static Optional<DfxFlags> common(List<Optional<Certificate>> runs) {
        boolean areModelled = runs.stream()
                .allMatch(run -> run.flatMap(Certificate::conditions)
                        .filter(Conditions::isVirtual)
                        .isPresent());
        if (!areModelled) {
            return Optional.empty();
        }
        long all = runs.stream().mapToLong(Comparability::bits).reduce(-1, (one, other) -> one & other);
        return runs.stream().allMatch(run -> bits(run) == all) || !DfxFlags.isKnown(all)
                ? Optional.empty()
                : Optional.of(new DfxFlags(all));
    }

    private static long bits(Optional<Certificate> run) {
        return run.orElseThrow().origin().flags();
    }

    /** What forbids to hold a run against any other. */
    static List<Limit> own(String side, ComparedRun run) {
        List<Limit> found = new ArrayList<>();
        if (run.endedBadly()) {
            found.add(Limit.obstacle(
                    side,
                    Limit.MAKESPAN,
                    "The run %s did not come to its end (%s): its makespan ends where it was"
                                    .formatted(side, run.capture().ending().word())
                            + " stopped, and tasks that never ran count as removed or added."));
        }
        Verdict verdict = run.verdict();
        if (verdict.dataMissing()) {
            found.add(Limit.obstacle(
                    side,
                    "records",
                    "The capture %s is not whole (%s): its makespan may be too short, a task may"
                                    .formatted(side, verdict.line())
                            + " count as removed or added because its records are missing, and"
                            + " every part may be wrong by what is missing."));
        }
        return found;
    }

    /**
     * What forbids to hold two runs against each other.
     *
     * @param which which run this is, such as {@code before}
     */
    static List<Limit> between(String which, ComparedRun run, String whichOther, ComparedRun other) {
        return Stream.of(
                        work(which, run, whichOther, other),
                        time(run, other),
                        recording(which, run, whichOther, other),
                        host(which, run, whichOther, other))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Limit> work(String which, ComparedRun run, String whichOther, ComparedRun other) {
        String one = run.caseName();
        String two = other.caseName();
        return one.isEmpty() || two.isEmpty() || one.equals(two)
                ? Optional.empty()
                : both("case", "The runs did other work: %s ran %s, %s ran %s.".formatted(which, one, whichOther, two));
    }

    private static Optional<Limit> time(ComparedRun run, ComparedRun other) {
        return run.isVirtual() == other.isVirtual()
                ? Optional.empty()
                : both(
                        "time",
                        "One run is of virtual time and the other of real time: the difference compares"
                                + " a model with a machine.");
    }

    private static Optional<Limit> recording(String which, ComparedRun run, String whichOther, ComparedRun other) {
        boolean bothSay = run.recorded().isPresent() && other.recorded().isPresent();
        String one = recorded(run, bothSay);
        String two = recorded(other, bothSay);
        if (one.equals(two)) {
            return Optional.empty();
        }
        String why = Stream.of(run.refusal(), other.refusal())
                .filter(refusal -> !refusal.isEmpty())
                .findFirst()
                .map(refusal -> "it cannot be taken out, because " + refusal)
                .orElse("in real time it is not known how much");
        return both(
                Limit.RECORDING,
                "The recordings differ: %s with %s, %s with %s. Recording takes time, and %s. Record both with the same options."
                        .formatted(which, one, whichOther, two, why.replaceFirst("[.]$", "")));
    }

    /** In the words of the command's options, or its level alone. */
    static String recorded(ComparedRun run, boolean withOptions) {
        Optional<DfxFlags> flags = run.recorded().filter(any -> withOptions);
        StringBuilder words = new StringBuilder("level " + run.model().table().level());
        OPTIONS.forEach((feature, option) -> words.append(
                flags.filter(all -> all.has(feature)).map(all -> ", " + option).orElse("")));
        return words.toString();
    }

    /** Cores that share CPUs in another measure were slowed down in another measure, too. */
    private static Optional<Limit> host(String which, ComparedRun run, String whichOther, ComparedRun other) {
        if (Objects.equals(share(run), share(other))) {
            return Optional.empty();
        }
        return both(
                "host",
                "The host slowed the runs in another measure: %s %s, %s %s."
                        .formatted(which, shared(run), whichOther, shared(other)));
    }

    private static double share(ComparedRun run) {
        return run.conditions()
                .filter(Conditions::isShared)
                .map(conditions -> (double) conditions.cores() / conditions.cpus())
                .orElse(1.0);
    }

    private static String shared(ComparedRun run) {
        return run.conditions()
                .filter(Conditions::isShared)
                .map(Conditions::shared)
                .orElse("each core had a CPU");
    }

    private static Optional<Limit> both(String about, String sentence) {
        return Optional.of(Limit.obstacle("both", about, sentence));
    }
}
