package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.strace.StraceSpan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nesting of spans, with the median time of each name. The shape is that of the last
 * invocation; a span's parent is the longest other name that its own begins with. Pure output.
 */
public final class SpanTree {
    private static final int NAME_WIDTH = 34;

    private final Callable callable;
    private final List<StraceSpan> spans;

    public SpanTree(Callable callable) {
        this.callable = callable;
        spans = new ArrayList<>(callable.invocations().getLast().distinct());
        spans.sort((one, other) -> Long.compareUnsigned(one.startNanos(), other.startNanos()));
    }

    public void print(PrintWriter out) {
        int runs = callable.invocations().size();
        out.println("callable %s (%s), %s"
                .formatted(callable.hash(), callable.label(), runs == 1 ? "1 run" : "median of " + runs + " runs"));
        Set<String> names = new HashSet<>();
        spans.forEach(span -> names.add(span.name()));
        spans.stream()
                .filter(span -> parent(span.name(), names) == null)
                .sorted(Comparator.comparing(span -> span.depth()))
                .forEach(span -> print(out, span, names, 0));
    }

    private void print(PrintWriter out, StraceSpan span, Set<String> names, int level) {
        line(out, level, last(span.name()), span.onDeviceClock(), median(span.name()));
        Invocation shape = callable.invocations().getLast();
        boolean joined = shape.orchestrator().isPresent() && shape.scheduler().isPresent();
        boolean effectiveShown = false;
        for (StraceSpan child : spans) {
            if (!span.name().equals(parent(child.name(), names))) {
                continue;
            }
            boolean concurrent = joined
                    && (child.equals(shape.orchestrator().get())
                            || child.equals(shape.scheduler().get()));
            if (!concurrent) {
                print(out, child, names, level + 1);
            } else if (!effectiveShown) {
                effectiveShown = true;
                printEffective(out, level + 1);
            }
        }
    }

    /** Orchestrator and schedulers run at the same time: their times must not be added. */
    private void printEffective(PrintWriter out, int level) {
        line(out, level, "Effective", true, median(Invocation.Phase.EFFECTIVE));
        out.println("%sorch %s us and sched %s us at the same time"
                .formatted(
                        "  ".repeat(level + 1),
                        micros(median(Invocation.Phase.ORCHESTRATOR)),
                        micros(median(Invocation.Phase.SCHEDULER))));
    }

    private static void line(PrintWriter out, int level, String name, boolean device, double nanos) {
        String text = "  ".repeat(level) + Plain.line(name, 60) + (device ? " [device]" : "");
        out.println(text + " ".repeat(Math.max(1, NAME_WIDTH - text.length())) + "%8s us".formatted(micros(nanos)));
    }

    private double median(String name) {
        return NameStatistics.median(callable.invocations().stream()
                .flatMap(run -> run.distinct().stream())
                .filter(span -> span.name().equals(name))
                .mapToLong(StraceSpan::durationNanos)
                .toArray());
    }

    private double median(Invocation.Phase phase) {
        return NameStatistics.median(callable.invocations().stream()
                .mapToLong(run -> run.phaseNanos(phase))
                .filter(nanos -> nanos != 0)
                .toArray());
    }

    private static String parent(String name, Set<String> names) {
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            String prefix = name.substring(0, dot);
            if (names.contains(prefix)) {
                return prefix;
            }
        }
        return null;
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String micros(double nanos) {
        return Numbers.fixed(nanos / 1000.0, 1);
    }
}
