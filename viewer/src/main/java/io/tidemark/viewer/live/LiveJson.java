package io.tidemark.viewer.live;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;

/** A snapshot as one line of JSON, the payload of one server-sent event. Stateless. */
public final class LiveJson {
    private LiveJson() {}

    /** The page sees by {@code captures} that a finished capture can be opened. */
    public static String line(LiveSnapshot snapshot, int captures) {
        StringBuilder text = new StringBuilder(4096);
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject();
        json.member("title", ShownText.of(snapshot.title()));
        json.member("running", snapshot.running());
        json.member("writing", snapshot.writing());
        json.member("ending", ShownText.of(snapshot.ending()));
        json.member("elapsedNanos", snapshot.elapsedNanos());
        json.member("submitted", snapshot.submittedTasks());
        json.member("completed", snapshot.completedTasks());
        json.member("expected", snapshot.expectedTasks());
        json.member("banner", snapshot.banner());
        json.member("captures", captures);
        json.name("lanes").beginArray();
        for (LiveSnapshot.LaneProgress lane : snapshot.lanes()) {
            json.beginObject();
            json.member("group", ShownText.of(lane.group()));
            json.member("label", ShownText.of(lane.label()));
            json.member("records", lane.records());
            json.member("now", ShownText.of(lane.now()));
            json.endObject();
        }
        json.endArray();
        json.name("gauges").beginArray();
        for (LiveSnapshot.Gauge gauge : snapshot.gauges()) {
            json.beginObject();
            json.member("group", ShownText.of(gauge.group()));
            json.member("label", ShownText.of(gauge.label()));
            json.member("used", gauge.used());
            json.member("capacity", gauge.capacity());
            json.endObject();
        }
        json.endArray();
        json.name("channels").beginArray();
        for (LiveSnapshot.ChannelProgress channel : snapshot.channels()) {
            json.beginObject();
            json.member("channel", ShownText.of(channel.channel()));
            json.member("reserved", channel.reserved());
            json.member("delivered", channel.delivered());
            json.member("dropped", channel.dropped());
            json.endObject();
        }
        json.endArray();
        json.name("kernels").beginArray();
        for (LiveSnapshot.KernelProgress kernel : snapshot.kernels()) {
            json.beginObject();
            json.member("name", ShownText.of(kernel.name()));
            json.member("runs", kernel.runs());
            json.member("totalNanos", kernel.totalNanos());
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return text.toString();
    }
}
