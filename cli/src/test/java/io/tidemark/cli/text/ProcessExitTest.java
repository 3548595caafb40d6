package io.tidemark.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a JVM of its own ends, with a child that lives and with one that is gone. */
class ProcessExitTest {
    /** The JVM's own end runs its hooks, and then waits for the thread that waits for the child. */
    private static final String HOOK = "the JVM ended itself";

    /** A command: it starts a shell with its argument, prints its number, and leaves. */
    static final class Command {
        public static void main(String[] script) throws IOException, InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(HOOK)));
            Process child = new ProcessBuilder("sh", "-c", script[0])
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            ProcessExit.mayLeave(child);
            System.out.println(child.pid());
            if (script.length > 1) {
                child.waitFor();
            }
            ProcessExit.leave(3);
        }
    }

    private static List<String> lines(String... script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Command.class.getName());
        builder.command().addAll(List.of(script));
        Process command = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines;
        try (var said = command.inputReader(StandardCharsets.UTF_8)) {
            lines = said.lines().toList();
        }
        assertThat(command.waitFor()).isEqualTo(3);
        return lines;
    }

    @Test
    void aChildThatLivesIsNotWaitedFor() throws Exception {
        List<String> lines = lines("exec sleep 60");
        ProcessHandle child = ProcessHandle.of(Long.parseLong(lines.getFirst())).orElseThrow();
        child.destroyForcibly();
        assertThat(lines).doesNotContain(HOOK);
    }

    @Test
    void withoutOneTheJvmEndsAsAlways() throws Exception {
        assertThat(lines("exit 0", "wait")).contains(HOOK);
    }
}
