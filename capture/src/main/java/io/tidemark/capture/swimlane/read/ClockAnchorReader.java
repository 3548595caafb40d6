package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the clock anchors of a metadata object; part of {@link SwimlaneReader}; one thread. */
final class ClockAnchorReader {
    private static final int MAX_SAMPLES = 4096;
    private static final Words FIELDS = Words.of(
            "schema_version",
            "provider",
            "device_timestamp_unit",
            "raw_device_timestamp_unit",
            "samples_per_position",
            "samples");
    private static final Words SAMPLE = Words.of(
            "position",
            "sample_idx",
            "host_before_ns",
            "raw_device_timestamp",
            "device_cycles",
            "host_after_ns",
            "rtt_ns",
            "uncertainty_ns",
            "error");
    private static final Words ERROR = Words.of("stage", "code");

    private final JsonScanner scanner;
    private final ReadContext context;
    private String errorStage;
    private long errorCode;

    private ClockAnchorReader(JsonScanner scanner, ReadContext context) {
        this.scanner = scanner;
        this.context = context;
    }

    static Optional<ClockAnchors> read(JsonScanner scanner, ReadContext context) throws IOException, JsonDamage {
        if (scanner.isNull() || !scanner.beginObject()) {
            return Optional.empty();
        }
        return Optional.of(new ClockAnchorReader(scanner, context).readAnchors());
    }

    private ClockAnchors readAnchors() throws IOException, JsonDamage {
        long schema = 0;
        String provider = null;
        String unit = null;
        String rawUnit = null;
        long perPosition = 0;
        List<Sample> samples = null;
        int field = -1;
        while ((field = scanner.nextField(FIELDS, field + 1)) != JsonScanner.END) {
            switch (field) {
                case 0 -> schema = scanner.integer();
                case 1 -> provider = scanner.text();
                case 2 -> unit = scanner.text();
                case 3 -> rawUnit = scanner.text();
                case 4 -> perPosition = scanner.integer();
                case 5 -> samples = readSamples();
                default -> {
                    context.unknownKey(scanner, "clock_anchors");
                    scanner.skipValue();
                }
            }
            context.dropRow(scanner, "the value");
        }
        return new ClockAnchors(schema, provider, unit, rawUnit, perPosition, samples);
    }

    private List<Sample> readSamples() throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            return null;
        }
        List<Sample> samples = new ArrayList<>();
        while (scanner.nextElement()) {
            Sample sample = readSample();
            boolean good = !context.dropRow(scanner, "clock sample");
            if (good && samples.size() < MAX_SAMPLES) {
                samples.add(sample);
            } else if (good) {
                context.noteOnce("clock samples beyond the first " + MAX_SAMPLES + " were skipped");
            }
        }
        return samples;
    }

    private Sample readSample() throws IOException, JsonDamage {
        String position = null;
        long[] values = new long[SAMPLE.size()];
        OptionalLong raw = OptionalLong.empty();
        OptionalLong tick = OptionalLong.empty();
        values[1] = -1;
        errorStage = null;
        errorCode = 0;
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = scanner.nextField(SAMPLE, field + 1)) != JsonScanner.END) {
                switch (field) {
                    case 0 -> position = scanner.text();
                    case 1, 2, 5, 6, 7 -> values[field] = scanner.integer();
                    case 3 -> raw = optional();
                    case 4 -> tick = optional();
                    case 8 -> readError();
                    default -> {
                        context.unknownKey(scanner, "a clock sample");
                        scanner.skipValue();
                    }
                }
            }
        }
        return new Sample(
                position, values[1], values[2], raw, tick, values[5], values[6], values[7], errorStage, errorCode);
    }

    private OptionalLong optional() throws IOException, JsonDamage {
        return scanner.isNull() ? OptionalLong.empty() : OptionalLong.of(scanner.integer());
    }

    /** null, 0 and the empty text mean "good"; everything else is an error. */
    private void readError() throws IOException, JsonDamage {
        switch (scanner.nextKind()) {
            case 'n', 'f' -> scanner.skipValue();
            case '"' -> {
                String text = scanner.text();
                errorStage = text.isEmpty() ? null : text;
            }
            case '{' -> {
                scanner.beginObject();
                errorStage = "unknown";
                int field = -1;
                while ((field = scanner.nextField(ERROR, field + 1)) != JsonScanner.END) {
                    switch (field) {
                        case 0 -> errorStage = scanner.text();
                        case 1 -> errorCode = scanner.integer();
                        default -> scanner.skipValue();
                    }
                }
            }
            case '[', 't' -> {
                scanner.skipValue();
                errorStage = "unknown";
            }
            default -> {
                errorCode = scanner.integer();
                errorStage = errorCode == 0 ? null : "unknown";
            }
        }
    }
}
