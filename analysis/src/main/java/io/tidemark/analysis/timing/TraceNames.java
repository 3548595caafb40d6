package io.tidemark.analysis.timing;

import io.tidemark.analysis.text.JsonWriter;

/** Name events of a Chrome trace. Pure output. */
final class TraceNames {
    private TraceNames() {}

    static void process(JsonWriter json, long pid, String name) {
        write(json, "process_name", pid, 0, name);
    }

    static void thread(JsonWriter json, long pid, long tid, String name) {
        write(json, "thread_name", pid, tid, name);
    }

    private static void write(JsonWriter json, String kind, long pid, long tid, String name) {
        json.beginObject()
                .member("ph", "M")
                .member("name", kind)
                .member("pid", pid)
                .member("tid", tid)
                .name("args")
                .beginObject()
                .member("name", name)
                .endObject()
                .endObject();
    }
}
