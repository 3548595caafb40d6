package io.tidemark.capture.strace;

import io.tidemark.capture.file.WriteFailure;
import io.tidemark.capture.json.TextSink;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;

/** Adds prepare passes to {@code host_phase_records.jsonl}, one line each. One thread. */
public final class HostPhaseWriter {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = "host_phase_records.jsonl";

    /** The clock that stamps them. */
    public static final String CLOCK = "host_monotonic_ns";

    private HostPhaseWriter() {}

    /** Appends a pass, its phases in order of their start; nothing if it has none and lost none. */
    public static void append(Path file, HostPhasePass pass) throws IOException {
        if (pass.phases().isEmpty() && pass.dropped() == 0) {
            return;
        }
        List<Phase> sorted = pass.phases().stream()
                .sorted(Comparator.comparingLong(Phase::startNanos))
                .toList();
        try (TextSink sink =
                new TextSink(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
            sink.ascii("{\"pid\": ").number(pass.pid());
            sink.ascii(", \"inv\": ").number(pass.invocation());
            sink.ascii(", \"clock\": ").quoted(pass.clock());
            sink.ascii(", \"dropped\": ").number(pass.dropped()).ascii(", \"records\": [");
            boolean first = true;
            for (Phase phase : sorted) {
                sink.ascii(first ? "{\"phase\": " : ", {\"phase\": ").quoted(phase.phase());
                sink.ascii(", \"start_ns\": ").number(phase.startNanos());
                sink.ascii(", \"end_ns\": ").number(phase.endNanos());
                sink.ascii(", \"detail\": ").unsigned(phase.detail());
                sink.ascii(", \"tid\": ").number(phase.tid()).ascii("}");
                first = false;
            }
            sink.ascii("]}\n");
        } catch (IOException failure) {
            throw WriteFailure.of(file, file, failure);
        }
    }
}
