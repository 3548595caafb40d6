package io.tidemark.analysis.deps;

import io.tidemark.analysis.text.Units;
import io.tidemark.capture.deps.NodeKind;
import java.io.PrintWriter;
import java.util.BitSet;
import java.util.Locale;

/**
 * The graph as lines: one per task, one per edge, each whole in itself so that {@code grep} can
 * find it. Streams; keeps nothing. One thread.
 */
public final class DepsText {
    private final DepsReport report;
    private final PrintWriter out;

    public DepsText(DepsReport report, PrintWriter out) {
        this.report = report;
        this.out = out;
    }

    public void print() {
        printHead();
        out.println();
        int[] fanIn = report.shownFanIn();
        int[] fanOut = report.shownFanOut();
        StringBuilder line = new StringBuilder();
        for (int node = 0; node < report.graph().nodeCount(); node++) {
            line.setLength(0);
            task(line, node);
            out.println(line.append(" in=").append(fanIn[node]).append(" out=").append(fanOut[node]));
        }
        BitSet shown = report.selection().shown();
        for (int edge = shown.nextSetBit(0); edge >= 0; edge = shown.nextSetBit(edge + 1)) {
            line.setLength(0);
            out.println(edge(line, edge));
        }
    }

    private void task(StringBuilder line, int node) {
        NodeLabels labels = report.labels();
        line.append("task ").append(labels.task(node)).append(" kind=").append(labels.kindWord(node));
        String kernel = labels.kernel(node);
        if (!kernel.isEmpty()) {
            line.append(" cores=").append(labels.cores(node)).append(" kernel=\"");
            line.append(kernel.replace('"', '\'')).append('"');
        }
        if (labels.blocks(node) > 1) {
            line.append(" blocks=").append(labels.blocks(node));
        }
    }

    private StringBuilder edge(StringBuilder line, int edge) {
        TaskGraph graph = report.graph();
        line.append("edge ")
                .append(report.labels().task(graph.producer(edge)))
                .append(" -> ")
                .append(report.labels().task(graph.consumer(edge)))
                .append(" why=\"")
                .append(report.reasons().text(edge))
                .append('"');
        if (report.selection().mode() == EdgeMode.FULL) {
            return line;
        }
        return line.append(report.selection().redundant().get(edge) ? " implied" : "");
    }

    private void printHead() {
        TaskGraph graph = report.graph();
        int[] kinds = new int[NodeKind.values().length];
        for (int node = 0; node < graph.nodeCount(); node++) {
            kinds[report.labels().kind(node).ordinal()]++;
        }
        out.println("graph: %s (%d submitted, %d dummy, %d alloc), %s from %s, %s"
                .formatted(
                        Units.plural(graph.nodeCount(), "node"),
                        kinds[NodeKind.SUBMIT.ordinal()],
                        kinds[NodeKind.DUMMY.ordinal()],
                        kinds[NodeKind.ALLOC.ordinal()],
                        Units.plural(graph.edgeCount(), "edge"),
                        Units.plural(report.source().edges().size(), "record"),
                        depth()));
        EdgeSelection selection = report.selection();
        if (selection.mode() != EdgeMode.FULL) {
            out.println("edges: %s, %d of %d implied by others, %d shown"
                    .formatted(
                            selection.mode().name().toLowerCase(Locale.ROOT),
                            selection.redundant().cardinality(),
                            graph.edgeCount(),
                            selection.shown().cardinality()));
        }
    }

    private String depth() {
        return report.order().hasCycle()
                ? "cycle " + report.cycleText()
                : "longest chain " + Units.plural(report.depth(), "node");
    }
}
