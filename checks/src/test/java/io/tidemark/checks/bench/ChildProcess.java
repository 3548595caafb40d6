package io.tidemark.checks.bench;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One command, run to its end and timed. Peak memory is what the system last said of it, asked
 * every few milliseconds; 0 where the system does not say.
 *
 * @param output both streams
 */
record ChildProcess(int exitCode, double seconds, double peakMegabytes, String output) {
    private static final int LOOK_MILLIS = 5;
    private static final int LONGEST_MINUTES = 20; // the whole runs of a slow machine

    static ChildProcess run(List<String> command, Path directory, Map<String, String> environment)
            throws IOException, InterruptedException {
        File log = File.createTempFile("tidemark-bench", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log));
        builder.environment().putAll(environment);
        long begin = System.nanoTime();
        Process process = builder.start();
        long deadline = begin + TimeUnit.MINUTES.toNanos(LONGEST_MINUTES);
        double peak = 0;
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakOf(process.pid()));
            if (System.nanoTime() > deadline) {
                process.destroyForcibly().waitFor();
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        String output = Files.readString(log.toPath());
        Files.delete(log.toPath());
        return new ChildProcess(process.exitValue(), seconds, peak, output);
    }

    /** This process's own JVM and class path, with another main class. */
    static ChildProcess java(Path directory, List<String> flags, String main, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(arguments);
        return run(command, directory, Map.of());
    }

    /** Itself, or a failure that shows what it printed. */
    ChildProcess orFail(String what) {
        if (exitCode != 0) {
            throw new IllegalStateException(what + " ended with " + exitCode + ":\n" + output);
        }
        return this;
    }

    private static double peakOf(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1e3;
                }
            }
        } catch (IOException gone) {
            return 0; // it has just ended, or this system has no such file
        }
        return 0;
    }
}
