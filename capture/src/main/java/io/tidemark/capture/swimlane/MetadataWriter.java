package io.tidemark.capture.swimlane;

import io.tidemark.capture.json.JsonText;
import io.tidemark.capture.json.TextSink;
import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import io.tidemark.capture.swimlane.SwimlaneMetadata.HostTimeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Writes the metadata object of today's form; part of {@link SwimlaneWriter}. */
final class MetadataWriter {
    private static final String NEXT_KEY = ",\n    ";

    private final TextSink sink;

    MetadataWriter(TextSink sink) {
        this.sink = sink;
    }

    void write(SwimlaneMetadata metadata) throws IOException {
        sink.ascii("\"metadata\": {\n    \"clock_freq_hz\": ").number(metadata.clockHz());
        sink.ascii(NEXT_KEY + "\"num_cores\": ").number(metadata.coreCount());
        sink.ascii(NEXT_KEY + "\"core_types\": [");
        for (int core = 0; core < metadata.coreTypes().size(); core++) {
            sink.ascii(core > 0 ? ", \"" : "\"");
            sink.ascii(metadata.coreTypes().get(core).word()).ascii("\"");
        }
        sink.ascii("]");
        if (!metadata.runtime().isEmpty()) {
            text("runtime", metadata.runtime());
        }
        if (metadata.host().isPresent()) {
            host(metadata.host().get());
        }
        if (metadata.hostCapture().isPresent()) {
            hostCapture(metadata.hostCapture().get());
        }
        if (metadata.clockAnchors().isPresent()) {
            anchors(metadata.clockAnchors().get());
        }
        List<Integer> threads = metadata.coreToThread();
        if (!threads.isEmpty()) {
            sink.ascii(NEXT_KEY + "\"core_to_thread\": ");
            sink.list(threads.stream().mapToLong(Integer::longValue).toArray(), ", ");
        }
        sink.ascii("\n  }");
    }

    private void host(HostTimeline host) throws IOException {
        text("orchestrator_source", host.orchestratorSource());
        text("orchestrator_clock_domain", host.orchestratorClockDomain());
        text("device_clock_domain", host.deviceClockDomain());
        key("host_timestamp_resolution_ns").number(host.resolutionNanos());
        key("host_timestamp_quantization_ns").number(host.quantizationNanos());
        key("host_orchestration_origin_ns").number(host.originNanos());
        text("timeline_relation", host.relation());
    }

    private void hostCapture(HostCapture capture) throws IOException {
        key("host_capture").ascii("{");
        boolean first = true;
        for (Map.Entry<String, Object> entry : capture.raw().entrySet()) {
            sink.ascii(first ? "" : ", ").quoted(entry.getKey()).ascii(": ");
            value(entry.getValue());
            first = false;
        }
        sink.ascii("}");
    }

    private void value(Object value) throws IOException {
        if (value instanceof String text) {
            sink.quoted(text);
        } else {
            sink.ascii(String.valueOf(value)); // Long, Boolean or null
        }
    }

    private void anchors(ClockAnchors anchors) throws IOException {
        key("clock_anchors").ascii("{\n      \"schema_version\": ").number(anchors.schemaVersion());
        anchorText("provider", anchors.provider());
        anchorText("device_timestamp_unit", anchors.deviceTimestampUnit());
        anchorText("raw_device_timestamp_unit", anchors.rawDeviceTimestampUnit());
        sink.ascii(",\n      \"samples_per_position\": ").number(anchors.samplesPerPosition());
        if (anchors.samples() != null) {
            sink.ascii(",\n      \"samples\": [");
            boolean first = true;
            for (Sample sample : anchors.samples()) {
                sink.ascii(first ? "\n        " : ",\n        ");
                sample(sample);
                first = false;
            }
            sink.ascii(first ? "]" : "\n      ]");
        }
        sink.ascii("\n    }");
    }

    private void anchorText(String key, String value) throws IOException {
        if (value != null) {
            sink.ascii(",\n      \"" + key + "\": ").quoted(value);
        }
    }

    private void sample(Sample sample) throws IOException {
        sink.ascii("{\"position\": ");
        sink.bytes(JsonText.quoteOrNull(sample.position()).getBytes(StandardCharsets.UTF_8));
        sink.ascii(", \"sample_idx\": ").number(sample.index());
        sink.ascii(", \"host_before_ns\": ").number(sample.hostBeforeNanos());
        optional(", \"raw_device_timestamp\": ", sample.rawDeviceTimestamp());
        optional(", \"device_cycles\": ", sample.deviceTick());
        sink.ascii(", \"host_after_ns\": ").number(sample.hostAfterNanos());
        sink.ascii(", \"rtt_ns\": ").number(sample.roundTripNanos());
        sink.ascii(", \"uncertainty_ns\": ").number(sample.uncertaintyNanos());
        sink.ascii(", \"error\": ");
        if (sample.errorStage() == null) {
            sink.ascii("null}");
        } else {
            sink.ascii("{\"stage\": ").quoted(sample.errorStage());
            sink.ascii(", \"code\": ").number(sample.errorCode()).ascii("}}");
        }
    }

    private void optional(String key, OptionalLong value) throws IOException {
        sink.ascii(key);
        if (value.isPresent()) {
            sink.number(value.getAsLong());
        } else {
            sink.ascii("null");
        }
    }

    private void text(String key, String value) throws IOException {
        if (value != null) {
            key(key).quoted(value);
        }
    }

    private TextSink key(String key) throws IOException {
        return sink.ascii(NEXT_KEY + "\"").ascii(key).ascii("\": ");
    }
}
