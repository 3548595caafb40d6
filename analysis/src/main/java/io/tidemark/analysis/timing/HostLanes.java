package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which lane each host span is drawn on. A thread whose top spans overlap ran a pipeline: its spans
 * are dealt out to one made-up thread per pipeline slot, since a viewer cannot draw overlapping
 * spans on one line. Immutable after construction.
 */
final class HostLanes {
    record Thread(long pid, long tid) {}

    private record Run(long pid, long invocation) {}

    private record Slot(Thread thread, long slot) {}

    private final Map<Run, Slot> slotOfRun = new HashMap<>();
    private final Set<Thread> split = new HashSet<>();
    private final Map<Slot, Long> laneOfSlot = new HashMap<>();
    private final TreeMap<Thread, String> names =
            new TreeMap<>(Comparator.comparingLong(Thread::pid).thenComparingLong(Thread::tid));

    HostLanes(List<StraceSpan> spans) {
        Map<Thread, List<StraceSpan>> roots = new HashMap<>();
        long highest = 0;
        for (StraceSpan span : spans) {
            Thread thread = new Thread(span.pid(), span.tid());
            highest = Math.max(highest, span.tid());
            if (span.depth() == 0) {
                roots.computeIfAbsent(thread, key -> new ArrayList<>()).add(span);
            }
        }
        TreeSet<Slot> slots = new TreeSet<>(Comparator.comparingLong((Slot slot) -> slot.thread.pid)
                .thenComparingLong(slot -> slot.thread.tid)
                .thenComparingLong(slot -> slot.slot));
        roots.forEach((thread, tops) -> {
            if (overlaps(tops)) {
                split.add(thread);
                tops.forEach(top -> slots.add(slot(thread, top)));
            }
        });
        for (Slot slot : slots) {
            laneOfSlot.put(slot, ++highest);
            names.put(
                    new Thread(slot.thread.pid, highest),
                    "pipeline slot %d (tid %d)".formatted(slot.slot, slot.thread.tid));
        }
        spans.forEach(this::name);
    }

    long lane(StraceSpan span) {
        Thread thread = new Thread(span.pid(), span.tid());
        Slot slot = slotOfRun.get(new Run(span.pid(), span.invocation()));
        return slot != null && slot.thread.equals(thread) ? laneOfSlot.get(slot) : span.tid();
    }

    /** Names of all lanes in use. */
    Map<Thread, String> names() {
        return names;
    }

    private Slot slot(Thread thread, StraceSpan top) {
        long number = top.attributes().get("slot_id") instanceof Long id ? id : 0;
        Slot slot = new Slot(thread, number);
        slotOfRun.put(new Run(top.pid(), top.invocation()), slot);
        return slot;
    }

    private void name(StraceSpan span) {
        Thread thread = new Thread(span.pid(), span.tid());
        if (!split.contains(thread)) {
            String known = names.get(thread);
            String role = role(span);
            names.put(thread, !role.isEmpty() ? role : known != null ? known : "tid " + span.tid());
        }
    }

    private static String role(StraceSpan span) {
        if (SpanFamily.of(span.name()) == SpanFamily.EXTERNAL) {
            String[] words = span.name().split("\\.", -1);
            boolean whole = words.length >= 3 && !words[1].isEmpty() && !words[2].isEmpty();
            return whole ? "ext " + words[1] : "";
        }
        Object role = span.attributes().get("role");
        Object worker = span.attributes().get("worker_id");
        if ("worker".equals(role) && worker != null) {
            return "worker " + worker;
        }
        return role instanceof String text ? text : "";
    }

    private static boolean overlaps(List<StraceSpan> tops) {
        List<StraceSpan> sorted = new ArrayList<>(tops);
        sorted.sort(Comparator.comparingLong(StraceSpan::startNanos));
        for (int at = 1; at < sorted.size(); at++) {
            if (sorted.get(at).startNanos() < sorted.get(at - 1).endNanos()) {
                return true;
            }
        }
        return false;
    }
}
