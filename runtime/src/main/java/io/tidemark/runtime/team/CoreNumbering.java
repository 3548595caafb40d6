package io.tidemark.runtime.team;

import io.tidemark.chip.ChipShape;
import java.util.Arrays;

/**
 * How one scheduler numbers the cores it owns: cluster by cluster, each cluster's positions side by
 * side in one word of a {@link CoreMask}. A word holds whole clusters, so some numbers are unused.
 * Immutable.
 */
public final class CoreNumbering {
    private final int[] coreOf; // -1 where a number is unused
    private final int[] positionOf;
    private final int[] numbers;
    private final int words;
    private final long clusterBase;

    /** Clusters that one scheduler owns, out of this many schedulers. */
    public CoreNumbering(ChipShape shape, int scheduler, int schedulers) {
        int width = shape.coresPerCluster();
        int perWord = Long.SIZE / width;
        int clusters = Math.max(0, (shape.clusters() - scheduler + schedulers - 1) / schedulers);
        words = Math.max(1, (clusters + perWord - 1) / perWord);
        coreOf = new int[words * Long.SIZE];
        positionOf = new int[coreOf.length];
        numbers = new int[clusters * width];
        Arrays.fill(coreOf, -1);
        long base = 0;
        for (int i = 0; i < perWord; i++) {
            base |= 1L << i * width;
        }
        clusterBase = base;
        for (int i = 0; i < clusters; i++) {
            for (int position = 0; position < width; position++) {
                int number = i / perWord * Long.SIZE + i % perWord * width + position;
                numbers[i * width + position] = number;
                coreOf[number] = shape.core(scheduler + i * schedulers, position);
                positionOf[number] = position;
                assert ChipShape.owner(scheduler + i * schedulers, schedulers) == scheduler;
            }
        }
    }

    /** Words that a set of these cores takes. */
    public int words() {
        return words;
    }

    /** In each word, bit 0 of every cluster. */
    long clusterBase() {
        return clusterBase;
    }

    /** One more than the highest number. */
    public int end() {
        return coreOf.length;
    }

    /** The numbers in use, ascending. */
    public int[] numbers() {
        return numbers;
    }

    /** The chip's index of a core. */
    public int core(int number) {
        return coreOf[number];
    }

    /** Where in its cluster a core is. */
    public int position(int number) {
        return positionOf[number];
    }
}
