package io.tidemark.abi.layout;

/** Width of one element of a field; the letter says whether it has a sign. */
public enum FieldType {
    I64(8),
    I32(4),
    U32(4),
    U16(2),
    U8(1);

    private final int sizeBytes;

    FieldType(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    public int sizeBytes() {
        return sizeBytes;
    }
}
