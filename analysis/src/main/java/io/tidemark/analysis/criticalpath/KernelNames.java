package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a task is called in reports: its first kernel's name. */
final class KernelNames {
    private static final Pattern VARIANT = Pattern.compile("(_\\d+)?(_aic|_aiv)?$");

    private final Optional<DependencyGraph> graph;
    private final NameMap names;

    KernelNames(Optional<DependencyGraph> graph, NameMap names) {
        this.graph = graph;
        this.names = names;
    }

    String nameOf(long taskId) {
        if (graph.isEmpty()) {
            return "unknown";
        }
        int kernel = graph.get().firstKernel(graph.get().nodeOf(taskId));
        return kernel < 0 ? "unknown" : names.name(kernel).orElse("cid" + kernel);
    }

    /** The name without its number and engine. */
    static String family(String name) {
        return VARIANT.matcher(name).replaceFirst("");
    }
}
