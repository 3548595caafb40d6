package io.tidemark.analysis.diff.align;

import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.KernelNames;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What a task is by itself: its kernels and the depth of its scope, as one number that means the
 * same in both captures. Kernels count by name if both captures name all kernels they use, else by
 * number. The kernels of further slots count only if both graphs record them. The depth counts only
 * if both captures come from one runtime. Neither block count nor shape is part of it: a task that
 * was tiled anew stays the same task. Immutable.
 */
final class TaskLabels {
    private static final long NO_KERNEL = Hash.mix(-1);
    private static final long NO_COUNTERPART = Hash.mix(-2);

    private final long[] label;
    private final long[] kernel;
    private final byte[] ring; // empty if it does not count
    private final long[] mark; // empty if there are none

    private TaskLabels(long[] label, long[] kernel, byte[] ring, long[] mark) {
        this.label = label;
        this.kernel = kernel;
        this.ring = ring;
        this.mark = mark;
    }

    /** How labels of two captures are made so that they can be compared. */
    record Rule(boolean byName, boolean allSlots, boolean withDepth) {
        static Rule of(TaskSequence one, TaskSequence other) {
            return new Rule(
                    namesAll(one) && namesAll(other),
                    hasSlots(one) && hasSlots(other),
                    runtime(one).equals(runtime(other)));
        }

        private static String runtime(TaskSequence tasks) {
            return tasks.model()
                    .swimlane()
                    .map(table -> table.metadata().runtime())
                    .orElse("");
        }

        private static boolean namesAll(TaskSequence tasks) {
            CaptureModel model = tasks.model();
            LongIndex kernels = new LongIndex();
            for (int place = 0; place < tasks.size(); place++) {
                kernels.add(model.kernelOf(tasks.task(place)));
            }
            boolean all = true;
            for (int at = 0; at < kernels.size() && all; at++) {
                int kernel = (int) kernels.key(at);
                all = kernel < 0 || model.names().hasName(kernel);
            }
            return all;
        }

        private static boolean hasSlots(TaskSequence tasks) {
            Optional<DependencyGraph> graph = tasks.model().dependencies();
            for (int place = 0; place < tasks.size() && graph.isPresent(); place++) {
                if (!graph.get().hasKernels(tasks.task(place))) {
                    return false;
                }
            }
            return graph.isPresent();
        }
    }

    /** The labels of both captures. */
    static TaskLabels[] of(TaskSequence one, TaskMarks marks, TaskSequence other, TaskMarks otherMarks) {
        Rule rule = Rule.of(one, other);
        Ahead<TaskLabels> ahead = Ahead.of("labels", () -> of(other, rule, otherMarks.of(other, marks)));
        TaskLabels labels = of(one, rule, marks.of(one, otherMarks));
        TaskLabels otherLabels = ahead.get();
        LongIndex known = labels.distinct();
        LongIndex otherKnown = otherLabels.distinct();
        if (!containsAll(known, otherKnown) || !containsAll(otherKnown, known)) {
            unite(one, labels, other, otherLabels);
        }
        return new TaskLabels[] {labels, otherLabels};
    }

    private static boolean containsAll(LongIndex index, LongIndex others) {
        boolean all = true;
        for (int at = 0; at < others.size() && all; at++) {
            all = index.find(others.key(at)) != LongIndex.ABSENT;
        }
        return all;
    }

    /** Gives kernels that only one capture has labels that both have. */
    private static void unite(TaskSequence one, TaskLabels labels, TaskSequence other, TaskLabels otherLabels) {
        Map<Long, Long> renamed = RenamedKernels.of(one, labels.label, other, otherLabels.label);
        for (int place = 0; place < otherLabels.label.length && !renamed.isEmpty(); place++) {
            long old = otherLabels.label[place];
            otherLabels.label[place] = renamed.getOrDefault(old, old);
        }
        LongIndex kernels = labels.distinct();
        LongIndex otherKernels = otherLabels.distinct();
        labels.replaceUnknown(otherKernels);
        otherLabels.replaceUnknown(kernels);
    }

    private LongIndex distinct() {
        LongIndex index = new LongIndex();
        for (long each : label) {
            index.add(each);
        }
        return index;
    }

    /**
     * Kernels that the other capture does not have, not even under another name, get one label:
     * their tasks can then be found by their place.
     */
    private void replaceUnknown(LongIndex there) {
        for (int place = 0; place < label.length; place++) {
            if (there.find(label[place]) == LongIndex.ABSENT) {
                label[place] = NO_COUNTERPART;
            }
        }
    }

    private static TaskLabels of(TaskSequence tasks, Rule rule, long[] marks) {
        CaptureModel model = tasks.model();
        KernelHashes kernels = new KernelHashes(model.names(), rule);
        DependencyGraph graph = rule.allSlots ? model.dependencies().orElseThrow() : null;
        long[] label = new long[tasks.size()];
        long[] kernel = new long[tasks.size()];
        byte[] ring = new byte[rule.withDepth ? tasks.size() : 0];
        for (int place = 0; place < label.length; place++) {
            int task = tasks.task(place);
            long hash = kernels.of(model.kernelOf(task));
            for (int slot = 0; slot < 3 && graph != null; slot++) {
                hash = Hash.mix(hash + kernels.of(graph.kernel(task, slot)));
            }
            kernel[place] = hash;
            label[place] = hash;
            if (rule.withDepth) {
                ring[place] = (byte) tasks.ring(place);
                label[place] = Hash.mix(hash ^ ring[place]);
            }
        }
        return new TaskLabels(label, kernel, ring, marks);
    }

    /** The hash of each kernel, made once. One thread. */
    private static final class KernelHashes {
        private final KernelNames names;
        private final Rule rule;
        private final LongIndex known = new LongIndex();
        private final LongColumn hashes = new LongColumn();

        KernelHashes(KernelNames names, Rule rule) {
            this.names = names;
            this.rule = rule;
        }

        long of(int kernel) {
            if (kernel < 0) {
                return NO_KERNEL;
            }
            int at = known.add(kernel);
            if (at == hashes.size()) {
                hashes.add(rule.byName ? Hash.of(names.of(kernel)) : Hash.mix(kernel));
            }
            return hashes.get(at);
        }
    }

    /** Equal in both captures when the kernels are. */
    long kernel(int place) {
        return kernel[place];
    }

    /** An order that does not depend on what the other capture has. */
    int compareTo(TaskLabels other) {
        int byKernels = Arrays.compare(kernel, other.kernel);
        int byRings = byKernels != 0 ? byKernels : Arrays.compare(ring, other.ring);
        return byRings != 0 ? byRings : Arrays.compare(mark, other.mark);
    }

    long[] labels() {
        return label;
    }

    /** The labels with the marks of the tasks; both captures have marks. */
    long[] marked() {
        long[] marked = new long[label.length];
        Arrays.setAll(marked, place -> Hash.mix(label[place] + mark[place]));
        return marked;
    }
}
