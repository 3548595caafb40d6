package io.tidemark.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** How long a run may stand still. A flag wins over the environment. */
final class TimeoutOptions {
    private static final long DEFAULT_SCHEDULER_MILLIS = 10_000;
    private static final long DEFAULT_TENSOR_WAIT_MILLIS = 15_000;

    @Option(
            names = "--scheduler-timeout-ms",
            paramLabel = "MS",
            description =
                    "End the run when nothing progresses for this long (default: 10000;"
                            + " SIMPLER_SCHEDULER_TIMEOUT_MS).")
    private Long schedulerMillis;

    @Option(
            names = "--tensor-wait-timeout-ms",
            paramLabel = "MS",
            description =
                    "End the run when the graph waits this long for one element of a tensor"
                            + " (default: 15000).")
    private Long tensorWaitMillis;

    Duration scheduler(Function<String, String> environment, PrintWriter warnings) {
        if (schedulerMillis != null) {
            if (schedulerMillis < 1) {
                throw UserError.usage("--scheduler-timeout-ms " + schedulerMillis + " is below 1.");
            }
            return Duration.ofMillis(schedulerMillis);
        }
        return Duration.ofMillis(
                fromEnvironment("SIMPLER_SCHEDULER_TIMEOUT_MS", environment, warnings));
    }

    Duration tensorWait() {
        if (tensorWaitMillis == null) {
            return Duration.ofMillis(DEFAULT_TENSOR_WAIT_MILLIS);
        }
        if (tensorWaitMillis < 1) {
            throw UserError.usage("--tensor-wait-timeout-ms " + tensorWaitMillis + " is below 1.");
        }
        return Duration.ofMillis(tensorWaitMillis);
    }

    private static long fromEnvironment(
            String variable, Function<String, String> environment, PrintWriter warnings) {
        String text = environment.apply(variable);
        if (text != null && !text.isBlank()) {
            try {
                long millis = Long.parseLong(text.strip());
                if (millis > 0) {
                    return millis;
                }
            } catch (NumberFormatException notANumber) {
                // the warning below says it
            }
            warnings.println(
                    "warning: "
                            + variable
                            + "="
                            + text
                            + " is not a positive number of milliseconds; it is ignored.");
        }
        return DEFAULT_SCHEDULER_MILLIS;
    }
}
