package io.tidemark.checks.recording;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.deps.DepsExport;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.OnFull;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.Worker;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Prints what each channel costs on a graph of empty tasks: {@code ChannelCost tasks rounds
 * tasksPerScope}. The schedulers wait until everything is submitted, so that a submit is timed
 * alone, by the processor time of its thread; then the time from the first submit to the last
 * completion. Rounds of all settings take turns, so that a busy machine hits all of them; the best
 * round counts. Not a test.
 */
public final class ChannelCost {
    private static final Kernel NOOP = Kernel.aiv(0, "noop", context -> {});
    private static final int ROWS = 64;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private record Setting(String name, List<ChannelLayout> channels, Figures figures) {}

    /** One number per round. */
    private static final class Figures {
        final List<Double> submitNanos = new ArrayList<>();
        final List<Double> taskNanos = new ArrayList<>();
        final List<Double> exportNanos = new ArrayList<>();
    }

    private final int tasks;
    private final int tasksPerScope;
    private long submitNanos;

    private ChannelCost(int tasks, int tasksPerScope) {
        this.tasks = tasks;
        this.tasksPerScope = tasksPerScope;
    }

    public static void main(String[] arguments) throws Exception {
        int tasks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 15;
        int tasksPerScope = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1_000;
        new ChannelCost(tasks, tasksPerScope).run(rounds);
    }

    private void run(int rounds) throws Exception {
        ChannelLayout scope = ScopePools.DEFAULT.layout(OnFull.BLOCK);
        ChannelLayout deps = DepsPools.DEFAULT.layout(OnFull.BLOCK);
        ChannelLayout pmu = PmuPools.DEFAULT.layout(Platform.A2A3, 24, OnFull.BLOCK);
        List<Setting> settings =
                List.of(
                        new Setting("none", List.of(), new Figures()),
                        new Setting("scope", List.of(scope), new Figures()),
                        new Setting("deps", List.of(deps), new Figures()),
                        new Setting("pmu", List.of(pmu), new Figures()),
                        new Setting("all", List.of(scope, deps, pmu), new Figures()));
        CallConfig call =
                CallConfig.builder()
                        .taskWindow(2L * Integer.highestOneBit(tasks)) // all of them at once
                        .heapBytes(1 << 20)
                        .dependencyPool(4L * tasks)
                        .build();
        Options options = Options.small().withClusters(8).withCall(call).withSerial();
        try (Worker worker = RecordedRun.worker(options)) {
            for (int round = 0; round < rounds; round++) {
                for (Setting setting : settings) {
                    measure(worker, options, setting);
                }
            }
        }
        for (Setting setting : settings) {
            print(setting, settings.getFirst());
        }
    }

    private void measure(Worker worker, Options options, Setting setting) throws Exception {
        Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "tidemark-cost");
        List<HostTensor> data =
                new ArrayList<>(); // buffers of their own, so that look-ups are short
        for (int row = 0; row < ROWS; row++) {
            TensorSpec line = TensorSpec.of(DType.FLOAT32, 16);
            data.add(HostTensor.inout("row" + row, line, new float[16]));
        }
        if (setting.channels.isEmpty()) {
            note(setting, worker.run(this::submit, data, options.call()));
        } else {
            ChannelLayout[] channels = setting.channels.toArray(ChannelLayout[]::new);
            try (RecordedRun run = RecordedRun.open(directory, options, channels)) {
                note(setting, run.run(worker, this::submit, data));
                if (run.session().channels().contains(Channel.DEPS)) {
                    export(run, setting);
                }
            }
        }
        deleteTree(directory);
    }

    private void export(RecordedRun run, Setting setting) throws IOException {
        long begin = System.nanoTime();
        String verdict =
                new DepsExport(run.session())
                        .finish(new DependencyReplay(), false, run.result().submitted(), 0)
                        .verdict()
                        .line();
        setting.figures.exportNanos.add((System.nanoTime() - begin) / (double) tasks);
        if (!verdict.equals("COMPLETE")) {
            throw new IllegalStateException(verdict);
        }
    }

    private void note(Setting setting, RunResult result) {
        if (!result.isOk()) {
            throw new IllegalStateException(result.sentence());
        }
        setting.figures.submitNanos.add(submitNanos / (double) tasks);
        setting.figures.taskNanos.add(1e3 * result.makespanMicros() / tasks);
    }

    private void submit(TaskGraph graph) {
        Tensor[] rows = new Tensor[ROWS];
        for (int row = 0; row < ROWS; row++) {
            rows[row] = graph.argument(row);
        }
        long begin = THREADS.getCurrentThreadCpuTime();
        for (int from = 0; from < tasks; from += tasksPerScope) {
            try (Scope _ = graph.scope()) {
                for (int task = from; task < Math.min(tasks, from + tasksPerScope); task++) {
                    graph.task(NOOP)
                            .in(rows[(task + 7) % ROWS])
                            .in(rows[(task + 31) % ROWS])
                            .inout(rows[task % ROWS])
                            .submit();
                }
            }
        }
        submitNanos = THREADS.getCurrentThreadCpuTime() - begin;
    }

    private static void print(Setting setting, Setting none) {
        Figures figures = setting.figures;
        System.out.printf(
                Locale.ROOT,
                "%-6s submit best %6.0f ns (%4.2f x) median %6.0f   run best %6.0f ns a task (%4.2f x)%s%n",
                setting.name,
                best(figures.submitNanos),
                best(figures.submitNanos) / best(none.figures.submitNanos),
                median(figures.submitNanos),
                best(figures.taskNanos),
                best(figures.taskNanos) / best(none.figures.taskNanos),
                figures.exportNanos.isEmpty()
                        ? ""
                        : "   replay and export %.0f ns a task"
                                .formatted(best(figures.exportNanos)));
    }

    private static double best(List<Double> values) {
        return Collections.min(values);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static void deleteTree(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
