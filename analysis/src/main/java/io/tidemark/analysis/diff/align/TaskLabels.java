package io.tidemark.analysis.diff.align;

import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.KernelNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a task is by itself: its kernels and the depth of its scope, as one number that means the
 * same in both captures. Kernels count by name where both captures name all they use, else by
 * number; the kernels of further slots only where both graphs record them; the depth only where
 * both captures come from one runtime. Neither block count nor shape is part of it: a task that was
 * tiled anew stays the same task. Immutable.
 */
final class TaskLabels {
    private static final long NO_KERNEL = Hash.mix(-1);
    private static final long NO_COUNTERPART = Hash.mix(-2);

    private final long[] label;
    private final long[] kernel;

    private TaskLabels(long[] label, long[] kernel) {
        this.label = label;
        this.kernel = kernel;
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
            return tasks.model().swimlane().map(table -> table.metadata().runtime()).orElse("");
        }

        private static boolean namesAll(TaskSequence tasks) {
            CaptureModel model = tasks.model();
            for (int place = 0; place < tasks.size(); place++) {
                int kernel = model.kernelOf(tasks.task(place));
                if (kernel >= 0 && !model.names().hasName(kernel)) {
                    return false;
                }
            }
            return true;
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
    static TaskLabels[] of(TaskSequence one, TaskSequence other) {
        Rule rule = Rule.of(one, other);
        TaskLabels labels = of(one, rule);
        TaskLabels otherLabels = of(other, rule);
        Map<Long, Long> renamed = RenamedKernels.of(one, labels.label, other, otherLabels.label);
        for (int place = 0; place < otherLabels.label.length && !renamed.isEmpty(); place++) {
            long old = otherLabels.label[place];
            otherLabels.label[place] = renamed.getOrDefault(old, old);
        }
        LongIndex kernels = labels.distinct();
        LongIndex otherKernels = otherLabels.distinct();
        labels.replaceUnknown(otherKernels);
        otherLabels.replaceUnknown(kernels);
        return new TaskLabels[] {labels, otherLabels};
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

    private static TaskLabels of(TaskSequence tasks, Rule rule) {
        CaptureModel model = tasks.model();
        Map<Integer, Long> known = new HashMap<>();
        long[] label = new long[tasks.size()];
        long[] kernels = new long[tasks.size()];
        for (int place = 0; place < label.length; place++) {
            int task = tasks.task(place);
            long hash = hash(model.kernelOf(task), model.names(), rule, known);
            if (rule.allSlots) {
                DependencyGraph graph = model.dependencies().orElseThrow();
                for (int slot = 0; slot < 3; slot++) {
                    int kernel = graph.kernel(task, slot);
                    hash = Hash.mix(hash + hash(kernel, model.names(), rule, known));
                }
            }
            kernels[place] = hash;
            label[place] = rule.withDepth ? Hash.mix(hash ^ tasks.ring(place)) : hash;
        }
        return new TaskLabels(label, kernels);
    }

    private static long hash(int kernel, KernelNames names, Rule rule, Map<Integer, Long> known) {
        if (kernel < 0) {
            return NO_KERNEL;
        }
        Long found = known.get(kernel);
        if (found == null) {
            found = rule.byName ? Hash.of(names.of(kernel)) : Hash.mix(kernel);
            known.put(kernel, found);
        }
        return found;
    }

    /** Equal in both captures when the kernels are. */
    long kernel(int place) {
        return kernel[place];
    }

    /** By name or number, whatever the other capture has. */
    long[] kernels() {
        return kernel;
    }

    long[] labels() {
        return label;
    }
}
