package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * What a task is called in reports: the name of the graph's first kernel of it, or of the kernel
 * that its first row names.
 */
final class KernelNames {
    private static final Pattern NUMBERED =
            Pattern.compile(NameMap.numbered(0).replace("0", "\\d+"));
    private static final Pattern VARIANT = Pattern.compile("(_\\d+)?(_aic|_aiv)?$");

    private final DependencyGraph graph;
    private final NameMap names;
    private final IntFunction<String> numbered;

    private KernelNames(DependencyGraph graph, NameMap names, IntFunction<String> numbered) {
        this.graph = graph;
        this.names = names;
        this.numbered = numbered;
    }

    /** A kernel that has no name is called as in every other report: {@code func_27}. */
    static KernelNames of(DependencyGraph graph, NameMap names) {
        return new KernelNames(graph, names, NameMap::numbered);
    }

    /** It is called as by today's tool: {@code cid27}. */
    static KernelNames asToday(DependencyGraph graph, NameMap names) {
        return new KernelNames(graph, names, kernel -> "cid" + kernel);
    }

    String nameOf(PathTasks tasks, int task) {
        int inGraph = graph.firstKernel(graph.nodeOf(tasks.taskId(task)));
        int kernel = inGraph < 0 ? tasks.function(task) : inGraph;
        return kernel < 0 ? "unknown" : names.name(kernel).orElseGet(() -> numbered.apply(kernel));
    }

    /** The name without its number and engine; a number that stands for a name is kept. */
    static String family(String name, boolean compat) {
        boolean isNumbered = !compat && NUMBERED.matcher(name).matches();
        return isNumbered ? name : VARIANT.matcher(name).replaceFirst("");
    }
}
