package io.tidemark.viewer.resource;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.analysis.args.ArgStatistics;
import io.tidemark.analysis.args.Elements;
import io.tidemark.analysis.args.PayloadFile;
import io.tidemark.analysis.args.TypedScalar;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.ShownText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Writes the table of dumped arguments and the values of one of them. Any thread may call. */
final class ArgumentResources {
    /** Values that travel to the page; a heat map of 256 x 256. */
    static final int SHOWN = 65_536;

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
        return JsonBytes.document(json -> {
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
        json.member("task", JsonBytes.id(manifest.taskId(row)));
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
            DType type = DType.ofName(manifest.dataType(row));
            json.member("value", TypedScalar.of(type, manifest.value(row)));
        } else {
            List<Long> shape = manifest.shape(row);
            json.name("shape").beginArray();
            shape.forEach(json::value);
            json.endArray();
            json.member("elements", manifest.elements(row));
        }
        json.member("bytes", manifest.payloadBytes(row));
        json.member("truncated", manifest.isTruncated(row));
        json.member("overwritten", manifest.isOverwritten(row));
        json.endObject();
    }

    /**
     * f64 values of the first {@link #SHOWN} elements; then f64 count, least, greatest, mean,
     * zeros, NaNs, infinities over all of them. No values when the bytes are not there.
     */
    byte[] values(int position) throws IOException {
        int row = view.argumentOrder().row(position);
        try (PayloadFile payload = PayloadFile.open(view.directory().argsPayload())) {
            DType type = DType.ofName(manifest.dataType(row));
            MemorySegment bytes = payload.bytes(manifest, row);
            Elements elements = Elements.of(type, bytes, manifest.elements(row));
            ArgStatistics all = ArgStatistics.of(elements);
            boolean any = all.finite() > 0;
            double[] statistics = {
                all.count(),
                any ? type.toDouble(all.least()) : Double.NaN,
                any ? type.toDouble(all.greatest()) : Double.NaN,
                all.mean(),
                all.zero(),
                all.notANumber(),
                all.infinite()
            };
            return new Columns((int) Math.min(SHOWN, elements.count()))
                    .doubles(elements::value)
                    .doubles(statistics.length, at -> statistics[at])
                    .toBytes();
        }
    }
}
