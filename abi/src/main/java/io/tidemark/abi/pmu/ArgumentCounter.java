package io.tidemark.abi.pmu;

import io.tidemark.abi.layout.I64;

/**
 * Counters of a subtask that need no event counter: the bytes that its arguments ask it to move, and
 * how often its core entered a kernel. Numbers are bits of {@code known} and never move.
 */
public enum ArgumentCounter {
    READ_BYTES(0, "arg_read_bytes", PmuRecord.READ_BYTES),
    WRITE_BYTES(1, "arg_write_bytes", PmuRecord.WRITE_BYTES),
    READ_ELEMENTS(2, "arg_read_elements", PmuRecord.READ_ELEMENTS),
    WRITE_ELEMENTS(3, "arg_write_elements", PmuRecord.WRITE_ELEMENTS),
    INVOCATIONS(4, "kernel_invocations", PmuRecord.INVOCATIONS);

    /** The four that follow from the tags and regions of the arguments. */
    public static final int TRAFFIC_BITS =
            READ_BYTES.bit() | WRITE_BYTES.bit() | READ_ELEMENTS.bit() | WRITE_ELEMENTS.bit();

    private final int number;
    private final String column;
    private final I64 field;

    ArgumentCounter(int number, String column, I64 field) {
        this.number = number;
        this.column = column;
        this.field = field;
    }

    /** The bit of this counter in {@link PmuRecord#KNOWN}. */
    public int bit() {
        return 1 << PmuRecord.ARGUMENT_BITS + number;
    }

    /** Column of the counter file. */
    public String column() {
        return column;
    }

    public I64 field() {
        return field;
    }
}
