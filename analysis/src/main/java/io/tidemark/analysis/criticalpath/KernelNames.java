package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import java.util.regex.Pattern;

/**
 * What a task is called in reports: the name of the graph's first kernel of it, or of the kernel
 * that its first row names.
 */
final class KernelNames {
    private static final Pattern VARIANT = Pattern.compile("(_\\d+)?(_aic|_aiv)?$");

    private final DependencyGraph graph;
    private final NameMap names;
    private final String numbered;

    private KernelNames(DependencyGraph graph, NameMap names, String numbered) {
        this.graph = graph;
        this.names = names;
        this.numbered = numbered;
    }

    /** A kernel that has no name is called as in every other report: {@code f27}. */
    static KernelNames of(DependencyGraph graph, NameMap names) {
        return new KernelNames(graph, names, "f");
    }

    /** It is called as by today's tool: {@code cid27}. */
    static KernelNames asToday(DependencyGraph graph, NameMap names) {
        return new KernelNames(graph, names, "cid");
    }

    String nameOf(PathTasks tasks, int task) {
        int inGraph = graph.firstKernel(graph.nodeOf(tasks.taskId(task)));
        int kernel = inGraph < 0 ? tasks.function(task) : inGraph;
        return kernel < 0 ? "unknown" : names.name(kernel).orElse(numbered + kernel);
    }

    /** The name without its number and engine. */
    static String family(String name) {
        return VARIANT.matcher(name).replaceFirst("");
    }
}
