package io.tidemark.workloads.spmd;

import java.util.ArrayList;
import java.util.List;

/**
 * Which tasks a case of cohorts submits on a chip with a given number of clusters. Tasks write disjoint lines,
 * so that all are ready at once: cohorts and others really compete for cores. Pure.
 */
record CohortPlan(List<Step> steps) {
    /** One task. */
    record Step(boolean isMixed, int blocks, boolean isTogether) {
        int lines() {
            return blocks * (isMixed ? LineKernels.MIX_LINES : 1);
        }
    }

    CohortPlan {
        steps = List.copyOf(steps);
    }

    int lines() {
        return steps.stream().mapToInt(Step::lines).sum();
    }

    /** Four mixed tasks, of which one need not start together. */
    static CohortPlan syncStart(int clusters) {
        return new CohortPlan(List.of(
                mixed(clusters / 12, true),
                mixed(clusters / 3, true),
                mixed(clusters / 12, false),
                mixed(clusters / 2, true)));
    }

    /** Cohorts that just fit on one scheduler, just do not, and leave one cluster free. */
    static CohortPlan edge(int clusters) {
        return new CohortPlan(List.of(
                mixed(1, true),
                mixed(clusters / 3, true),
                mixed(Math.min(clusters, clusters / 3 + 1), true),
                mixed(clusters - 1, true),
                mixed(1, true)));
    }

    /** Rounds of mixed and vector tasks, with and without cohorts. */
    static CohortPlan stress(int clusters) {
        List<Step> steps = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 4; i++) {
                steps.add(mixed(clusters / 6, false));
            }
            for (int i = 0; i < 2; i++) {
                steps.add(mixed(clusters / 2, true));
                steps.add(vector(clusters / 3, true));
            }
            steps.add(vector(clusters / 6, false));
        }
        return new CohortPlan(steps);
    }

    /** Many small mixed tasks, between which two cohorts must find their cores. */
    static CohortPlan starvation(int clusters) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            steps.add(mixed(4, false));
            if (i == 6 || i == 12) {
                steps.add(mixed(Math.min(6, clusters), true));
            }
        }
        return new CohortPlan(steps);
    }

    /** All clusters at once, and all vector cores. */
    static CohortPlan coreCounts(int clusters) {
        return new CohortPlan(List.of(mixed(clusters, true), vector(2 * clusters, true)));
    }

    private static Step mixed(int blocks, boolean isTogether) {
        return new Step(true, Math.max(1, blocks), isTogether);
    }

    private static Step vector(int blocks, boolean isTogether) {
        return new Step(false, Math.max(1, blocks), isTogether);
    }
}
