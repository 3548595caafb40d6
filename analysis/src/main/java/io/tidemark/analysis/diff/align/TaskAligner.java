package io.tidemark.analysis.diff.align;

import io.tidemark.analysis.diff.align.Alignment.Basis;
import io.tidemark.analysis.diff.align.Alignment.Change;
import io.tidemark.analysis.diff.align.Alignment.Mark;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Aligns the tasks of two captures:
 *
 * <pre>
 *   colours of depth 6, then 3: what occurs once on both sides, in order  ──▶ fixed points
 *   the same colour out of order, where an edge agrees                    ──▶ what moved
 *   between them: kernels, by the shortest edit                           ──▶ most tasks
 *   runs of open tasks slide to where the edges agree
 *   tasks that moved or changed their kernel: by the votes of their neighbours
 * </pre>
 *
 * Both captures may record which regions of tensors tasks use, or in which scopes they were
 * submitted. Then the first colours include these marks. A task that only its marks distinguish
 * from all others keeps its counterpart at any position.
 *
 * <p>Without a graph on either side only equal kernels in order. Swapping the captures gives
 * exactly the mirrored alignment. Pure; near linear in tasks and edges.
 */
public final class TaskAligner {
    private static final int[] ROUNDS = {3, 3}; // depths 3 and 6

    private final TaskSequence one;
    private final TaskSequence other;
    private final TaskLabels labels;
    private final TaskLabels otherLabels;
    private final Set<Mark> known;
    private final Matching matching;
    private final int[] producerOf; // 1 + the task whose edges were compared last

    private TaskAligner(
            TaskSequence one, TaskSequence other, TaskLabels labels, TaskLabels otherLabels, Set<Mark> known) {
        this.one = one;
        this.other = other;
        this.labels = labels;
        this.otherLabels = otherLabels;
        this.known = known;
        matching = new Matching(one.size(), other.size());
        producerOf = new int[other.size()];
    }

    /** Aligns captures of which only kernels and graphs are known. */
    public static Alignment align(CaptureModel before, CaptureModel after) {
        return align(before, TaskMarks.NONE, after, TaskMarks.NONE);
    }

    /** Aligns captures whose tasks are known by marks, too, as far as both have them. */
    public static Alignment align(CaptureModel before, TaskMarks marks, CaptureModel after, TaskMarks otherMarks) {
        boolean withGraph = hasGraph(before) && hasGraph(after);
        TaskSequence one = sequence(before, withGraph);
        TaskSequence other = sequence(after, withGraph);
        TaskLabels[] both = TaskLabels.of(one, marks, other, otherMarks);
        Set<Mark> known = EnumSet.noneOf(Mark.class);
        if (withGraph && marks.shareRegions(otherMarks)) {
            known.add(Mark.REGIONS);
        }
        if (withGraph && marks.shareScopes(otherMarks)) {
            known.add(Mark.SCOPES);
        }
        int order = compare(one, both[0], other, both[1]);
        return order <= 0
                ? new TaskAligner(one, other, both[0], both[1], known).run(order == 0)
                : new TaskAligner(other, one, both[1], both[0], known)
                        .run(false)
                        .mirrored();
    }

    private static boolean hasGraph(CaptureModel model) {
        return model.dependencies().filter(graph -> graph.taskCount() > 0).isPresent();
    }

    private static TaskSequence sequence(CaptureModel model, boolean withGraph) {
        return withGraph ? TaskSequence.ofGraph(model) : TaskSequence.ofRuns(model);
    }

    /**
     * An order of captures that does not depend on which is given first. Captures that are equal in
     * it are aligned place by place, which is its own mirror image.
     */
    private static int compare(TaskSequence one, TaskLabels labels, TaskSequence other, TaskLabels otherLabels) {
        if (one.size() != other.size()) {
            return Integer.compare(one.size(), other.size());
        }
        int byEdges = Integer.compare(one.graph().edgeCount(), other.graph().edgeCount());
        if (byEdges != 0) {
            return byEdges;
        }
        int byLabels = labels.compareTo(otherLabels);
        return byLabels != 0 ? byLabels : comparePredecessors(one.graph(), other.graph());
    }

    private static int comparePredecessors(Digraph graph, Digraph otherGraph) {
        int found = 0;
        for (int node = 0; node < graph.nodeCount() && found == 0; node++) {
            found = Integer.compare(graph.endPredecessor(node), otherGraph.endPredecessor(node));
        }
        for (int at = 0; at < graph.edgeCount() && found == 0; at++) {
            found = Integer.compare(graph.predecessor(at), otherGraph.predecessor(at));
        }
        return found;
    }

