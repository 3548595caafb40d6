package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.StraceLog;
import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chrome trace of the host's threads as they ran. Device spans count on another clock and are
 * listed beside the events, never drawn among them. Streams; one thread.
 */
public final class HostSwimlane {
    /** What was written. */
    public record Counts(int hostSpans, int deviceSpans, int bindLines, int phaseRecords, int homelessPasses) {}

    /** Members that an attribute of the same name must not repeat. */
    private static final Set<String> TAKEN =
            Set.of("inv", "hid", "depth", "attrs", "os_tid", "raw", "wall_ts_ns", "wall_time");

    private final WallClock clock;
    private final JsonWriter json;
    private final List<StraceSpan> host = new ArrayList<>();
    private final List<StraceSpan> device = new ArrayList<>();

    private HostSwimlane(StraceLog log, Appendable out) {
        clock = new WallClock(log.anchors());
        json = new JsonWriter(out);
        for (StraceSpan span : log.spans()) {
            (span.onDeviceClock() ? device : host).add(span);
        }
    }

    public static Counts write(StraceLog log, List<BindPhase> lines, List<HostPhasePass> passes, Appendable out) {
        return new HostSwimlane(log, out).write(lines, passes);
    }

    private Counts write(List<BindPhase> lines, List<HostPhasePass> passes) {
        int logged = host.size();
        PrepareSpans prepare = PrepareSpans.of(host, lines, passes);
        host.addAll(prepare.spans());
        host.sort(Comparator.comparingLong(StraceSpan::startNanos)
                .thenComparingLong(span -> -span.durationNanos())
                .thenComparingInt(StraceSpan::depth));
        HostLanes lanes = new HostLanes(host);
        json.beginObject().name("traceEvents").beginArray();
        names(lanes);
        host.forEach(span -> event(span, lanes.lane(span)));
        flows(lanes);
        json.endArray().member("displayTimeUnit", "ms");
        json.name("unalignedDeviceSpans").beginArray();
        device.forEach(this::unaligned);
        json.endArray();
        if (!clock.isEmpty()) {
            clock.anchors(json);
        }
        json.endObject().finish();
        return new Counts(logged, device.size(), prepare.fromLines(), prepare.fromRecords(), prepare.homelessPasses());
    }

    private void names(HostLanes lanes) {
        Map<Long, String> processes = new TreeMap<>();
        for (StraceSpan span : host) {
            processes.putIfAbsent(span.pid(), process(span));
        }
        processes.forEach((pid, name) -> TraceNames.process(json, pid, name + " (pid=" + pid + ")"));
        lanes.names().forEach((thread, name) -> TraceNames.thread(json, thread.pid(), thread.tid(), name));
    }

    private static String process(StraceSpan span) {
        return switch (SpanFamily.of(span.name())) {
            case NODE -> "node";
            case EXTERNAL -> "external";
            default -> "chip";
        };
    }

    private void event(StraceSpan span, long lane) {
        json.beginObject()
                .member("name", span.name())
                .member("ph", "X")
                .member("ts", span.startNanos() / 1000.0)
                .member("dur", span.durationNanos() / 1000.0)
                .member("pid", span.pid())
                .member("tid", lane)
                .name("args")
                .beginObject()
                .member("inv", span.invocation())
                .member("hid", span.callableHash())
                .member("depth", span.depth())
                .member("attrs", AttributeText.of(span.attributes()))
                .member("os_tid", span.tid());
        attributes(span);
        clock.members(json, span.pid(), span.startNanos());
        json.endObject().endObject();
    }

    private void attributes(StraceSpan span) {
        span.attributes().forEach((key, value) -> {
            if (TAKEN.contains(key)) {
                return;
            }
            if (value instanceof Long number) {
                json.member(key, number.longValue());
            } else {
                json.member(key, value.toString());
            }
        });
    }

    private void unaligned(StraceSpan span) {
        json.beginObject()
                .member("name", span.name())
                .member("ts_ns", span.startNanos())
                .member("dur_ns", span.durationNanos())
                .member("pid", span.pid())
                .member("tid", span.tid())
                .member("inv", span.invocation())
                .member("hid", span.callableHash())
                .member("depth", span.depth())
                .name("attrs")
                .beginObject()
                .member("raw", AttributeText.of(span.attributes()));
        attributes(span);
        json.endObject().endObject();
    }

    private record TaskKey(long pid, long run, long slot) {}

    /**
     * An arrow from each submit to the dispatches of its task; the latest submit before it counts.
     */
    private void flows(HostLanes lanes) {
        Map<TaskKey, List<StraceSpan>> submits = new LinkedHashMap<>();
        int number = 0;
        for (StraceSpan span : host) {
            if (SpanFamily.of(span.name()) != SpanFamily.NODE) {
                continue;
            }
            Optional<TaskKey> key = taskKey(span);
            if (key.isEmpty()) {
                continue;
            }
            if (span.name().endsWith(".submit")) {
                submits.computeIfAbsent(key.get(), fresh -> new ArrayList<>()).add(span);
            } else if (span.name().endsWith(".dispatch")) {
                List<StraceSpan> before = submits.getOrDefault(key.get(), List.of());
                if (!before.isEmpty()) {
                    flow(before.getLast(), span, ++number, lanes);
                }
            }
        }
    }

    private void flow(StraceSpan submit, StraceSpan dispatch, int number, HostLanes lanes) {
        Map<String, Object> attributes = dispatch.attributes();
        String key = "dispatch:%d:%s:%s:%s:%s:%s"
                .formatted(
                        dispatch.pid(),
                        attributes.get("run_id"),
                        slot(attributes),
                        attributes.getOrDefault("group_index", -1),
                        attributes.getOrDefault("worker_id", -1),
                        attributes.getOrDefault("dispatch_id", 0));
        double from = Math.min(submit.endNanos(), dispatch.startNanos()) / 1000.0;
        arrow("s", number, from, submit, lanes, key);
        arrow("f", number, dispatch.startNanos() / 1000.0, dispatch, lanes, key);
    }

    private void arrow(String kind, int number, double micros, StraceSpan span, HostLanes lanes, String key) {
        json.beginObject()
                .member("name", "task dispatch")
                .member("cat", "host.scheduler")
                .member("ph", kind)
                .member("id", number)
                .member("ts", micros)
                .member("pid", span.pid())
                .member("tid", lanes.lane(span));
        if (kind.equals("f")) {
            json.member("bp", "e");
        }
        json.name("args").beginObject().member("dispatch_key", key).endObject().endObject();
    }

    private static Optional<TaskKey> taskKey(StraceSpan span) {
        Object run = span.attributes().get("run_id");
        Object slot = slot(span.attributes());
        return run instanceof Long runId && slot instanceof Long slotId
                ? Optional.of(new TaskKey(span.pid(), runId, slotId))
                : Optional.empty();
    }

    private static Object slot(Map<String, Object> attributes) {
        Object task = attributes.get("task_slot");
        return task != null ? task : attributes.get("slot");
    }
}
