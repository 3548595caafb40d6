package io.tidemark.chip;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.Platform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Which cores a chip has: the kind of each position of a cluster, how many clusters, and how many
 * control threads. Cores are numbered by kind, and within a kind by cluster. Immutable, any thread.
 *
 * <pre>
 *   AIC, AIV, AIV and B clusters:   cluster c  =  { c,  B + 2c,  B + 2c + 1 }
 *                                   position       0      1         2
 * </pre>
 */
public final class ChipShape {
    /** Positions of a cluster are bits of a word. */
    public static final int MOST_POSITIONS = 16;

    private final List<CoreType> positions;
    private final int clusters;
    private final int controlThreads;
    private final int[] coreAt; // by cluster and position
    private final int[] clusterOf;
    private final int[] positionOf;
    private final int[] subBlockOf;
    private final CoreType[] typeOf;
    private final int[] countOf = new int[CoreType.values().length];

    /**
     * @param positions kind of the core at each position of a cluster
     * @param controlThreads threads that schedule and orchestrate, at most
     */
    public ChipShape(List<CoreType> positions, int clusters, int controlThreads) {
        requireRange("positions", positions.size(), 1, MOST_POSITIONS);
        requireRange("clusters", clusters, 1, Integer.MAX_VALUE / positions.size());
        requireRange("controlThreads", controlThreads, Platform.MIN_AICPU_THREADS, Integer.MAX_VALUE);
        this.positions = List.copyOf(positions);
        this.clusters = clusters;
        this.controlThreads = controlThreads;
        int cores = clusters * positions.size();
        coreAt = new int[cores];
        clusterOf = new int[cores];
        positionOf = new int[cores];
        subBlockOf = new int[cores];
        typeOf = new CoreType[cores];
        number();
    }

    /** A chip with that many clusters of a platform. */
    public static ChipShape of(Platform platform, int clusters) {
        List<CoreType> positions = new ArrayList<>();
        positions.addAll(Collections.nCopies(platform.aicPerCluster(), CoreType.AIC));
        positions.addAll(Collections.nCopies(platform.aivPerCluster(), CoreType.AIV));
        return new ChipShape(positions, clusters, platform.maxAicpuThreads());
    }

    private void number() {
        int core = 0;
        for (CoreType type : CoreType.values()) {
            for (int cluster = 0; cluster < clusters; cluster++) {
                int subBlock = 0;
                for (int position = 0; position < positions.size(); position++) {
                    if (positions.get(position) != type) {
                        continue;
                    }
                    coreAt[cluster * positions.size() + position] = core;
                    clusterOf[core] = cluster;
                    positionOf[core] = position;
                    subBlockOf[core] = subBlock++;
                    typeOf[core] = type;
                    countOf[type.ordinal()]++;
                    core++;
                }
            }
        }
    }

    private static void requireRange(String name, int value, int from, int to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + "=" + value + " is not in [" + from + ", " + to + "]");
        }
    }

    /** Kind of the core at each position of a cluster. */
    public List<CoreType> positions() {
        return positions;
    }

    public int coresPerCluster() {
        return positions.size();
    }

    public int clusters() {
        return clusters;
    }

    /** Threads that schedule and orchestrate, at most. */
    public int controlThreads() {
        return controlThreads;
    }

    public int coreCount() {
        return typeOf.length;
    }

    /** Cores of a kind. */
    public int count(CoreType type) {
        return countOf[type.ordinal()];
    }

    public CoreType type(int core) {
        return typeOf[core];
    }

    /** The core at a position of a cluster. */
    public int core(int cluster, int position) {
        return coreAt[cluster * positions.size() + position];
    }

    public int cluster(int core) {
        return clusterOf[core];
    }

    /** Where in its cluster a core is. */
    public int position(int core) {
        return positionOf[core];
    }

    /** Which core of its kind in its cluster, from 0. */
    public int subBlock(int core) {
        return subBlockOf[core];
    }

    /** The scheduler that alone polls a cluster and dispatches to it. */
    public static int owner(int cluster, int schedulers) {
        return cluster % schedulers;
    }

    /** The cores of the clusters that a scheduler owns, cluster by cluster. */
    public List<Integer> coresOf(int scheduler, int schedulers) {
        List<Integer> cores = new ArrayList<>();
        for (int cluster = scheduler; cluster < clusters; cluster += schedulers) {
            for (int position = 0; position < positions.size(); position++) {
                cores.add(core(cluster, position));
            }
        }
        return cores;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChipShape shape
                && positions.equals(shape.positions)
                && clusters == shape.clusters
                && controlThreads == shape.controlThreads;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new int[] {positions.hashCode(), clusters, controlThreads});
    }

    @Override
    public String toString() {
        return clusters + " clusters of " + positions + ", " + controlThreads + " control threads";
    }
}