    private Alignment run(boolean isEqual) {
        if (isEqual) {
            for (int place = 0; place < one.size(); place++) {
                matching.pair(place, place);
            }
            return result();
        }
        List<Gap> gaps = List.of(new Gap(0, one.size(), 0, other.size()));
        OrderedMatch ordered = new OrderedMatch(matching);
        if (one.hasGraph()) {
            MovedTasks moved = new MovedTasks(one.graph(), other.graph(), matching);
            if (!known.isEmpty()) {
                long[] marked = labels.marked();
                long[] otherMarked = otherLabels.marked();
                gaps = matchColours(marked, otherMarked, gaps, ordered, moved);
                gaps = ordered.matchUnique(marked, otherMarked, gaps);
                if (known.contains(Mark.REGIONS) && !isDone()) {
                    moved.matchMarked(marked, otherMarked);
                }
            }
            gaps = matchColours(labels.labels(), otherLabels.labels(), gaps, ordered, moved);
        }
        Tokens kernels = Tokens.of(labels.labels(), otherLabels.labels());
        ordered.match(kernels, gaps);
        if (one.hasGraph()) {
            GapSlide slide = new GapSlide(one.graph(), other.graph(), kernels, matching);
            slide.run();
            slide.run();
            vote((place, otherPlace) -> kernels.isEqual(place, otherPlace));
            vote((place, otherPlace) -> true);
        }
        return result();
    }

    /** Fixed points by colours, the deepest first, then tasks that left their order. */
    private List<Gap> matchColours(long[] own, long[] others, List<Gap> from, OrderedMatch ordered, MovedTasks moved) {
        if (isDone()) {
            return from;
        }
        Ahead<long[][]> ahead = Ahead.of("colours", () -> colours(other, others));
        long[][] colours = colours(one, own);
        long[][] otherColours = ahead.get();
        List<Gap> gaps = from;
        for (int depth = ROUNDS.length - 1; depth >= 0 && !gaps.isEmpty(); depth--) {
            gaps = ordered.matchUnique(colours[depth], otherColours[depth], gaps);
        }
        if (!isDone()) {
            moved.match(colours[0], otherColours[0]);
        }
        return gaps;
    }

    private boolean isDone() {
        return matching.size() == one.size() || matching.size() == other.size();
    }

    private void vote(NeighbourVotes.Votable votable) {
        if (!isDone()) {
            new NeighbourVotes(one.graph(), other.graph(), matching, votable).match();
        }
    }

    private static long[][] colours(TaskSequence tasks, long[] labels) {
        long[][] colours = new long[ROUNDS.length][];
        long[] current = labels;
        Colours further = new Colours(tasks.graph());
        for (int depth = 0; depth < ROUNDS.length; depth++) {
            current = further.refine(current, ROUNDS[depth]);
            colours[depth] = current;
        }
        return colours;
    }

    private Alignment result() {
        int[] toAfter = new int[one.model().tasks().size()];
        Arrays.fill(toAfter, Alignment.NONE);
        BitSet[] changed = new BitSet[Change.values().length];
        Arrays.setAll(changed, change -> new BitSet());
        for (int place = 0; place < one.size(); place++) {
            int counterpart = matching.other(place);
            if (counterpart != Matching.NONE) {
                int task = one.task(place);
                toAfter[task] = other.task(counterpart);
                boolean otherKernel = labels.kernel(place) != otherLabels.kernel(counterpart);
                changed[Change.KERNEL.ordinal()].set(task, otherKernel);
                changed[Change.BLOCKS.ordinal()].set(task, blocksDiffer(place, counterpart));
                changed[Change.EDGES.ordinal()].set(task, edgesDiffer(place, counterpart));
            }
        }
        return new Alignment(
                one.hasGraph() ? Basis.GRAPH : Basis.KERNEL,
                one.model(),
                other.model(),
                toAfter,
                tasksOf(one),
                tasksOf(other),
                changed,
                known);
    }

    private static BitSet tasksOf(TaskSequence tasks) {
        BitSet all = new BitSet();
        for (int place = 0; place < tasks.size(); place++) {
            all.set(tasks.task(place));
        }
        return all;
    }

    private boolean blocksDiffer(int place, int counterpart) {
        return one.hasGraph()
                && one.model().tasks().blockCount(one.task(place))
                        != other.model().tasks().blockCount(other.task(counterpart));
    }

    private boolean edgesDiffer(int place, int counterpart) {
        Digraph graph = one.graph();
        Digraph otherGraph = other.graph();
        if (graph.inDegree(place) != otherGraph.inDegree(counterpart)) {
            return true;
        }
        for (int at = otherGraph.firstPredecessor(counterpart); at < otherGraph.endPredecessor(counterpart); at++) {
            producerOf[otherGraph.predecessor(at)] = place + 1;
        }
        for (int at = graph.firstPredecessor(place); at < graph.endPredecessor(place); at++) {
            int producer = matching.other(graph.predecessor(at));
            if (producer == Matching.NONE || producerOf[producer] != place + 1) {
                return true;
            }
        }
        return false;
    }
}
