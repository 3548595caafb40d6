package io.tidemark.abi.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * One declared line of a record: enough to print the field, or to read it from bytes without special
 * code. Immutable. {@code elements} is 1 for a single value.
 */
public record FieldLine(String name, FieldType type, int elements, int offset, Unit unit, String meaning) {
    public int sizeBytes() {
        return type.sizeBytes() * elements;
    }

    /** The value of one element; for printing and schema-driven readers, not for hot paths. */
    public long value(MemorySegment segment, long at, int element) {
        long where = at + offset + (long) element * type.sizeBytes();
        return switch (type) {
            case I64 -> segment.get(LittleEndian.LONG, where);
            case I32 -> segment.get(LittleEndian.INT, where);
            case U32 -> segment.get(LittleEndian.INT, where) & 0xFFFF_FFFFL;
            case U16 -> segment.get(LittleEndian.SHORT, where) & 0xFFFF;
            case U8 -> segment.get(JAVA_BYTE, where) & 0xFF;
        };
    }

    String typeText() {
        String word = type.name().toLowerCase(Locale.ROOT);
        return elements == 1 ? word : word + "[" + elements + "]";
    }
}
