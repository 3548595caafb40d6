package io.tidemark.cli.sql;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The process that holds the SQL engine: a JVM of its own with a limit on its heap, so that a crash
 * of the engine costs one sentence. For the thread of the command.
 */
final class SqlProcess {
    /** Where the launcher has put the module and its engine. */
    static final String HOME_PROPERTY = "tidemark.sql.home";

    private static final String MAIN = "io.tidemark.sql.SqlMain";

    private final String heap;

    SqlProcess(String heap) {
        this.heap = heap;
    }

    /** Runs it with these words and hands its output on; the answer is its exit code. */
    int run(List<String> words, boolean onTerminal, PrintWriter out, PrintWriter err)
            throws IOException {
        ProcessBuilder builder = builder(words);
        builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        if (onTerminal) {
            out.flush();
            builder.inheritIO();
        }
        return outcome(builder.start(), onTerminal, out, err);
    }

    /**
     * The same without a terminal and without input.
     *
     * @param started gets the process as soon as there is one, to end it early
     */
    int run(List<String> words, PrintWriter out, PrintWriter err, Consumer<Process> started)
            throws IOException {
        Process process = builder(words).start();
        started.accept(process);
        process.getOutputStream().close();
        return outcome(process, false, out, err);
    }

    private ProcessBuilder builder(List<String> words) throws IOException {
        List<String> command = command();
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    private static int outcome(
            Process process, boolean onTerminal, PrintWriter out, PrintWriter err) {
        try {
            if (!onTerminal) {
                Thread errors = Thread.ofVirtual().start(() -> pass(process.getErrorStream(), err));
                pass(process.getInputStream(), out);
                errors.join();
            }
            return meaning(process.waitFor());
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        }
    }

    private static int meaning(int exitCode) {
        boolean known = exitCode >= ExitCode.OK && exitCode <= ExitCode.INCOMPLETE;
        if (known || exitCode == ExitCode.INTERRUPTED) {
            return exitCode;
        }
        throw UserError.failed(
                "the SQL engine's process ended with code %d, by a crash or for want of memory; no capture was changed."
                        .formatted(exitCode));
    }

    private static void pass(InputStream from, PrintWriter to) {
        try (Reader reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
            reader.transferTo(to);
        } catch (IOException gone) { // the exit code says why
            to.flush();
        }
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap);
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        Optional<SqlEngine> engine =
                Optional.ofNullable(System.getProperty(HOME_PROPERTY))
                        .map(Path::of)
                        .flatMap(SqlEngine::in);
        if (engine.isPresent()) {
            command.addAll(engine.get().flags());
        } else if (SqlProcess.class.getResource("/" + MAIN.replace('.', '/') + ".class") != null) {
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
        } else {
            throw UserError.failed(
                    "the SQL engine is not here yet; './tidemark sql CAPTURE -q \"select 1\"' in a clone"
                            + " fetches it, which needs the network once. Then start this again.");
        }
        command.add(MAIN);
        return command;
    }

    /** The jars of a directory as a class path. */
    static String jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .filter(file -> !file.toString().endsWith("-sources.jar"))
                    .sorted()
                    .map(Path::toString)
                    .reduce((one, other) -> one + File.pathSeparator + other)
                    .orElse("");
        }
    }
}
