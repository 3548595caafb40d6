package io.tidemark.checks.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of every jcstress test, so that a broken order shows in the ordinary build; {@code
 * checks/jcstress} is the long one. The harness runs as a process of its own and is ended when it
 * takes too long.
 */
class JcstressSliceTest {
    private static final long CAP_SECONDS = 240; // ten times what it takes on two idle cores

    private static final Pattern RESULTS =
            Pattern.compile("\\d+ planned; \\d+ passed, \\d+ failed, \\d+ soft errs, \\d+ hard errs");

    @Test
    @Timeout(300)
    void noForbiddenOutcomeInAShortRun(@TempDir Path directory) throws Exception {
        File log = directory.resolve("log").toFile();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-t",
                "io.tidemark",
                "-f",
                "1",
                "-fsm",
                "1",
                "-iters",
                "1",
                "-time",
                "500",
                "-sc",
                "false",
                "-jvmArgs",
                "-Xmx256m", // any value: it keeps the harness from trying every compiler
                "-r",
                directory.toString());
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        boolean ended = process.waitFor(CAP_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log.toPath());
        Matcher results = RESULTS.matcher(output);
        String last = results.results().map(MatchResult::group).reduce("", (a, b) -> b);
        assertThat(last).as(output).endsWith(" 0 failed, 0 soft errs, 0 hard errs");
        if (ended) { // on a busy machine the cap may come first; what was found by then still
            // counts
            assertThat(last).startsWith("12 planned; 12 passed");
            assertThat(process.exitValue()).as(output).isZero();
        }
    }
}
