package io.tidemark.cli;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.Verification;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What came of one {@code tidemark run}: its rounds up to and including the first bad one.
 * Immutable.
 *
 * @param argsCheck what comparing single tasks with their golden came to, if it was asked for
 * @param capture where the files are
 */
record RunOutcome(
        String caseTitle,
        String platform,
        RuntimeKind runtime,
        int clusters,
        int aicpuThreads,
        long seed,
        List<Round> rounds,
        Recorded recorded,
        Optional<ArgsCheck.Result> argsCheck,
        Path capture) {
    /** One run of the case; {@code verification} is empty when it failed or was not asked for. */
    record Round(RunResult result, Optional<Verification> verification) {
        boolean isGood() {
            return result.isOk() && verification.map(Verification::ok).orElse(true);
        }
    }

    RunOutcome {
        rounds = List.copyOf(rounds);
    }

    Round last() {
        return rounds.getLast();
    }

    boolean isGood() {
        return last().isGood() && argsCheck.map(ArgsCheck.Result::isGood).orElse(true);
    }

    /** What the shell is told: a failed run first, then missing data. */
    int exitCode() {
        if (!isGood()) {
            return ExitCode.FAILED;
        }
        return recorded.verdict().dataMissing() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    /** One word for programs. */
    String status() {
        if (!last().result().isOk()) {
            return "error";
        }
        return isGood() ? "ok" : "wrong-result";
    }

    /** Of the good rounds when there are any, so that a failure does not blur the figure. */
    double medianMakespanMicros() {
        double[] spans =
                rounds.stream()
                        .filter(round -> round.isGood() || rounds.size() == 1)
                        .mapToDouble(round -> round.result().makespanMicros())
                        .sorted()
                        .toArray();
        return spans.length == 0 ? last().result().makespanMicros() : spans[spans.length / 2];
    }

    double tasksPerSecond() {
        double micros = medianMakespanMicros();
        return micros > 0 ? tasks() / micros * 1e6 : 0;
    }

    /** Tasks that one round completed; allocations are not counted. */
    long tasks() {
        RunResult result = last().result();
        return result.completed() - result.allocated();
    }

    /** True when the device died: what is known of it was true at the last look, or is recorded. */
    boolean isLost() {
        return last().result().errorCode() == ErrorCode.DEVICE_LOST.number();
    }

    /** Kernel runs on cores that one round made; of a device that died those that left a record. */
    long kernelRuns() {
        long counted = last().result().subtasks();
        return isLost() ? Math.max(counted, recorded.kernelRuns()) : counted;
    }

    double[] makespansMicros() {
        return rounds.stream().mapToDouble(round -> round.result().makespanMicros()).toArray();
    }

    /** How far apart the rounds lie: highest over lowest makespan. */
    double spread() {
        double[] spans = makespansMicros();
        double lowest = Arrays.stream(spans).min().orElse(0);
        return lowest > 0 ? Arrays.stream(spans).max().orElse(0) / lowest : 1;
    }
}
