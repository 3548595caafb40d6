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

    KernelNames(DependencyGraph graph, NameMap names) {
        this.graph = graph;
        this.names = names;
    }

    String nameOf(PathTasks tasks, int task) {
        int inGraph = graph.firstKernel(graph.nodeOf(tasks.taskId(task)));
        int kernel = inGraph < 0 ? tasks.function(task) : inGraph;
        return kernel < 0 ? "unknown" : names.name(kernel).orElse("cid" + kernel);
    }

    /** The name without its number and engine. */
    static String family(String name) {
        return VARIANT.matcher(name).replaceFirst("");
    }
}
