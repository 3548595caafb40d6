package io.tidemark.analysis.deps;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.names.KernelNames;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What the nodes of a graph are called. Names come from files and may be hostile: what is returned
 * has no control characters, but is not escaped for any format. Any thread.
 */
public final class NodeLabels {
    private static final int MOST_LETTERS = 80;
    private static final int SLOTS = 3;

    private final DependencyGraph source;
    private final TaskGraph graph;
    private final KernelNames names;

    public NodeLabels(DependencyGraph source, TaskGraph graph, KernelNames names) {
        this.source = source;
        this.graph = graph;
        this.names = names;
    }

    /** {@code t7}, or {@code r2t7} on another ring than the first. */
    public String task(int node) {
        return TaskId.label(graph.id(node));
    }

    public NodeKind kind(int node) {
        return source.kind(graph.captureNode(node));
    }

    public String kindWord(int node) {
        return kind(node).name().toLowerCase(Locale.ROOT);
    }

    /** Names of the active kernels, each once; empty for nodes without. */
    public String kernel(int node) {
        Set<String> found = new LinkedHashSet<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            int kernel = source.kernel(graph.captureNode(node), slot);
            if (kernel >= 0) {
                found.add(Plain.line(names.of(kernel), MOST_LETTERS));
            }
        }
        return String.join(" + ", found);
    }

    /** {@code aic}, {@code aiv}, {@code mix}, or the kind of a node that runs on no core. */
    public String cores(int node) {
        int original = graph.captureNode(node);
        if (kind(node) != NodeKind.SUBMIT) {
            return kindWord(node);
        }
        boolean cube = source.kernel(original, 0) >= 0;
        boolean vector = source.kernel(original, 1) >= 0 || source.kernel(original, 2) >= 0;
        if (cube && vector) {
            return "mix";
        }
        return cube ? "aic" : vector ? "aiv" : "submit";
    }

    public int blocks(int node) {
        return source.blockCount(graph.captureNode(node));
    }
}
