package io.tidemark.chip;

import io.tidemark.abi.Platform;

/**
 * Which core is what: a cluster is one matrix core and two vector cores, and cores are numbered in
 * blocks, all matrix cores first. Immutable.
 *
 * <pre>
 *   clusters = B:   cluster c  =  { c,  B + 2c,  B + 2c + 1 }
 *                     position      0      1         2
 * </pre>
 */
public record Topology(int clusters) {
    public static final int CORES_PER_CLUSTER = Platform.CORES_PER_CLUSTER;
    public static final int AIV_PER_CLUSTER = CORES_PER_CLUSTER - 1;

    /** Clusters of the largest platform. */
    public static final int MOST_CLUSTERS = Platform.A5.maxClusters();

    public Topology {
        if (clusters < 1 || clusters > MOST_CLUSTERS) {
            throw new IllegalArgumentException(
                    "clusters=" + clusters + " is not in [1, " + MOST_CLUSTERS + "]");
        }
    }

    public int coreCount() {
        return clusters * CORES_PER_CLUSTER;
    }

    public int aivCount() {
        return clusters * AIV_PER_CLUSTER;
    }

    public CoreType type(int core) {
        return core < clusters ? CoreType.AIC : CoreType.AIV;
    }

    /** The core at a position of a cluster: 0 is the matrix core, 1 and 2 the vector cores. */
    public int core(int cluster, int position) {
        return position == 0 ? cluster : clusters + AIV_PER_CLUSTER * cluster + position - 1;
    }

    public int cluster(int core) {
        return core < clusters ? core : (core - clusters) / AIV_PER_CLUSTER;
    }

    /** 1 on the second vector core of a cluster, else 0. */
    public int subBlock(int core) {
        return core < clusters ? 0 : (core - clusters) % AIV_PER_CLUSTER;
    }

    /** Where in its cluster a core is: 0 is the matrix core, 1 and 2 the vector cores. */
    public int position(int core) {
        return core < clusters ? 0 : 1 + (core - clusters) % AIV_PER_CLUSTER;
    }

    /** The scheduler that alone polls a cluster and dispatches to it. */
    public static int owner(int cluster, int schedulers) {
        return cluster % schedulers;
    }
}
