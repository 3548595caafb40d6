package io.tidemark.abi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.StringJoiner;
import java.util.function.ObjLongConsumer;

/**
 * Lets a byte test write a record somewhere in the middle of a segment and see its bytes, sixteen a
 * line.
 */
public final class RecordBytes {
    private static final long AT = 64;

    private final MemorySegment segment;
    private final RecordLayout layout;

    private RecordBytes(RecordLayout layout, MemorySegment segment) {
        this.layout = layout;
        this.segment = segment;
    }

    public static RecordBytes of(RecordLayout layout, ObjLongConsumer<MemorySegment> writer) {
        MemorySegment segment = Arena.ofAuto().allocate(AT + layout.sizeBytes(), 64);
        writer.accept(segment, AT);
        return new RecordBytes(layout, segment);
    }

    public String hex() {
        StringJoiner lines = new StringJoiner("\n");
        for (int from = 0; from < layout.sizeBytes(); from += 16) {
            int size = Math.min(16, layout.sizeBytes() - from);
            byte[] line = segment.asSlice(AT + from, size).toArray(JAVA_BYTE);
            lines.add(HexFormat.ofDelimiter(" ").formatHex(line));
        }
        return lines.toString();
    }
}
