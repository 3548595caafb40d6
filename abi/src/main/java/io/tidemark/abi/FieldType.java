package io.tidemark.abi;

/** Width and sign of one element of a field. */
public enum FieldType {
    I64(8, true),
    I32(4, true),
    U32(4, false),
    U16(2, false),
    U8(1, false);

    private final int sizeBytes;
    private final boolean signed;

    FieldType(int sizeBytes, boolean signed) {
        this.sizeBytes = sizeBytes;
        this.signed = signed;
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    public boolean signed() {
        return signed;
    }
}
