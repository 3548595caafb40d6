package io.tidemark.cli.sql;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Terminal;
import io.tidemark.cli.text.UserError;
import java.io.BufferedReader;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The process that holds the SQL engine. It is a separate JVM with a heap limit, so that a crash of
 * the engine ends only in an error message. For the thread of the command.
 */
final class SqlProcess {
    /** Where the launcher has put the module and its engine. */
    static final String HOME_PROPERTY = "tidemark.sql.home";

    /**
     * System property of the process: the marker that it prints to stderr after all output,
     * followed by its exit code. The process then needs more time to free some gigabytes; the
     * command does not wait for that.
     */
    private static final String END_PROPERTY = "tidemark.sql.end";

    /** System property of the process: the terminal on which it draws a bar. */
    private static final String TERMINAL_PROPERTY = "tidemark.sql.terminal";

    private static final String TERMINAL = "/dev/tty";
    private static final String MAIN = "io.tidemark.sql.SqlMain";
    private static final int NOT_TOLD = -1;

    private final String heap;

    SqlProcess(String heap) {
        this.heap = heap;
    }

    /** Runs it with these words and hands its output on; the answer is its exit code. */
    int run(List<String> words, boolean onTerminal, PrintWriter out, PrintWriter err) throws IOException {
        String end = end();
        ProcessBuilder builder = builder(words, onTerminal ? "" : end);
        builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        if (onTerminal) {
            out.flush();
            builder.inheritIO();
            return outcome(builder.start());
        }
        if (Terminal.isInteractive()) {
            List<String> command = builder.command();
            command.add(command.indexOf(MAIN), "-D" + TERMINAL_PROPERTY + "=" + TERMINAL);
        }
        Process process = builder.start();
        return outcome(process, end, out, err);
    }

    /** No query can print it: it is another one each time. */
    private static String end() {
        return "end-" + Long.toHexString(System.nanoTime()) + " ";
    }

    /**
     * The same without a terminal and without input.
     *
     * @param started gets the process as soon as there is one, to end it early
     */
    int run(List<String> words, PrintWriter out, PrintWriter err, Consumer<Process> started) throws IOException {
        String end = end();
        Process process = builder(words, end).start();
        started.accept(process);
        process.getOutputStream().close();
        return outcome(process, end, out, err);
    }

    /**
     * @param end what the process prints when all is said; empty: nothing
     */
    private ProcessBuilder builder(List<String> words, String end) throws IOException {
        List<String> command = command();
        if (!end.isEmpty()) {
            command.add(command.size() - 1, "-D" + END_PROPERTY + "=" + end);
        }
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    private static int outcome(Process process) {
        try {
            return meaning(process.waitFor());
        } catch (InterruptedException interrupted) {
            return interrupted(process);
        }
    }

    private static int interrupted(Process process) {
        process.destroy();
        Thread.currentThread().interrupt();
        return ExitCode.INTERRUPTED;
    }

    /** Hands on what a process says until it has said all, or is gone; answers its exit code. */
    static int outcome(Process process, String end, PrintWriter out, PrintWriter err) {
        AtomicInteger told = new AtomicInteger(NOT_TOLD);
        try {
            Thread errors = Thread.ofVirtual().start(() -> passLines(process.getErrorStream(), err, end, told));
            if (!pass(process.getInputStream(), out)) {
                process.destroy();
                return ExitCode.FAILED;
            }
            errors.join();
            return meaning(told.get() == NOT_TOLD ? process.waitFor() : told.get());
        } catch (InterruptedException interrupted) {
            return interrupted(process);
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

    /** False once the target takes no more; the command says why. */
    private static boolean pass(InputStream from, PrintWriter to) {
        char[] letters = new char[8192];
        try (Reader reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
            int count;
            while ((count = reader.read(letters)) >= 0) {
                to.write(letters, 0, count);
                if (to.checkError()) {
                    return false;
                }
            }
        } catch (IOException gone) { // the exit code says why
            to.flush();
        }
        return true;
    }

    /** Passes on all lines but the one with the exit code. */
    private static void passLines(InputStream from, PrintWriter to, String end, AtomicInteger told) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith(end)) {
                    told.set(Integer.parseInt(line.substring(end.length())));
                } else {
                    to.println(line);
                }
            }
        } catch (IOException gone) {
            to.flush();
        }
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap);
        command.add("-XX:+UseSerialGC");
        command.add("-XX:SoftRefLRUPolicyMSPerMB=0"); // captures that were read go before the heap grows
        command.add("--enable-native-access=ALL-UNNAMED");
        Optional<SqlEngine> engine = Optional.ofNullable(System.getProperty(HOME_PROPERTY))
                .map(Path::of)
                .flatMap(SqlEngine::in);
        if (engine.isPresent()) {
            command.addAll(engine.get().flags());
        } else if (SqlProcess.class.getResource("/" + MAIN.replace('.', '/') + ".class") != null) {
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
        } else {
            throw UserError.failed("the SQL engine is not here yet; './tidemark sql CAPTURE -q \"select 1\"' in a clone"
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
