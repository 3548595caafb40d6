package io.tidemark.viewer.resource;

import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.viewer.model.ShownText;

/** Writes the samples of scopes, chunk by chunk: which tasks held a ring, and where. Stateless. */
final class SampleChunk {
    private SampleChunk() {}

    static byte[] write(ScopeTable table, int chunk) {
        int from = chunk * Chunks.ROWS;
        int rows = Chunks.length(table.size(), Chunks.ROWS, chunk);
        return JsonBytes.document(json -> {
            json.beginArray();
            for (int row = from; row < from + rows; row++) {
                json.beginObject();
                json.member("site", ShownText.of(table.site(row)));
                json.member("begins", table.isBegin(row));
                json.member("ring", table.ring(row));
                json.member("depth", table.depth(row));
                json.member("firstTask", table.taskStart(row));
                json.member("endTask", table.taskEnd(row));
                json.endObject();
            }
            json.endArray();
        });
    }
}
