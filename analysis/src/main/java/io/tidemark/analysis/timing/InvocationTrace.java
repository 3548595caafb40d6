package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chrome trace with one process lane per invocation: host spans on one thread, device spans, which
 * count on another clock, on a second. Streams; one thread.
 */
public final class InvocationTrace {
    private record Lane(Invocation invocation, String label) {}

    private InvocationTrace() {}

    /** Writes the document; answers how many spans it holds. */
    public static int write(TimingReport report, Appendable out) {
        WallClock clock = new WallClock(report.log().anchors());
        List<Lane> lanes = new ArrayList<>();
        for (Callable callable : report.callables()) {
            callable.invocations().forEach(run -> lanes.add(new Lane(run, callable.label())));
        }
        lanes.sort(Comparator.comparingLong((Lane lane) -> lane.invocation.pid())
                .thenComparingLong(lane -> lane.invocation.number()));
        JsonWriter json = new JsonWriter(out);
        json.beginObject().name("traceEvents").beginArray();
        int spans = 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            Invocation run = lanes.get(lane).invocation;
            String name = "%s inv=%s (pid=%d)"
                    .formatted(lanes.get(lane).label, Long.toUnsignedString(run.number()), run.pid());
            TraceNames.process(json, lane + 1, name);
            TraceNames.thread(json, lane + 1, 0, "host");
            TraceNames.thread(json, lane + 1, 1, "device (clk=dev)");
            for (StraceSpan span : run.spans()) {
                event(json, span, lane + 1, clock);
                spans++;
            }
        }
        json.endArray().member("displayTimeUnit", "ms");
        if (!clock.isEmpty()) {
            clock.anchors(json);
        }
        json.endObject().finish();
        return spans;
    }

    private static void event(JsonWriter json, StraceSpan span, int lane, WallClock clock) {
        json.beginObject()
                .member("name", span.name())
                .member("ph", "X")
                .member("ts", span.startNanos() / 1000.0)
                .member("dur", span.durationNanos() / 1000.0)
                .member("pid", lane)
                .member("tid", span.onDeviceClock() ? 1 : 0)
                .name("args")
                .beginObject()
                .member("inv", span.invocation())
                .member("hid", span.callableHash())
                .member("depth", span.depth())
                .member("attrs", AttributeText.of(span.attributes()));
        if (!span.onDeviceClock()) {
            clock.members(json, span.pid(), span.startNanos());
        }
        json.endObject().endObject();
    }
}
