package io.tidemark.cli.run;

import io.tidemark.cli.text.UserError;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * How long a run may stand still. A flag wins over the environment. The three limits must be
 * consistent. Inconsistent flags are a usage error. An inconsistent environment leads to a warning
 * and to the defaults of all three limits.
 */
final class TimeoutOptions {
    private static final String SCHEDULER = "SIMPLER_SCHEDULER_TIMEOUT_MS";
    private static final String OP = "SIMPLER_OP_EXECUTE_TIMEOUT_US";
    private static final String STREAM = "SIMPLER_STREAM_SYNC_TIMEOUT_MS";
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MOST_MILLIS = 1_000_000_000_000L; // 30 years, and fits in nanoseconds
    private static final Duration DEFAULT_TENSOR_WAIT = Duration.ofSeconds(15);

    @Option(
            names = "--scheduler-timeout-ms",
            paramLabel = "MS",
            description = "End the run when no task of a scheduler progresses for this long (default: 10000;"
                    + " "
                    + SCHEDULER
                    + ").")
    private Long schedulerMillis;

    @Option(
            names = "--op-timeout-ms",
            paramLabel = "MS",
            description = "End the run when one kernel runs for longer, whatever the others do (default:"
                    + " 45000; "
                    + OP
                    + ").")
    private Long opMillis;

    @Option(
            names = "--stream-timeout-ms",
            paramLabel = "MS",
            description = "End the run when nothing at all happens for this long, also when the schedulers"
                    + " cannot (default: 50000; "
                    + STREAM
                    + "). Scheduler, op and stream must grow in this order, and the stream's"
                    + " must exceed the scheduler's by more than 1500.")
    private Long streamMillis;

    @Option(
            names = "--tensor-wait-timeout-ms",
            paramLabel = "MS",
            description =
                    "End the run when the graph waits this long for one element of a tensor" + " (default: 15000).")
    private Long tensorWaitMillis;

    Duration tensorWait() {
        return given("--tensor-wait-timeout-ms", tensorWaitMillis).orElse(DEFAULT_TENSOR_WAIT);
    }

    RunBudgets budgets(Function<String, String> environment, PrintWriter warnings) {
        RunBudgets ofEnvironment = ofEnvironment(environment, warnings);
        if (schedulerMillis == null && opMillis == null && streamMillis == null) {
            return ofEnvironment;
        }
        RunBudgets budgets = new RunBudgets(
                given("--scheduler-timeout-ms", schedulerMillis).orElse(ofEnvironment.scheduler()),
                given("--op-timeout-ms", opMillis).orElse(ofEnvironment.op()),
                given("--stream-timeout-ms", streamMillis).orElse(ofEnvironment.stream()));
        budgets.conflict().ifPresent(why -> {
            throw UserError.usage("the time limits do not fit: "
                    + why
                    + "; give --scheduler-timeout-ms, --op-timeout-ms and"
                    + " --stream-timeout-ms together.");
        });
        return budgets;
    }

    private static Optional<Duration> given(String flag, Long millis) {
        if (millis != null && millis < 1) {
            throw UserError.usage(flag + " " + millis + " is below 1.");
        }
        if (millis != null && millis > MOST_MILLIS) {
            throw UserError.usage(flag + " " + millis + " is above " + MOST_MILLIS + ".");
        }
        return Optional.ofNullable(millis).map(Duration::ofMillis);
    }

    private static RunBudgets ofEnvironment(Function<String, String> environment, PrintWriter warnings) {
        RunBudgets usual = RunBudgets.DEFAULT;
        RunBudgets asked = new RunBudgets(
                Duration.ofMillis(number(
                        SCHEDULER,
                        "milliseconds",
                        MOST_MILLIS,
                        usual.scheduler().toMillis(),
                        environment,
                        warnings)),
                micros(number(
                        OP,
                        "microseconds",
                        MOST_MILLIS * MICROS_PER_MILLI,
                        usual.op().toMillis() * MICROS_PER_MILLI,
                        environment,
                        warnings)),
                Duration.ofMillis(number(
                        STREAM, "milliseconds", MOST_MILLIS, usual.stream().toMillis(), environment, warnings)));
        Optional<String> conflict = asked.conflict();
        if (conflict.isEmpty()) {
            return asked;
        }
        warnings.println("warning: the time limits of the environment do not fit: "
                + conflict.get()
                + "; all three defaults hold.");
        return usual;
    }

    private static Duration micros(long count) {
        return Duration.ofNanos(Math.multiplyExact(count, MICROS_PER_MILLI));
    }

    private static long number(
            String variable,
            String unit,
            long most,
            long otherwise,
            Function<String, String> environment,
            PrintWriter warnings) {
        String text = environment.apply(variable);
        if (text == null || text.isBlank()) {
            return otherwise;
        }
        if (text.strip().matches("[0-9]{1,15}")) {
            long number = Long.parseLong(text.strip());
            if (number > 0 && number <= most) {
                return number;
            }
        }
        warnings.println("warning: "
                + variable
                + "="
                + text
                + " is not a number of "
                + unit
                + " from 1 to "
                + most
                + "; it is ignored.");
        return otherwise;
    }
}
