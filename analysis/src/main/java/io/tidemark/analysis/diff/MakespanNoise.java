package io.tidemark.analysis.diff;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.StepSpread;
import io.tidemark.analysis.diff.noise.TwoSamples;
import java.util.Arrays;
import java.util.List;

/**
 * How much of the change of the makespan may be chance. With several runs a side the spread between
 * runs shows it. In virtual time it is known exactly. Else the rounds of the process show it, and
 * last the spread within the captures. Immutable.
 */
final class MakespanNoise {
    private final Change change;
    private final String basis;

    MakespanNoise(
            List<RunFigures> before, List<RunFigures> after, ComparedRun one, ComparedRun other, Alignment alignment) {
        double[] makespans = makespans(before);
        double[] otherMakespans = makespans(after);
        boolean isVirtual = before.stream().allMatch(RunFigures::isVirtual)
                && after.stream().allMatch(RunFigures::isVirtual);
        if (isVirtual || before.size() > 1 && after.size() > 1) {
            change = TwoSamples.compare(makespans, otherMakespans, isVirtual);
            basis = before.size() > 1 && after.size() > 1
                    ? "Spread: between the runs of each side."
                    : "Virtual time: equal builds give equal runs, so every difference is real.";
            return;
        }
        double value = mean(otherMakespans) - mean(makespans);
        if (one.roundNanos().length > 2 && other.roundNanos().length > 2) {
            change = TwoSamples.single(value, warm(one.roundNanos()), warm(other.roundNanos()));
            basis = "Spread: between the rounds of each process. Rounds of one process share its memory"
                    + " and its machine, so a difference between two processes may still be chance.";
            return;
        }
        change = StepSpread.change(value, one.path(), other.path(), alignment);
        basis = change.hasInterval()
                ? "One run a side: the spread is that of tasks on both critical paths. It shows"
                        + " what tasks do differently; it cannot show what differs from run to run,"
                        + " such as the load or the clock of the machine. Several runs a side can."
                : "One run a side, and too few tasks are on both critical paths to know their spread:"
                        + " whether the difference is noise cannot be told. Record several runs a side.";
    }

    /** The first round is cold. */
    private static double[] warm(double[] rounds) {
        return Arrays.copyOfRange(rounds, 1, rounds.length);
    }

    private static double[] makespans(List<RunFigures> runs) {
        return runs.stream().mapToDouble(RunFigures::makespanNanos).toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    Change change() {
        return change;
    }

    String basis() {
        return basis;
    }
}
