package io.tidemark.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command as a process of its own, which leaves nothing behind in the test's. */
public record ChildRun(int exitCode, String output) {
    /**
     * Runs to the end.
     *
     * @param log where the process writes; both streams together
     */
    public static ChildRun of(Path log, String... arguments) throws IOException, InterruptedException {
        return of(log, List.of(), arguments);
    }

    /**
     * Runs to the end.
     *
     * @param flags of the JVM, beside those that every run has
     */
    public static ChildRun of(Path log, List<String> flags, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Tidemark.class.getName()));
        command.addAll(List.of(arguments));
        File file = log.toFile();
        int exitCode = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(file))
                .start()
                .waitFor();
        return new ChildRun(exitCode, Files.readString(log));
    }
}
