package io.tidemark.checks.bench;

import io.tidemark.workloads.WorkloadCase;
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
    static final int LARGEST = 1_000_000;

    /** Tasks to a scope: as the case has it, and as few as make scopes show. */
    static final List<Integer> TASKS_PER_SCOPE = List.of(1024, 10);

    /** Cases whose kernels compute something, for what recording costs beside real work. */
    static final List<String> WORK_CASES = List.of("moe", "paged-attention:medium", "paged-attention:large");

    /** What argument dumps are compared by, with their options. */
    static final List<List<String>> ARGS_CASES = List.of(
            List.of("noop:" + MAIN_SHAPE, "tasks=100000"),
            List.of("paged-attention:medium"),
            List.of("paged-attention:large"));

    private static final int LEAST_ROUNDS = 5;
    private static final int WARM_UP_ROUNDS = 10;

    private final boolean quick;

    private WholeRuns(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] arguments) throws Exception {
        Set<String> words = Set.of(arguments);
        WholeRuns whole = new WholeRuns(words.contains("quick"));
        try (NoopRuns runs = new NoopRuns()) {
            whole.run(runs);
        }
        System.exit(0); // idle pool threads need not be waited for
    }

    static int rounds(boolean quick) {
        return quick ? LEAST_ROUNDS : 9;
    }

    static List<Integer> sizes(boolean quick) {
        return quick ? List.of(10_000, 100_000) : List.of(10_000, 100_000, LARGEST);
    }

    /** Tasks of the runs that settings are compared by. */
    static int settingTasks(boolean quick) {
        return quick ? 100_000 : 300_000;
    }

    private void run(NoopRuns runs) throws Exception {
        LineTrip.warmUp();
        settings(runs);
        work(runs);
        shapes(runs);
        for (List<String> words : ARGS_CASES) {
            arguments(runs, words);
        }
        for (int perScope : TASKS_PER_SCOPE) {
            boolean few = perScope == TASKS_PER_SCOPE.getLast();
            List<Setting> settings = few ? Setting.channels() : Setting.all();
            alone(runs, perScope, "alone/" + perScope + "/", settings);
        }
    }

    private void settings(NoopRuns runs) throws Exception {
        WorkloadCase graph = NoopRuns.graph(MAIN_SHAPE, settingTasks(quick));
        for (int round = -WARM_UP_ROUNDS; round < rounds(quick); round++) {
            sayLineTrip("settings", round);
            for (Setting setting : Setting.all()) {
                boolean exports =
                        round >= -1 && round < LEAST_ROUNDS && (setting.level() == 4 || setting.equals(Setting.DEPS));
                NoopRuns.Outcome outcome = runs.run(graph, setting, exports);
                if (round < 0) {
                    continue;
                }
                say("setting/" + setting.name(), outcome.nanosPerTask());
                if (exports) {
                    double megabytes = outcome.exportedBytes() / 1e6;
                    String name = "export/" + setting.name();
                    say(name + "/MB", megabytes);
                    say(name + "/MB per s", megabytes / outcome.exportSeconds());
                    say(name + "/copy MB per s", megabytes / outcome.copySeconds());
                }
            }
        }
    }

    private void work(NoopRuns runs) throws Exception {
        for (String title : WORK_CASES) {
            WorkloadCase graph = NoopRuns.named(title);
            for (int round = -WARM_UP_ROUNDS; round < rounds(quick); round++) {
                sayLineTrip("real work", round);
                for (Setting setting : Setting.levels()) {
                    graph.reset();
                    NoopRuns.Outcome outcome = runs.run(graph, setting, false);
                    if (round >= 0) {
                        say("work/" + title + "/" + setting.name(), outcome.nanosPerTask());
                        say("work/" + title + "/tasks", outcome.result().completed());
                    }
                }
            }
        }
    }

    private void shapes(NoopRuns runs) throws Exception {
        PeerGraph peer = new PeerGraph(new ForkJoinPool(Runtime.getRuntime().availableProcessors()));
        for (int tasks : sizes(quick)) {
            int rounds = tasks == LARGEST ? LEAST_ROUNDS : rounds(quick);
            for (int round = tasks == LARGEST ? -1 : -WARM_UP_ROUNDS; round < rounds; round++) {
                for (String shape : SHAPES) {
                    sayLineTrip("shapes", round);
                    WorkloadCase graph = NoopRuns.graph(shape, tasks);
                    String name = "shape/" + shape + "/" + tasks + "/";
                    for (Setting setting : Setting.levels()) {
                        double nanos = runs.run(graph, setting, false).nanosPerTask();
                        if (round >= 0) {
                            say(name + setting.name(), nanos);
                        }
                    }
                    double futures = peer.nanosPerTask(shape, tasks);
                    if (round >= 0) {
                        say(name + "futures", futures);
                    }
                }
            }
        }
    }

    private void arguments(NoopRuns runs, List<String> words) throws Exception {
        String[] options = words.subList(1, words.size()).toArray(String[]::new);
        WorkloadCase graph = NoopRuns.named(words.getFirst(), options);
        for (int round = -WARM_UP_ROUNDS; round < LEAST_ROUNDS; round++) {
            sayLineTrip("argument dump of " + words.getFirst(), round);
            for (Setting setting : Setting.args()) {
                graph.reset();
                NoopRuns.Outcome outcome = runs.run(graph, setting, false);
                if (round >= 0) {
                    String name = "args/" + words.getFirst() + "/" + setting.name();
                    say(name, outcome.nanosPerTask());
                    say(name + "/MB", outcome.spooledBytes() / 1e6);
                    say("args/" + words.getFirst() + "/tasks", outcome.result().completed());
                }
            }
        }
    }

    /** Processor time and heap bytes of either half on one thread, the machine's load left out. */
    private void alone(NoopRuns runs, int perScope, String prefix, List<Setting> settings) throws Exception {
        int tasks = quick ? 50_000 : 100_000;
        WorkloadCase graph = NoopRuns.named("noop:" + MAIN_SHAPE, "tasks=" + tasks, "scope=" + perScope);
        for (int round = -WARM_UP_ROUNDS; round < rounds(quick); round++) {
            for (Setting setting : settings) {
                AloneStepper stepper = new AloneStepper();
                runs.runAlone(graph, setting, NoopRuns.clock(), stepper);
                if (round < 0) {
                    continue;
                }
                String name = prefix + setting.name();
                say(name + "/submit ns", stepper.orchestration().cpuNanos() / (double) tasks);
                say(name + "/schedule ns", stepper.lanes().cpuNanos() / (double) tasks);
                long bytes = stepper.orchestration().allocatedBytes()
                        + stepper.lanes().allocatedBytes();
                say(name + "/bytes", bytes / (double) tasks);
            }
        }
    }

    private static void sayLineTrip(String part, int round) throws InterruptedException {
        double nanos = LineTrip.nanos();
        if (round >= 0 && nanos > 0) {
            say(LineTrip.PREFIX + part, nanos);
        }
    }

    private static void say(String name, double value) {
        System.out.printf(Locale.ROOT, "%s\t%.4f%n", name, value);
    }
}
