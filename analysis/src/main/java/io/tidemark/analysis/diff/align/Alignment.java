package io.tidemark.analysis.diff.align;

import static java.util.stream.Collectors.joining;

import io.tidemark.capture.model.CaptureModel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;

/**
 * Which task of a capture is which of another, by the numbers of their models. {@link #mirrored} is
 * the alignment the other way round. Immutable.
 */
public final class Alignment {
    /** A task without a counterpart. */
    public static final int NONE = -1;

    /** What tasks were matched by. */
    public enum Basis {
        GRAPH("graph", "kernel, neighbours in the graph and order of submission"),
        KERNEL("kernel", "kernel and order of the task ids");

        private final String key;
        private final String words;

        Basis(String key, String words) {
            this.key = key;
            this.words = words;
        }

        /** The name for programs. */
        public String key() {
            return key;
        }

        /** The name for people. */
        public String words() {
            return words;
        }
    }

    /** What tasks are known by beyond kernel and graph, where both captures have it. */
    public enum Mark {
        REGIONS("regions", "regions of tensors"),
        SCOPES("scopes", "scopes and their sites");

        private final String key;
        private final String words;

        Mark(String key, String words) {
            this.key = key;
            this.words = words;
        }

        /** The name for programs. */
        public String key() {
            return key;
        }

        /** The name for people. */
        public String words() {
            return words;
        }
    }

    /** In what a pair can differ. */
    public enum Change {
        KERNEL("kernel"),
        BLOCKS("block count"),
        EDGES("dependencies");

        private final String words;

        Change(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    private final Basis basis;
    private final CaptureModel before;
    private final CaptureModel after;
    private final int[] toAfter;
    private final int[] toBefore;
    private final BitSet taskBefore;
    private final BitSet taskAfter;
    private final Set<Mark> marks;
    private final BitSet[] changed; // by ordinal of Change, by task before

    Alignment(
            Basis basis,
            CaptureModel before,
            CaptureModel after,
            int[] toAfter,
            BitSet taskBefore,
            BitSet taskAfter,
            BitSet[] changed,
            Set<Mark> marks) {
        this.basis = basis;
        this.before = before;
        this.after = after;
        this.toAfter = toAfter;
        this.taskBefore = taskBefore;
        this.taskAfter = taskAfter;
        this.changed = changed;
        this.marks = marks;
        toBefore = new int[after.tasks().size()];
        Arrays.fill(toBefore, NONE);
        for (int task = 0; task < toAfter.length; task++) {
            if (toAfter[task] != NONE) {
                toBefore[toAfter[task]] = task;
            }
        }
    }

    public Basis basis() {
        return basis;
    }

    /**
     * The further marks that distinguished tasks. Without marks, equal tasks are paired by their
     * order.
     */
    public Set<Mark> marks() {
        return marks;
    }

    /** What tasks were matched by, and what could not be used for it. */
    public String words() {
        if (basis == Basis.KERNEL) {
            return basis.words();
        }
        String used = marks.stream().map(mark -> mark.words() + ", ").collect(joining());
        String missing = Arrays.stream(Mark.values())
                .filter(mark -> !marks.contains(mark))
                .map(Mark::words)
                .collect(joining(", "));
        return "kernel, "
                + used
                + "neighbours in the graph and order of submission"
                + (missing.isEmpty() ? "" : " (without " + missing + ")");
    }

    public CaptureModel before() {
        return before;
    }

    public CaptureModel after() {
        return after;
    }

    /** The counterpart of a task of the first capture, or {@link #NONE}. */
    public int toAfter(int task) {
        return toAfter[task];
    }

    /** The counterpart of a task of the second capture, or {@link #NONE}. */
    public int toBefore(int task) {
        return toBefore[task];
    }

    /** Tasks of the first capture that could have a counterpart: no allocations. */
    public int tasksBefore() {
        return taskBefore.cardinality();
    }

    public int tasksAfter() {
        return taskAfter.cardinality();
    }

    /** Tasks that both captures have. */
    public int pairs() {
        return (int) Arrays.stream(toAfter).filter(task -> task != NONE).count();
    }

    /** Pairs that differ in anything. */
    public int changedPairs() {
        BitSet any = new BitSet();
        for (BitSet one : changed) {
            any.or(one);
        }
        return any.cardinality();
    }

    /** Pairs that differ in this. */
    public int changedPairs(Change change) {
        return changed[change.ordinal()].cardinality();
    }

    /** Whether a task of the first capture and its counterpart differ in this. */
    public boolean isChanged(int task, Change change) {
        return changed[change.ordinal()].get(task);
    }

    /** Tasks that only the first capture has, by their numbers. */
    public int[] removed() {
        return taskBefore.stream().filter(task -> toAfter[task] == NONE).toArray();
    }

    /** Tasks that only the second capture has, by their numbers. */
    public int[] added() {
        return taskAfter.stream().filter(task -> toBefore[task] == NONE).toArray();
    }

    /** The alignment of the second capture with the first. */
    public Alignment mirrored() {
        BitSet[] mirrored = new BitSet[changed.length];
        for (int change = 0; change < changed.length; change++) {
            BitSet of = new BitSet();
            changed[change].stream().forEach(task -> of.set(toAfter[task]));
            mirrored[change] = of;
        }
        return new Alignment(basis, after, before, toBefore, taskAfter, taskBefore, mirrored, marks);
    }
}
