package io.tidemark.viewer.resource;

import io.tidemark.abi.DType;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.TaskId;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ScalarValue;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes the table of dumped arguments and the values of one of them. Any thread may call. */
final class ArgumentResources {
    private static final int PIECE_BYTES = 1 << 16; // a whole number of elements of every type

    private final CaptureView view;
    private final ArgsManifest manifest;

    ArgumentResources(CaptureView view, ArgsManifest manifest) {
        this.view = view;
        this.manifest = manifest;
    }

    /** Rows of the table, in task order: one array per argument. */
    byte[] table(int chunk) {
        int from = chunk * Chunks.ROWS;
        int rows = Chunks.length(view.argumentOrder().size(), Chunks.ROWS, chunk);
        return Json.document(
                json -> {
                    json.beginArray();
                    for (int at = 0; at < rows; at++) {
                        writeRow(json, from + at);
                    }
                    json.endArray();
                });
    }

    private void writeRow(JsonWriter json, int position) {
        int row = view.argumentOrder().row(position);
        json.beginObject();
        json.member("task", Json.id(manifest.taskId(row)));
        json.member("label", TaskId.label(manifest.taskId(row)));
        json.name("names").beginArray();
        for (int kernel : manifest.functionIds(row)) {
            if (kernel >= 0) {
                json.value(view.kernelNameById().indexOf(kernel));
            }
        }
        json.endArray();
        json.member("arg", manifest.argIndex(row));
        json.member("role", manifest.role(row).word());
        json.member("stage", manifest.stage(row).word());
        json.member("dtype", ShownText.of(manifest.dataType(row)));
        if (manifest.isScalar(row)) {
            json.member("value", text(manifest.value(row)));
        } else {
            List<Long> shape = manifest.shape(row);
            json.name("shape").beginArray();
            shape.stream().limit(16).forEach(json::value);
            json.endArray();
            json.member("elements", manifest.elements(row));
        }
        json.member("bytes", manifest.payloadBytes(row));
        json.member("truncated", manifest.isTruncated(row));
        json.member("overwritten", manifest.isOverwritten(row));
        json.endObject();
    }

    private static String text(ScalarValue value) {
        return switch (value.kind()) {
            case ABSENT -> "";
            case SIGNED -> Long.toString(value.bits());
            case UNSIGNED -> Long.toUnsignedString(value.bits());
            case REAL -> Double.toString(value.real());
            case BOOL -> value.bits() != 0 ? "true" : "false";
            case NOT_A_NUMBER -> "NaN";
            case POSITIVE_INFINITY -> "+inf";
            case NEGATIVE_INFINITY -> "-inf";
        };
    }

    /**
     * Values and statistics of one argument, see {@link ValueStatistics}; empty without payload.
     */
    Optional<byte[]> values(int position) throws IOException {
        int row = view.argumentOrder().row(position);
        Optional<Path> payload = view.directory().argsPayload();
        DType type = DType.ofName(manifest.dataType(row));
        long size = manifest.payloadBytes(row);
        if (payload.isEmpty() || size <= 0 || type == DType.UNKNOWN) {
            return Optional.empty();
        }
        try (FileChannel file = FileChannel.open(payload.get())) {
            long offset = manifest.payloadOffset(row);
            if (offset < 0 || offset >= file.size()) {
                return Optional.empty();
            }
            long end = Math.min(file.size(), offset + size);
            return Optional.of(read(file, offset, end, type, manifest.elements(row)));
        }
    }

    private static byte[] read(FileChannel file, long offset, long end, DType type, long elements)
            throws IOException {
        ValueStatistics values = new ValueStatistics(type, elements);
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        long at = offset;
        int got = 1;
        while (at < end && got > 0) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
            do {
                got = file.read(piece, at + piece.position());
            } while (piece.hasRemaining() && got > 0);
            values.add(piece.array(), piece.position());
            at += piece.position();
        }
        return values.write();
    }
}
