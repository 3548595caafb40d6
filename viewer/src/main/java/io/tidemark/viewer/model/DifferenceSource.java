package io.tidemark.viewer.model;

import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.analysis.diff.Comparison;
import io.tidemark.analysis.diff.report.DiffJson;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A capture that can be compared with another one of the page. Any thread may ask. */
public final class DifferenceSource {
    private final Capture capture;
    private final String label;
    private ComparedRun run;

    /** The capture must have a timed run, and is not read elsewhere from now on. */
    public DifferenceSource(Capture capture, String label) {
        this.capture = capture;
        this.label = label;
    }

    /**
     * What {@code diff --json} prints of this one and another, with the steps that were compared.
     */
    public byte[] json(DifferenceSource after) {
        synchronized (DifferenceSource.class) { // a capture is for one thread at a time
            StringBuilder text = new StringBuilder();
            JsonWriter json = new JsonWriter(text, 0);
            json.beginObject();
            DiffJson.members(Comparison.of(List.of(this::run), List.of(after::run)), List.of(), ShownText::of, json);
            json.endObject();
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    private ComparedRun run() {
        if (run == null) {
            run = new ComparedRun(label, capture);
        }
        return run;
    }
}
