package io.tidemark.cli.run;

import io.tidemark.abi.ErrorCode;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.run.RunFacts;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.Verification;
import java.nio.file.Path;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What came of one {@code tidemark run}: its rounds up to and including the first bad one.
 * Immutable.
 *
 * @param asked how many rounds there were to be
 * @param argsCheck what comparing single tasks with their golden came to, if it was asked for
 * @param capture where the files are
 */
public record RunOutcome(
        String caseTitle,
        String platform,
        RuntimeKind runtime,
        int clusters,
        int cores,
        int aicpuThreads,
        long seed,
        List<Round> rounds,
        int asked,
        Recorded recorded,
        Optional<ArgsCheck.Result> argsCheck,
        Path capture) {
    /**
     * One run of the case.
     *
     * @param verification empty when it failed or was not asked for
     * @param hostCpu CPU time that this process spent on it; nothing where that is not known
     */
    public record Round(RunResult result, Optional<Verification> verification, Duration hostCpu) {
        boolean isGood() {
            return result.isOk() && verification.map(Verification::ok).orElse(true);
        }
    }

    public RunOutcome {
        rounds = List.copyOf(rounds);
    }

    Round last() {
        return rounds.getLast();
    }

    boolean isGood() {
        return last().isGood() && argsCheck.map(ArgsCheck.Result::isGood).orElse(true);
    }

    /** Whether its user ended it before it was through. */
    boolean isInterrupted() {
        return last().result().errorCode() == ErrorCode.RUN_INTERRUPTED.number()
                || last().isGood() && rounds.size() < asked;
    }

    /** The ending that goes into the certificate. */
    Ending ending() {
        RunResult result = last().result();
        if (!result.isOk()) {
            return RunFacts.endingOf(result);
        }
        if (isInterrupted()) { // between two rounds
            ErrorCode code = ErrorCode.RUN_INTERRUPTED;
            return new Ending(EndingKind.INTERRUPTED, code.number(), code.name(), "");
        }
        return isGood() ? Ending.OK : new Ending(EndingKind.WRONG_RESULT, 0, "", "");
    }

    /** The exit code for the shell. A failed run has precedence over missing data. */
    int exitCode() {
        if (isInterrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (!isGood()) {
            return ExitCode.FAILED;
        }
        return recorded.verdict().dataMissing() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    /** One word for programs. */
    String status() {
        if (isInterrupted()) {
            return EndingKind.INTERRUPTED.word();
        }
        if (!last().result().isOk()) {
            return EndingKind.ERROR.word();
        }
        return (isGood() ? EndingKind.OK : EndingKind.WRONG_RESULT).word();
    }

    /** The rounds that figures are taken from: the good ones, or the last when none is good. */
    List<Round> measured() {
        List<Round> good = rounds.stream().filter(Round::isGood).toList();
        return good.isEmpty() ? List.of(last()) : good;
    }

    double medianWallMicros() {
        double[] spans = walls(measured()).sorted().toArray();
        return spans[spans.length / 2];
    }

    double tasksPerSecond() {
        double micros = medianWallMicros();
        return micros > 0 ? tasks(measured().getLast()) / micros * 1e6 : 0;
    }

    /** The least CPU time of this host that a measured round took. */
    Duration leastHostCpu() {
        return measured().stream().map(Round::hostCpu).min(Duration::compareTo).orElseThrow();
    }

    /** Tasks that one round completed; allocations are not counted. */
    long tasks() {
        return tasks(last());
    }

    private static long tasks(Round round) {
        RunResult result = round.result();
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

    double[] wallsMicros() {
        return walls(rounds).toArray();
    }

    private static DoubleStream walls(List<Round> rounds) {
        return rounds.stream().mapToDouble(round -> round.result().wallMicros());
    }

    /** How far apart the measured rounds lie: highest over lowest wall time. */
    double spread() {
        DoubleSummaryStatistics spans = walls(measured()).summaryStatistics();
        return spans.getMin() > 0 ? spans.getMax() / spans.getMin() : 1;
    }
}
