package io.tidemark.analysis.diff.align;

import io.tidemark.capture.column.LongIndex;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pairs labels that only one capture has with labels that only the other has. A renamed kernel has
 * about as many tasks as before, with about as many producers and consumers. Pure.
 */
final class RenamedKernels {
    private static final double MOST = 0.25; // by which each of the three sums may differ

    private RenamedKernels() {}

    /** How many tasks have a label, and how many edges. */
    private record Role(int tasks, int producers, int consumers) {
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
    static Map<Long, Long> of(TaskSequence one, long[] labels, TaskSequence other, long[] otherLabels) {
        LongIndex all = distinct(labels);
        LongIndex otherAll = distinct(otherLabels);
        Map<Long, Role> roles = rolesOf(one, labels, all, otherAll);
        Map<Long, Role> otherRoles = rolesOf(other, otherLabels, otherAll, all);
        Map<Long, Long> renamed = new LinkedHashMap<>();
        roles.forEach((label, role) -> {
            Long choice = closest(role, otherRoles);
            if (choice != null
                    && label.equals(closest(otherRoles.get(choice), roles))
                    && role.distance(otherRoles.get(choice)) <= MOST) {
                renamed.put(choice, label);
            }
        });
        return renamed;
    }

    private static LongIndex distinct(long[] labels) {
        LongIndex all = new LongIndex();
        for (long label : labels) {
            all.add(label);
        }
        return all;
    }

    /** The roles of labels that the other capture does not have, in the order of their tasks. */
    private static Map<Long, Role> rolesOf(TaskSequence tasks, long[] labels, LongIndex all, LongIndex there) {
        int[] count = new int[all.size()];
        int[] producers = new int[all.size()];
        int[] consumers = new int[all.size()];
        for (int place = 0; place < labels.length; place++) {
            int label = all.find(labels[place]);
            count[label]++;
            producers[label] += tasks.graph().inDegree(place);
            consumers[label] += tasks.graph().outDegree(place);
        }
        Map<Long, Role> roles = new LinkedHashMap<>();
        for (int label = 0; label < count.length; label++) {
            if (there.find(all.key(label)) == LongIndex.ABSENT) {
                roles.put(all.key(label), new Role(count[label], producers[label], consumers[label]));
            }
        }
        return roles;
    }

    /** Of equally close ones that which occurs first. */
    private static Long closest(Role role, Map<Long, Role> candidates) {
        Long best = null;
        for (Map.Entry<Long, Role> candidate : candidates.entrySet()) {
            boolean isCloser =
                    best == null || role.distance(candidate.getValue()) < role.distance(candidates.get(best));
            best = isCloser ? candidate.getKey() : best;
        }
        return best;
    }
}
