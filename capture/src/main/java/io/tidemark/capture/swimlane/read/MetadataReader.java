package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.SwimlaneMetadata.HostTimeline;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the metadata object of eras F and G; part of {@link SwimlaneReader}; one thread. */
final class MetadataReader {
    private static final int MAX_KEPT_KEYS = 64;
    private static final Words FIELDS = Words.of(
            "clock_freq_hz",
            "num_cores",
            "core_types",
            "orchestrator_source",
            "orchestrator_clock_domain",
            "device_clock_domain",
            "host_timestamp_resolution_ns",
            "host_timestamp_quantization_ns",
            "host_orchestration_origin_ns",
            "timeline_relation",
            "host_capture",
            "clock_anchors",
            "core_to_thread",
            "runtime");
    private static final Words CORE_TYPES = Words.of("aic", "aiv");
    private static final Words NO_WORDS = Words.of();

    private final JsonScanner scanner;
    private final SwimlaneDraft draft;
    private String source;
    private String orchestratorDomain;
    private String deviceDomain;
    private String relation;
    private long resolution;
    private long quantization;
    private long origin;

    private MetadataReader(JsonScanner scanner, SwimlaneDraft draft) {
        this.scanner = scanner;
        this.draft = draft;
    }

    static void read(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        draft.hasMetadata = true;
        new MetadataReader(scanner, draft).readObject();
    }

    private void readObject() throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            draft.context.dropRow(scanner, "metadata");
            return;
        }
        int field = -1;
        while ((field = PresentFields.next(scanner, FIELDS, field + 1)) != JsonScanner.END) {
            readField(field);
            draft.context.dropRow(scanner, "the value");
            if (field >= 3 && field <= 9) {
                draft.host = Optional.of(hostTimeline()); // kept even if the file is cut here
            }
        }
    }

    private HostTimeline hostTimeline() {
        return new HostTimeline(source, orchestratorDomain, deviceDomain, resolution, quantization, origin, relation);
    }

    private void readField(int field) throws IOException, JsonDamage {
        switch (field) {
            case 0 -> draft.clockHz = scanner.integer();
            case 1 -> draft.coreCount = (int) scanner.integer(0, AicoreRows.MAX_CORE + 1);
            case 2 -> readCoreTypes();
            case 3 -> source = scanner.text();
            case 4 -> orchestratorDomain = scanner.text();
            case 5 -> deviceDomain = scanner.text();
            case 6 -> resolution = scanner.integer();
            case 7 -> quantization = scanner.integer();
            case 8 -> origin = scanner.integer();
            case 9 -> relation = scanner.text();
            case 10 -> readHostCapture();
            case 11 -> draft.clockAnchors = ClockAnchorReader.read(scanner, draft.context);
            case 12 -> draft.coreToThread = SwimlaneReader.integers(scanner, draft);
            case 13 -> {
                String name = scanner.text();
                draft.runtime = name == null ? "" : name;
            }
            default -> {
                draft.context.unknownKey(scanner, "metadata");
                scanner.skipValue();
            }
        }
    }

    private void readCoreTypes() throws IOException, JsonDamage {
        if (scanner.beginArray()) {
            int guess = 0;
            while (scanner.nextElement()) {
                int word = scanner.word(CORE_TYPES, guess);
                guess = Math.max(word, 0);
                if (word == Words.UNKNOWN) {
                    draft.context.noteOnce("core types other than aic and aiv count as aiv");
                }
                if (draft.coreTypes.size() <= AicoreRows.MAX_CORE) {
                    draft.coreTypes.add(word == 0 ? CoreType.AIC : CoreType.AIV);
                }
            }
        }
    }

    private void readHostCapture() throws IOException, JsonDamage {
        if (scanner.isNull() || !scanner.beginObject()) {
            return;
        }
        Map<String, Object> raw = new LinkedHashMap<>();
        while (scanner.nextField(NO_WORDS, 0) != JsonScanner.END) {
            String key = scanner.lastText();
            Object value = readScalar();
            if (raw.size() < MAX_KEPT_KEYS) {
                raw.put(key, value);
            }
        }
        draft.hostCapture = Optional.of(new HostCapture(
                text(raw, "status"),
                number(raw, "expected_records"),
                number(raw, "recorded_records"),
                number(raw, "pool_records"),
                number(raw, "dropped_records"),
                text(raw, "error"),
                raw));
    }

    private Object readScalar() throws IOException, JsonDamage {
        char kind = scanner.nextKind();
        return switch (kind) {
            case '"' -> scanner.text();
            case 't', 'f' -> scanner.bool();
            case 'n', '{', '[', 'N', 'I' -> {
                scanner.skipValue();
                yield null;
            }
            default -> scanner.integer();
        };
    }

    private static String text(Map<String, Object> raw, String key) {
        return raw.get(key) instanceof String text ? text : null;
    }

    private static OptionalLong number(Map<String, Object> raw, String key) {
        return raw.get(key) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }
}
