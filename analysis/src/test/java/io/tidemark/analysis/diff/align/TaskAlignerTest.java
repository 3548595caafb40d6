package io.tidemark.analysis.diff.align;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.model.CaptureModel;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Alignments of graphs that were edited at random, against the truth. {@code -Dtidemark.trials=N}
 * makes more of them, {@code -Dtidemark.seed=N} others.
 */
class TaskAlignerTest {
    private static final int TRIALS = Integer.getInteger("tidemark.trials", 150);
    private static final long SEED = Long.getLong("tidemark.seed", 22);

    @Test
    void editedGraphsAreAlignedRight() {
        assertThat(share("alignment", TRIALS, false)).isGreaterThanOrEqualTo(0.999);
    }

    /** Tasks of one kernel exchanged, scopes moved, loops tiled anew, besides all other edits. */
    @Test
    void editsThatOnlyRegionsAndScopesCanDecideAreAlignedRight() {
        assertThat(share("marked alignment", TRIALS / 2, true)).isGreaterThanOrEqualTo(0.999);
    }

    /** The share of tasks that are aligned right, over trials. */
    private static double share(String what, int trials, boolean isMarked) {
        Random seeds = new Random(SEED);
        Map<String, long[]> byEdit = new TreeMap<>();
        long right = 0;
        long all = 0;
        for (int trial = 0; trial < trials; trial++) {
            long seed = seeds.nextInt(1 << 30);
            Random random = new Random(seed);
            EditedGraph before = EditedGraph.random(random, 100 + random.nextInt(900));
            EditedGraph after = before.copy();
            boolean isOwn = isMarked && trial % 8 != 7;
            String edits = isOwn ? after.editMarked(random) : after.edit(random);
            if (trial % 4 == 0) {
                for (int more = 0; more < 4; more++) {
                    after.edit(random);
                }
                edits = "five edits";
            }
            TaskMarks marks = isMarked ? before.marks() : TaskMarks.NONE;
            TaskMarks otherMarks = isMarked ? after.marks() : TaskMarks.NONE;
            CaptureModel one = before.model();
            CaptureModel other = after.model();
            Alignment alignment = TaskAligner.align(one, marks, other, otherMarks);
            assertMirrored(alignment, TaskAligner.align(other, otherMarks, one, marks), seed);
            int wrong = wrong(before, after, alignment, isMarked);
            right += before.size() - wrong;
            all += before.size();
            long[] sums = byEdit.computeIfAbsent(edits, unused -> new long[2]);
            sums[0] += wrong;
            sums[1] += before.size();
        }
        byEdit.forEach((edit, sums) -> System.out.printf(Locale.ROOT, "| %s | %d | %d |%n", edit, sums[0], sums[1]));
        double share = (double) right / all;
        System.out.printf(
                Locale.ROOT,
                "%s: %d edits, seed %d: %d of %d tasks right, %.4f %%%n",
                what,
                trials,
                SEED,
                right,
                all,
                100 * share);
        return share;
    }

    /**
     * Tasks of the first graph whose counterpart is not the true one, or one that looks like it.
     */
    private static int wrong(EditedGraph before, EditedGraph after, Alignment alignment, boolean isMarked) {
        Map<Long, Integer> places = after.places();
        int wrong = 0;
        for (int task = 0; task < before.size(); task++) {
            int truth = places.getOrDefault(before.identity(task), Alignment.NONE);
            int found = alignment.toAfter(task);
            boolean isTwin = truth != found
                    && truth != Alignment.NONE
                    && found != Alignment.NONE
                    && after.look(truth, isMarked).equals(after.look(found, isMarked));
            wrong += truth == found || isTwin ? 0 : 1;
        }
        return wrong;
    }

    private static void assertMirrored(Alignment alignment, Alignment mirror, long seed) {
        for (int task = 0; task < alignment.before().tasks().size(); task++) {
            assertThat(mirror.toBefore(task)).as("seed %d", seed).isEqualTo(alignment.toAfter(task));
        }
        assertThat(mirror.changedPairs()).isEqualTo(alignment.changedPairs());
    }
}
