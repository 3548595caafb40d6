package io.tidemark.abi.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The shape of one record: its name, its number on the wire and its fields, in the order of their
 * bytes. Immutable, any thread. It is built line by line by the class that declares the record, and
 * that class does not load when a line overlaps the one before it or is not aligned to its own
 * width.
 */
public final class RecordLayout {
    private final String name;
    private final int id;
    private final int sizeBytes;
    private final List<FieldLine> fields;

    private RecordLayout(String name, int id, int sizeBytes, List<FieldLine> fields) {
        this.name = name;
        this.id = id;
        this.sizeBytes = sizeBytes;
        this.fields = fields;
    }

    /**
     * Starts a record. {@code id} is its number in a region's directory: positive, never reused.
     */
    public static Builder named(String name, int id) {
        return new Builder(name, id);
    }

    public String name() {
        return name;
    }

    public int id() {
        return id;
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    /** In the order of their bytes. */
    public List<FieldLine> fields() {
        return fields;
    }

    public Optional<FieldLine> field(String fieldName) {
        return fields.stream().filter(line -> line.name().equals(fieldName)).findFirst();
    }

    /** The table of the record for {@code docs/abi}. */
    public String page() {
        StringBuilder page = new StringBuilder();
        page.append(String.format(Locale.ROOT, "%s, layout %d, %d bytes, little-endian%n%n", name, id, sizeBytes));
        row(page, "offset", "bytes", "type", "field", "unit", "meaning");
        int next = 0;
        for (FieldLine line : fields) {
            gap(page, next, line.offset());
            row(
                    page,
                    Integer.toString(line.offset()),
                    Integer.toString(line.sizeBytes()),
                    line.typeText(),
                    line.name(),
                    line.unit().name().toLowerCase(Locale.ROOT),
                    line.meaning());
            next = line.offset() + line.sizeBytes();
        }
        gap(page, next, sizeBytes);
        return page.toString().replace("\r\n", "\n");
    }

    private static void gap(StringBuilder page, int from, int to) {
        if (from < to) {
            String bytes = Integer.toString(to - from);
            row(page, Integer.toString(from), bytes, "-", "-", "-", "reserved, written as zero");
        }
    }

    private static void row(StringBuilder page, String... cells) {
        page.append(String.format(Locale.ROOT, "%6s %5s  %-8s %-24s %-9s %s%n", (Object[]) cells));
    }

    /** Collects the lines of one record; used once, by the class that declares it. */
    public static final class Builder {
        private final String name;
        private final int id;
        private final List<FieldLine> fields = new ArrayList<>();
        private int next;

        private Builder(String name, int id) {
            if (id <= 0) {
                throw new IllegalStateException("%s declared with id=%d".formatted(name, id));
            }
            this.name = name;
            this.id = id;
        }

        public I64 i64(int offset, String field, Unit unit, String meaning) {
            return new I64(line(offset, field, FieldType.I64, 1, unit, meaning));
        }

        public I32 i32(int offset, String field, Unit unit, String meaning) {
            return new I32(line(offset, field, FieldType.I32, 1, unit, meaning));
        }

        public U32 u32(int offset, String field, Unit unit, String meaning) {
            return new U32(line(offset, field, FieldType.U32, 1, unit, meaning));
        }

        public U16 u16(int offset, String field, Unit unit, String meaning) {
            return new U16(line(offset, field, FieldType.U16, 1, unit, meaning));
        }

        public U8 u8(int offset, String field, Unit unit, String meaning) {
            return new U8(line(offset, field, FieldType.U8, 1, unit, meaning));
        }

        public I64Array i64s(int offset, String field, int elements, Unit unit, String meaning) {
            return new I64Array(line(offset, field, FieldType.I64, elements, unit, meaning), elements);
        }

        public I32Array i32s(int offset, String field, int elements, Unit unit, String meaning) {
            return new I32Array(line(offset, field, FieldType.I32, elements, unit, meaning), elements);
        }

        public U32Array u32s(int offset, String field, int elements, Unit unit, String meaning) {
            return new U32Array(line(offset, field, FieldType.U32, elements, unit, meaning), elements);
        }

        public U8Array u8s(int offset, String field, int elements, Unit unit, String meaning) {
            return new U8Array(line(offset, field, FieldType.U8, elements, unit, meaning), elements);
        }

        /** Closes the record. Bytes that no line names are reserved and stay zero. */
        public RecordLayout end(int sizeBytes) {
            if (sizeBytes < next || sizeBytes % 8 != 0) {
                throw new IllegalStateException(
                        "%s ends at %d, but its fields need %d and the size must be a multiple of 8"
                                .formatted(name, sizeBytes, next));
            }
            return new RecordLayout(name, id, sizeBytes, List.copyOf(fields));
        }

        private int line(int offset, String field, FieldType type, int elements, Unit unit, String text) {
            if (offset < next || offset % type.sizeBytes() != 0 || elements < 1) {
                throw new IllegalStateException("%s.%s declared at %d as %d of %d bytes, next free byte is %d"
                        .formatted(name, field, offset, elements, type.sizeBytes(), next));
            }
            if (fields.stream().anyMatch(line -> line.name().equals(field))) {
                throw new IllegalStateException("%s.%s declared twice".formatted(name, field));
            }
            next = Math.addExact(offset, Math.multiplyExact(type.sizeBytes(), elements));
            fields.add(new FieldLine(field, type, elements, offset, unit, text));
            return offset;
        }
    }
}
