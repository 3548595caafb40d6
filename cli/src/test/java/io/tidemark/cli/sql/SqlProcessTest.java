package io.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the command makes of its engine's process; a shell stands for the engine. */
class SqlProcessTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Process process;

    @AfterEach
    void endTheProcess() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private int outcome(String script) throws IOException {
        process = new ProcessBuilder("sh", "-c", script).start();
        PrintWriter rows = new PrintWriter(out, true);
        int exitCode = SqlProcess.outcome(process, "end-1 ", rows, new PrintWriter(err, true));
        rows.flush();
        return exitCode;
    }

    /** It may have gigabytes to let go of, which is not the caller's time. */
    @Test
    void theAnswerIsThereBeforeTheProcessIsGone() throws Exception {
        assertThat(outcome("echo row; echo note >&2; exec >&-; echo 'end-1 3' >&2; exec 2>&-;" + " exec sleep 60"))
                .isEqualTo(3);
        assertThat(process.isAlive()).isTrue(); // it sleeps
        assertThat(out).hasToString("row\n");
        assertThat(err).hasToString("note\n");
    }

    @Test
    void aProcessThatSaysNothingMoreHasItsOwnExitCode() throws Exception {
        assertThat(outcome("echo 'no such table' >&2; exit 1")).isEqualTo(1);
        assertThat(err).hasToString("no such table\n");
    }

    @Test
    void aCrashCostsOneSentence() {
        assertThatThrownBy(() -> outcome("echo row; kill -9 $$"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the SQL engine's process ended with code 137");
        assertThat(out).hasToString("row\n");
    }
}
