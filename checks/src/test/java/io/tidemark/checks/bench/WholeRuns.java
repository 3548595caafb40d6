package io.tidemark.checks.bench;

import io.tidemark.workloads.WorkloadCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;

/**
 * Whole runs in a JVM of their own: every setting, every shape and size, and the JDK's own graphs,
 * in turns, so that a busy moment hits all of them. Prints {@code name<TAB>figure} lines for {@link
 * BenchReport}; {@code WholeRuns [quick]}.
 */
public final class WholeRuns {
    static final List<String> SHAPES = List.of("independent", "chain", "tree", "layered");
    static final String MAIN_SHAPE = "layered";

    private static final int WARM_UP_ROUNDS = 3;

    private final boolean quick;

    private WholeRuns(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] arguments) throws Exception {
        new WholeRuns(Set.of(arguments).contains("quick")).run();
    }

    static int rounds(boolean quick) {
        return quick ? 5 : 9;
    }

    static List<Integer> sizes(boolean quick) {
        return quick ? List.of(10_000, 100_000) : List.of(10_000, 100_000, 1_000_000);
    }

    /** Tasks of the runs that settings are compared by. */
    static int settingTasks(boolean quick) {
        return quick ? 100_000 : 500_000;
    }

    private void run() throws Exception {
        try (NoopRuns runs = new NoopRuns()) {
            settings(runs);
            shapes(runs);
            alone(runs);
        }
        System.exit(0); // idle pool threads need not be waited for
    }

    private void settings(NoopRuns runs) throws Exception {
        WorkloadCase graph = NoopRuns.graph(MAIN_SHAPE, settingTasks(quick));
        for (int round = -WARM_UP_ROUNDS; round < rounds(quick); round++) {
            for (Setting setting : Setting.all()) {
                boolean exports = setting.level() == 4;
                NoopRuns.Outcome outcome = runs.run(graph, setting, exports);
                if (round < 0) {
                    continue;
                }
                say("setting/" + setting.name(), outcome.nanosPerTask());
                if (exports) {
                    double megabytes = outcome.exportedBytes() / 1e6;
                    say("export/MB", megabytes);
                    say("export/json MB per s", megabytes / outcome.exportSeconds());
                    say("export/file copy MB per s", megabytes / copySeconds(outcome));
                }
            }
        }
    }

    /** Writing as many bytes to the same disk without making anything of them. */
    private static double copySeconds(NoopRuns.Outcome outcome) throws Exception {
        byte[] block = new byte[1 << 16];
        Path file = Files.createTempFile("tidemark-bench", ".copy");
        long begin = System.nanoTime();
        try (var out = Files.newOutputStream(file)) {
            for (long written = 0; written < outcome.exportedBytes(); written += block.length) {
                out.write(block);
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        Files.delete(file);
        return seconds;
    }

    private void shapes(NoopRuns runs) throws Exception {
        PeerGraph peer =
                new PeerGraph(new ForkJoinPool(Runtime.getRuntime().availableProcessors()));
        for (int tasks : sizes(quick)) {
            int rounds = tasks > 100_000 ? 5 : rounds(quick);
            for (int round = tasks > 100_000 ? -1 : -WARM_UP_ROUNDS; round < rounds; round++) {
                for (String shape : SHAPES) {
                    WorkloadCase graph = NoopRuns.graph(shape, tasks);
                    double off = runs.run(graph, Setting.OFF, false).nanosPerTask();
                    double full = runs.run(graph, Setting.level(4), false).nanosPerTask();
                    double futures = peer.nanosPerTask(shape, tasks);
                    if (round >= 0) {
                        say("shape/" + shape + "/" + tasks + "/off", off);
                        say("shape/" + shape + "/" + tasks + "/level 4", full);
                        say("shape/" + shape + "/" + tasks + "/futures", futures);
                    }
                }
            }
        }
    }

    /** Processor time and heap bytes of either half on one thread, the machine's load left out. */
    private void alone(NoopRuns runs) throws Exception {
        int tasks = 100_000;
        WorkloadCase graph = NoopRuns.graph(MAIN_SHAPE, tasks);
        for (int round = -WARM_UP_ROUNDS; round < rounds(quick); round++) {
            for (int level = 0; level <= 4; level++) {
                AloneStepper stepper = new AloneStepper();
                runs.runAlone(graph, Setting.level(level), NoopRuns.clock(), stepper);
                if (round < 0) {
                    continue;
                }
                String name = "alone/" + Setting.level(level).name();
                say(name + "/submit ns", stepper.orchestration().cpuNanos() / (double) tasks);
                say(name + "/schedule ns", stepper.lanes().cpuNanos() / (double) tasks);
                long bytes =
                        stepper.orchestration().allocatedBytes() + stepper.lanes().allocatedBytes();
                say(name + "/bytes", bytes / (double) tasks);
            }
        }
    }

    private static void say(String name, double value) {
        System.out.printf(Locale.ROOT, "%s\t%.4f%n", name, value);
    }
}
