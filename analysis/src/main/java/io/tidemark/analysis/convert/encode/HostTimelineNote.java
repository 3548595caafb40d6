package io.tidemark.analysis.convert.encode;

import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.swimlane.ClockAlignment;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a trace of a host-orchestrated run says about its two clocks: how they were brought onto one
 * axis, how sure that is, and whether the host kept all its records. Immutable.
 */
public final class HostTimelineNote {
    private final Map<String, Object> members = new LinkedHashMap<>();
    private final boolean comparable;

    private HostTimelineNote(SwimlaneTable table, Timeline axis) {
        ClockAlignment alignment = axis.alignment();
        boolean calibrated = axis.isClockAligned();
        long records = table.hostSubmits().size();
        Map<String, Object> host = hostCapture(table, records);
        boolean complete = isComplete(table, records);
        comparable = calibrated && complete;
        members.put("layout", calibrated ? "clock_aligned" : "causal_composite");
        members.put("trace_status", complete ? "complete" : "partial");
        members.put("relation", table.metadata().host().map(h -> h.relation()).orElse(null));
        members.put("clock_alignment", alignment(alignment, calibrated));
        members.put("host_capture", host);
        members.put("host_records_complete", complete);
        members.put("cross_domain_latency_available", comparable);
        if (!calibrated) {
            members.put("cross_domain_gap_unknown", true);
            members.put("logical_seam_us", axis.seamMicros());
        }
        if (records == 0) {
            members.put("host_records_missing", true);
        }
    }

    public static HostTimelineNote of(SwimlaneTable table, Timeline axis) {
        return new HostTimelineNote(table, axis);
    }

    /** True when a host and a device time may be subtracted. */
    public boolean isComparable() {
        return comparable;
    }

    public Map<String, Object> members() {
        return members;
    }

    private static Map<String, Object> alignment(ClockAlignment alignment, boolean calibrated) {
        Map<String, Object> note = new LinkedHashMap<>();
        OptionalLong uncertainty = alignment.anchorUncertaintyNanos();
        Object anchor = uncertainty.isPresent() ? uncertainty.getAsLong() : null;
        note.put("status", calibrated ? "calibrated" : "unaligned");
        note.put("method", ClockAlignment.METHOD);
        note.put("anchor_uncertainty_ns", anchor);
        note.put("host_timestamp_quantization_ns", alignment.quantizationNanos());
        note.put(
                "max_uncertainty_ns",
                uncertainty.isPresent() ? (Object) (uncertainty.getAsLong() + alignment.quantizationNanos()) : null);
        alignment.reason().ifPresent(reason -> note.put("reason", reason));
        if (calibrated) {
            Map<String, Object> samples = new LinkedHashMap<>();
            samples.put(
                    "pre_host_orchestration", alignment.before().orElseThrow().sampleIndex());
            samples.put("post_device_execution", alignment.after().orElseThrow().sampleIndex());
            note.put("selected_sample_idx", samples);
        }
        return note;
    }

    private static Map<String, Object> hostCapture(SwimlaneTable table, long records) {
        Map<String, Object> note = new LinkedHashMap<>();
        if (table.metadata().hostCapture().isEmpty()) {
            note.put("status", "unknown");
            note.put("recorded_records", records);
            note.put("dropped_records", null);
            note.put("error", "legacy_capture_status_missing");
            return note;
        }
        HostCapture capture = table.metadata().hostCapture().get();
        note.putAll(capture.raw());
        List<String> errors = new ArrayList<>();
        if (capture.recordedRecords().isPresent() && capture.recordedRecords().getAsLong() != records) {
            errors.add("recorded_record_count_mismatch");
        }
        if (capture.expectedRecords().isEmpty()) {
            errors.add("expected_record_count_missing");
        } else if (capture.expectedRecords().getAsLong() != records) {
            errors.add("expected_record_count_mismatch");
        }
        if (!errors.isEmpty()) {
            note.put("converter_validation_errors", errors);
        }
        return note;
    }

    private static boolean isComplete(SwimlaneTable table, long records) {
        return table.metadata()
                .hostCapture()
                .filter(capture -> "complete".equals(capture.status()))
                .filter(capture -> capture.droppedRecords().orElse(-1) == 0)
                .filter(capture -> capture.recordedRecords().orElse(records) == records)
                .filter(capture -> capture.expectedRecords().isPresent())
                .filter(capture -> capture.expectedRecords().getAsLong() == records)
                .isPresent();
    }
}
