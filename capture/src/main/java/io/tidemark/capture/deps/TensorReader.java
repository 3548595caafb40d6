package io.tidemark.capture.deps;

import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;

/** Reads the tensors of a dependency file; part of {@link DepsReader}; one thread. */
final class TensorReader {
    private static final Words FIELDS =
            Words.of("tensor_id", "buffer_addr", "version", "dtype", "buffer_numel", "ndims", "raw_shapes");

    private final JsonScanner scanner;
    private final ReadContext context;
    private final DependencyDetail detail;
    private final long[] rawShape = new long[32];

    TensorReader(JsonScanner scanner, ReadContext context, DependencyDetail detail) {
        this.scanner = scanner;
        this.context = context;
        this.detail = detail;
    }

    void readAll() throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            context.dropRow(scanner, "tensors");
            return;
        }
        while (scanner.nextElement()) {
            readTensor();
        }
    }

    private void readTensor() throws IOException, JsonDamage {
        long[] values = new long[FIELDS.size()];
        String dataType = "";
        long elements = 0;
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, field + 1)) != JsonScanner.END) {
                switch (field) {
                    case 0, 1 -> values[field] = scanner.unsigned();
                    case 2 -> values[field] = scanner.integer();
                    case 3 -> dataType = scanner.text();
                    case 4 -> elements = scanner.integer();
                    case 5 -> scanner.skipValue();
                    case 6 -> elements = product(scanner.row(rawShape, JsonScanner.SIGNED));
                    default -> {
                        context.unknownKey(scanner, "a tensor");
                        scanner.skipValue();
                    }
                }
            }
        }
        if (!context.dropRow(scanner, "tensor")
                && !detail.addTensor(values[0], values[1], values[2], dataType, elements)) {
            context.noteOnce("tensors that come twice count once");
        }
    }

    private long product(int dimensions) {
        long product = dimensions < 1 ? 0 : 1;
        for (int at = 0; at < dimensions; at++) {
            product *= rawShape[at];
        }
        return product;
    }
}
