package io.tidemark.analysis.deps;

import java.io.PrintWriter;
import java.util.BitSet;

/** The graph in Graphviz' language, for those who have their own layout. Streams; one thread. */
public final class DepsDot {
    private DepsDot() {}

    public static void print(DepsReport report, PrintWriter out) {
        TaskGraph graph = report.graph();
        NodeLabels labels = report.labels();
        out.println("digraph tidemark {");
        out.println("  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];");
        for (int node = 0; node < graph.nodeCount(); node++) {
            String kernel = labels.kernel(node);
            String label = labels.task(node) + " " + (kernel.isEmpty() ? labels.kindWord(node) : kernel);
            out.println("  %s [label=%s, fillcolor=\"%s\"];"
                    .formatted(name(graph, node), quoted(label), colour(labels.cores(node))));
        }
        BitSet shown = report.selection().shown();
        for (int edge = shown.nextSetBit(0); edge >= 0; edge = shown.nextSetBit(edge + 1)) {
            out.println("  %s -> %s;".formatted(name(graph, graph.producer(edge)), name(graph, graph.consumer(edge))));
        }
        out.println("}");
    }

    private static String name(TaskGraph graph, int node) {
        return "n" + Long.toUnsignedString(graph.id(node));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String colour(String cores) {
        return switch (cores) {
            case "aic" -> "#9ec5fe";
            case "aiv" -> "#fdd9a8";
            case "mix" -> "#b6e3c0";
            default -> "#e6e6e6";
        };
    }
}
