package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Time limits from flags and environment, and what comes of those that do not fit. */
class TimeoutOptionsTest {
    private static final String[] NO_FLAGS = {};
    private final StringWriter warnings = new StringWriter();

    private RunBudgets budgets(Map<String, String> environment, String... flags) {
        TimeoutOptions options = CommandLine.populateCommand(new TimeoutOptions(), flags);
        return options.budgets(environment::get, new PrintWriter(warnings, true));
    }

    @Test
    void theEnvironmentIsReadInItsOwnUnits() {
        RunBudgets budgets = budgets(
                Map.of(
                        "SIMPLER_SCHEDULER_TIMEOUT_MS", "2000",
                        "SIMPLER_OP_EXECUTE_TIMEOUT_US", "3000000",
                        "SIMPLER_STREAM_SYNC_TIMEOUT_MS", " 4000 "),
                NO_FLAGS);
        assertThat(budgets)
                .isEqualTo(new RunBudgets(Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(4)));
        assertThat(warnings.toString()).isEmpty();
    }

    @Test
    void anEnvironmentThatDoesNotFitIsWarnedAboutAndAllDefaultsHold() {
        assertThat(budgets(Map.of("SIMPLER_SCHEDULER_TIMEOUT_MS", "60000"), NO_FLAGS))
                .isEqualTo(RunBudgets.DEFAULT);
        assertThat(warnings.toString()).contains("60000 ms are not below", "all three defaults");
    }

    @Test
    void aWordThatIsNoNumberIsIgnoredAlone() {
        RunBudgets budgets = budgets(
                Map.of(
                        "SIMPLER_SCHEDULER_TIMEOUT_MS", "5000",
                        "SIMPLER_OP_EXECUTE_TIMEOUT_US", "soon"),
                NO_FLAGS);
        assertThat(budgets.scheduler()).isEqualTo(Duration.ofSeconds(5));
        assertThat(budgets.op()).isEqualTo(RunBudgets.DEFAULT.op());
        assertThat(warnings.toString()).contains("SIMPLER_OP_EXECUTE_TIMEOUT_US=soon");
    }

    @Test
    void aFlagWinsOverTheEnvironment() {
        RunBudgets budgets = budgets(
                Map.of("SIMPLER_SCHEDULER_TIMEOUT_MS", "2000"), "--scheduler-timeout-ms=3000", "--op-timeout-ms=4000");
        assertThat(budgets.scheduler()).isEqualTo(Duration.ofSeconds(3));
        assertThat(budgets.op()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void flagsThatDoNotFitAreWrongUsage() {
        Command run = Command.run("run", "vector", "--op-timeout-ms=2000");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.errorLines())
                .singleElement()
                .asString()
                .contains("10000 ms are not below the 2000 ms of one kernel");
        assertThat(Command.run("run", "vector", "--stream-timeout-ms=0").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    /** A limit that does not fit into 64 bits of nanoseconds must not end in an overflow. */
    @Test
    void aLimitOfAgesIsRefusedInOneSentence() {
        for (String flag : new String[] {"--stream-timeout-ms", "--op-timeout-ms", "--tensor-wait-timeout-ms"}) {
            Command run = Command.run("run", "vector", flag + "=" + Long.MAX_VALUE);
            assertThat(run.exitCode()).as(flag).isEqualTo(ExitCode.USAGE);
            assertThat(run.errorLines()).singleElement().asString().contains(flag, "is above 1000000000000");
        }
        assertThat(budgets(Map.of("SIMPLER_STREAM_SYNC_TIMEOUT_MS", "999999999999999"), NO_FLAGS))
                .isEqualTo(RunBudgets.DEFAULT);
        assertThat(warnings.toString()).contains("from 1 to 1000000000000; it is ignored");
    }
}
