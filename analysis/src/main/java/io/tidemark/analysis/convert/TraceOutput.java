package io.tidemark.analysis.convert;

import io.tidemark.analysis.convert.encode.ChromeJsonSink;
import io.tidemark.analysis.convert.encode.JobRunner;
import io.tidemark.analysis.convert.encode.JsonStyle;
import io.tidemark.analysis.convert.encode.PerfettoSink;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.file.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** Writes the jobs of a trace as a file, which appears whole or not at all. Pure. */
public final class TraceOutput {
    /** Writes a trace to a stream. */
    public interface Body {
        TraceReport write(OutputStream stream) throws IOException;
    }

    private TraceOutput() {}

    public static TraceReport write(Path target, Body body) throws IOException {
        try (AtomicFile file = new AtomicFile(target)) {
            try {
                TraceReport report = body.write(file.stream());
                file.commit();
                return report;
            } catch (UncheckedIOException failure) {
                throw file.failure(failure.getCause());
            } catch (IOException failure) {
                throw file.failure(failure);
            }
        }
    }

    /** Writes a Perfetto trace and returns its size in bytes. */
    public static long perfetto(List<TraceJob> jobs, OutputStream stream, DoubleConsumer progress) {
        return new JobRunner(jobs, (job, target) -> new PerfettoSink(target, job + 1), stream, progress).run();
    }

    /** Writes a Chrome trace that ends with {@code notes}, and returns its size in bytes. */
    public static long json(
            List<TraceJob> jobs,
            JsonStyle style,
            Map<String, Object> notes,
            OutputStream stream,
            DoubleConsumer progress)
            throws IOException {
        byte[] head = "{\"traceEvents\":[".getBytes(StandardCharsets.US_ASCII);
        stream.write(head);
        JobRunner.SinkFactory sinks = (job, target) -> new ChromeJsonSink(target, style, job == 0);
        long size = new JobRunner(jobs, sinks, stream, progress).run();
        StringBuilder text = new StringBuilder("\n]");
        if (!notes.isEmpty()) {
            text.append(",\n\"metadata\":");
            JsonWriter.onOneLine(text).tree(notes);
        }
        byte[] tail = text.append("}\n").toString().getBytes(StandardCharsets.US_ASCII);
        stream.write(tail);
        return head.length + size + tail.length;
    }
}
