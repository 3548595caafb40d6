package io.tidemark.capture.finding;

import io.tidemark.capture.finding.Finding.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the findings of readers. Not thread-safe: one reader, one list. Keeps the first {@link
 * #KEPT} findings of each severity word for word and only counts the rest, so that a file of a
 * million bad rows costs a line, not a heap.
 */
public final class Findings {
    /** Findings of one severity kept word for word. */
    public static final int KEPT = 50;

    private final List<Finding> kept = new ArrayList<>();
    private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

    public Findings() {}

    public void note(String file, String position, String reason) {
        add(new Finding(file, position, reason, Severity.NOTE));
    }

    public void loss(String file, String position, String reason) {
        add(new Finding(file, position, reason, Severity.LOSS));
    }

    public void damage(String file, String position, String reason) {
        add(new Finding(file, position, reason, Severity.DAMAGE));
    }

    public void add(Finding finding) {
        long count = counts.merge(finding.severity(), 1L, Long::sum);
        if (count <= KEPT) {
            kept.add(finding);
        }
    }

    /** Adds everything {@code other} kept and counted. */
    public void addAll(Findings other) {
        other.kept.forEach(this::add);
        for (Severity severity : Severity.values()) {
            long unkept = Math.max(0, other.count(severity) - KEPT);
            if (unkept > 0) {
                counts.merge(severity, unkept, Long::sum);
            }
        }
    }

    public List<Finding> kept() {
        return List.copyOf(kept);
    }

    public Optional<Finding> first(Severity severity) {
        return kept.stream().filter(finding -> finding.severity() == severity).findFirst();
    }

    public long count(Severity severity) {
        return counts.getOrDefault(severity, 0L);
    }

    /** Findings that were counted but not kept. */
    public long unkept() {
        long all = 0;
        for (long count : counts.values()) {
            all += count;
        }
        return all - kept.size();
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }
}
