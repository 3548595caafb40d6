package io.tidemark.analysis.diff.align;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which label that only one capture has stands for which that only the other has: a kernel that was
 * renamed has about as many tasks as before, with about as many producers and consumers. Pure.
 */
final class RenamedKernels {
    private static final double MOST = 0.25; // by which each of the three sums may differ

    private RenamedKernels() {}

    /** How many tasks have a label, and how many edges. */
    private static final class Role {
        private int tasks;
        private int producers;
        private int consumers;

        double distance(Role other) {
            return Math.max(
                    apart(tasks, other.tasks),
                    Math.max(apart(producers, other.producers), apart(consumers, other.consumers)));
        }

        private static double apart(int one, int other) {
            return one == other ? 0 : (double) Math.abs(one - other) / Math.max(one, other);
        }
    }

    /** For labels of the second capture that the first does not have, their label in the first. */
    static Map<Long, Long> of(
            TaskSequence one, long[] labels, TaskSequence other, long[] otherLabels) {
        Map<Long, Role> roles = roles(one, labels);
        Map<Long, Role> otherRoles = roles(other, otherLabels);
        Set<Long> known = Set.copyOf(roles.keySet());
        roles.keySet().removeAll(otherRoles.keySet());
        otherRoles.keySet().removeAll(known);
        Map<Long, Long> renamed = new LinkedHashMap<>();
        roles.forEach(
                (label, role) -> {
                    Long choice = closest(role, otherRoles);
                    if (choice != null
                            && label.equals(closest(otherRoles.get(choice), roles))
                            && role.distance(otherRoles.get(choice)) <= MOST) {
                        renamed.put(choice, label);
                    }
                });
        return renamed;
    }

    private static Map<Long, Role> roles(TaskSequence tasks, long[] labels) {
        Map<Long, Role> roles = new LinkedHashMap<>();
        for (int place = 0; place < labels.length; place++) {
            Role role = roles.computeIfAbsent(labels[place], unused -> new Role());
            role.tasks++;
            role.producers += tasks.graph().inDegree(place);
            role.consumers += tasks.graph().outDegree(place);
        }
        return roles;
    }

    /** Of equally close ones that which occurs first. */
    private static Long closest(Role role, Map<Long, Role> candidates) {
        Long best = null;
        for (Map.Entry<Long, Role> candidate : candidates.entrySet()) {
            boolean isCloser =
                    best == null
                            || role.distance(candidate.getValue())
                                    < role.distance(candidates.get(best));
            best = isCloser ? candidate.getKey() : best;
        }
        return best;
    }
}
