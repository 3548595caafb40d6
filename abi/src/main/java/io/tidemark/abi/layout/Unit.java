package io.tidemark.abi.layout;

/** What the number in a field counts. Printed in the layout pages; has no code on the wire. */
public enum Unit {
    TICKS,
    NANOS,
    MILLIS,
    HERTZ,
    BYTES,
    /** A byte offset from the start of the region; 0 means none. */
    OFFSET,
    /** Only ever increases. */
    POSITION,
    COUNT,
    INDEX,
    ID,
    CODE,
    FLAGS,
    TEXT
}
