package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.strace.ProcessAnchor;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Wall time of host stamps, per process; of several anchors the last counts. Immutable. */
final class WallClock {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter TO_THE_NANO = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final TreeMap<Long, ProcessAnchor> byProcess = new TreeMap<>();

    WallClock(List<ProcessAnchor> anchors) {
        anchors.forEach(anchor -> byProcess.put(anchor.pid(), anchor));
    }

    boolean isEmpty() {
        return byProcess.isEmpty();
    }

    /** Empty without an anchor, and for stamps before it. */
    OptionalLong wallNanos(long pid, long hostNanos) {
        ProcessAnchor anchor = byProcess.get(pid);
        return anchor == null || hostNanos < anchor.monotonicNanos()
                ? OptionalLong.empty()
                : OptionalLong.of(anchor.wallNanos() + hostNanos - anchor.monotonicNanos());
    }

    void members(JsonWriter json, long pid, long hostNanos) {
        OptionalLong wall = wallNanos(pid, hostNanos);
        if (wall.isPresent()) {
            long nanos = wall.getAsLong();
            json.member("wall_ts_ns", Long.toString(nanos));
            Instant instant = Instant.ofEpochSecond(
                    Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
            json.member("wall_time", TO_THE_NANO.format(instant));
        }
    }

    void anchors(JsonWriter json) {
        json.name("clockAnchors").beginArray();
        for (ProcessAnchor anchor : byProcess.values()) {
            json.beginObject()
                    .member("pid", anchor.pid())
                    .member("mono_ns", Long.toString(anchor.monotonicNanos()))
                    .member("wall_ns", Long.toString(anchor.wallNanos()))
                    .endObject();
        }
        json.endArray();
    }
}
