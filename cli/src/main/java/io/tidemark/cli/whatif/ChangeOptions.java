package io.tidemark.cli.whatif;

import io.tidemark.abi.Platform;
import io.tidemark.abi.TaskId;
import io.tidemark.cli.run.SizeList;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Changes.KernelTime;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.runtime.RingSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What is to be different. */
final class ChangeOptions {
    private static final Pattern FACTOR = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)x");
    private static final Pattern TIME = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|ms|s)");
    private static final Pattern TASK = Pattern.compile("(?:r([0-3]))?t([0-9]{1,9})");
    private static final double MOST_FACTOR = 1_000;

    @Option(names = "--clusters", paramLabel = "N", description = "The chip has N clusters.")
    private Integer clusters;

    @Option(
            names = "--aicpu-threads",
            paramLabel = "N",
            description = "N control threads: schedulers and orchestrator.")
    private Integer aicpuThreads;

    @Option(
            names = "--kernel",
            paramLabel = "NAME=CHANGE",
            description = "Every run of a kernel takes another time: 0.5x of what was recorded, or 120us. Any"
                    + " number of times.")
    private List<String> kernels = List.of();

    @Option(
            names = "--submit",
            paramLabel = "FACTORx",
            description = "Submits cost so much, with their arguments and edges: 0.5x is half.")
    private String submit;

    @Option(names = "--dispatch", paramLabel = "FACTORx", description = "Sending a kernel run to a core costs so much.")
    private String dispatch;

    @Option(
            names = "--ring-task-window",
            paramLabel = "N[,N,N,N]",
            description = "Tasks alive per ring, a power of two from 4.")
    private String taskWindow;

    @Option(
            names = "--ring-heap",
            paramLabel = "BYTES[,...]",
            description = "Bytes for task outputs per ring, for example 4MiB.")
    private String heap;

    @Option(names = "--ring-dep-pool", paramLabel = "N[,N,N,N]", description = "Dependency list entries per ring.")
    private String dependencyPool;

    @Option(
            names = "--without-edge",
            paramLabel = "A:B",
            description = "Task B does not wait for task A; tasks as reports name them, for example"
                    + " r1t3:r1t5. Any number of times.")
    private List<String> withoutEdges = List.of();

    @Option(
            names = "--priority",
            paramLabel = "critical-path",
            description =
                    "Of several ready tasks the one goes first behind which most time lies, and not the" + " oldest.")
    private String priority;

    @Option(names = "--free-profiler", description = "Recording costs nothing.")
    private boolean freeProfiler;

    /**
     * Changes as options say them, without hyphens: {@code kernel=softmax=0.5x}. Nothing else is
     * understood, no file of options either.
     */
    static ChangeOptions parse(List<String> changes) {
        ChangeOptions options = new ChangeOptions();
        try {
            new CommandLine(options)
                    .setExpandAtFiles(false)
                    .parseArgs(changes.stream().map("--"::concat).toArray(String[]::new));
        } catch (CommandLine.ParameterException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
        return options;
    }

    /** Each change in words, in the order of the options. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        say(words, "clusters", clusters);
        say(words, "aicpu-threads", aicpuThreads);
        kernels.forEach(each -> words.add("kernel " + each));
        say(words, "submit", submit);
        say(words, "dispatch", dispatch);
        say(words, "ring-task-window", taskWindow);
        say(words, "ring-heap", heap);
        say(words, "ring-dep-pool", dependencyPool);
        withoutEdges.forEach(each -> words.add("without edge " + each));
        say(words, "priority", priority);
        if (freeProfiler) {
            words.add("free profiler");
        }
        return words;
    }

    private static void say(List<String> words, String name, Object value) {
        if (value != null) {
            words.add(name + " " + value);
        }
    }

    /** The changes, judged against a capture. */
    Changes changes(WhatIf of) {
        return changes(of, Changes.NONE);
    }

    /** The same after others. */
    Changes changes(WhatIf of, Changes first) {
        Changes changes = first;
        if (clusters != null) {
            changes = changes.clusters(clusters(of.machine().platform(), clusters));
        }
        if (aicpuThreads != null) {
            changes = changes.aicpuThreads(threads(of.machine().platform(), aicpuThreads));
        }
        for (String each : kernels) {
            changes = kernel(changes, each, of);
        }
        if (submit != null) {
            changes = changes.submit(factor("--submit", submit));
        }
        if (dispatch != null) {
            changes = changes.dispatch(factor("--dispatch", dispatch));
        }
        changes = rings(changes, of);
        for (String each : withoutEdges) {
            changes = withoutEdge(changes, each, of);
        }
        if (priority != null) {
            if (!priority.equals("critical-path")) {
                throw UserError.usage("--priority " + priority + " is not known; there is critical-path.");
            }
            changes = changes.criticalPathFirst();
        }
        return freeProfiler ? changes.freeProfiler() : changes;
    }

    static int clusters(Platform platform, int count) {
        if (count < 1 || count > platform.maxClusters()) {
            throw UserError.usage(
                    "--clusters %d is not in 1..%d for %s.".formatted(count, platform.maxClusters(), platform.label()));
        }
        return count;
    }

    static int threads(Platform platform, int count) {
        if (count < Platform.MIN_AICPU_THREADS || count > platform.maxAicpuThreads()) {
            throw UserError.usage("--aicpu-threads %d is not in %d..%d for %s."
                    .formatted(count, Platform.MIN_AICPU_THREADS, platform.maxAicpuThreads(), platform.label()));
        }
        return count;
    }

    private static Changes kernel(Changes before, String text, WhatIf of) {
        int equals = text.lastIndexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        String time = equals < 0 ? "" : text.substring(equals + 1);
        KernelTime changed = kernelTime(text, time);
        Changes changes = before;
        boolean isKnown = false;
        for (int kernel : of.kernels()) {
            if (of.kernelName(kernel).equals(name)) {
                changes = changes.kernel(kernel, changed);
                isKnown = true;
            }
        }
        if (!isKnown) {
            throw UserError.usage("--kernel %s: there is no kernel %s; there are %s."
                    .formatted(
                            text,
                            name,
                            String.join(
                                    ", ",
                                    of.kernels().stream()
                                            .map(of::kernelName)
                                            .distinct()
                                            .toList())));
        }
        return changes;
    }

    private static KernelTime kernelTime(String whole, String text) {
        if (FACTOR.matcher(text).matches()) {
            return new KernelTime(factor("--kernel " + whole, text), Optional.empty());
        }
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw UserError.usage(
                    "--kernel " + whole + " says no change; write NAME=0.5x, or NAME=120us with ns, us, ms or s.");
        }
        double unit =
                switch (time.group(2)) {
                    case "ns" -> 1;
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    default -> 1e9;
                };
        return new KernelTime(1, Optional.of(Math.round(Double.parseDouble(time.group(1)) * unit)));
    }

    static double factor(String option, String text) {
        Matcher factor = FACTOR.matcher(text);
        double value = factor.matches() ? Double.parseDouble(factor.group(1)) : -1;
        if (value < 0 || value > MOST_FACTOR) {
            throw UserError.usage(option + ": " + text + " is no factor from 0x to 1000x, such as 0.5x.");
        }
        return value;
    }

    private Changes rings(Changes before, WhatIf of) {
        UnaryOperator<RingSizes> change = UnaryOperator.identity();
        try {
            if (taskWindow != null) {
                long[] sizes = SizeList.parse("--ring-task-window", taskWindow);
                change = then(change, rings -> rings.withTaskWindow(sizes));
            }
            if (heap != null) {
                long[] sizes = SizeList.parse("--ring-heap", heap);
                change = then(change, rings -> rings.withHeapBytes(sizes));
            }
            if (dependencyPool != null) {
                long[] sizes = SizeList.parse("--ring-dep-pool", dependencyPool);
                change = then(change, rings -> rings.withDependencyPool(sizes));
            }
            change.apply(of.machine().rings());
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(wrong.getMessage() + ".");
        }
        return before.rings(change);
    }

    private static UnaryOperator<RingSizes> then(UnaryOperator<RingSizes> first, UnaryOperator<RingSizes> second) {
        return rings -> second.apply(first.apply(rings));
    }

    private static Changes withoutEdge(Changes before, String text, WhatIf of) {
        String[] ends = text.split(":", -1);
        if (ends.length != 2) {
            throw UserError.usage("--without-edge " + text + " is no edge; write two tasks, as in r1t3:r1t5.");
        }
        long from = task(text, ends[0]);
        long to = task(text, ends[1]);
        if (!of.graph().hasEdge(from, to)) {
            throw UserError.usage("--without-edge %s: task %s does not wait for task %s."
                    .formatted(text, TaskId.label(to), TaskId.label(from)));
        }
        return before.withoutEdge(from, to);
    }

    private static long task(String whole, String text) {
        Matcher named = TASK.matcher(text);
        if (named.matches()) {
            long ring = named.group(1) == null ? 0 : Long.parseLong(named.group(1));
            return ring << 32 | Long.parseLong(named.group(2));
        }
        if (text.matches("[0-9]{1,18}")) {
            return Long.parseLong(text);
        }
        throw UserError.usage("--without-edge " + whole + ": " + text + " names no task; write it as r1t3.");
    }
}
