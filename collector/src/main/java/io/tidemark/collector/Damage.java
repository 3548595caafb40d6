package io.tidemark.collector;

/**
 * What the other half can send that makes no sense. Each is counted and skipped; none is ever
 * thrown.
 */
public enum Damage {
    UNKNOWN_KIND("an entry names a buffer kind that the region does not have"),
    LANE_OUT_OF_RANGE("an entry names a lane that its kind does not have"),
    FOREIGN_BUFFER("an entry points to no buffer of its lane"),
    RECORD_COUNT("an entry claims more records than a buffer holds, or none"),
    REPEATED_SEQUENCE("an entry brings a buffer that was collected before"),
    HEADER_MISMATCH("a buffer's own header contradicts the entry that brought it"),
    TORN_ENTRY("an entry never became whole"),
    QUEUE_POSITION("a queue's position lay outside what its other end can have done"),
    BUFFER_HEADER("a buffer left in the region contradicts its lane or another buffer"),
    FREE_QUEUE("a free queue's position, or a buffer in it, made no sense to the device"),
    ARENA_POSITION("a lane's payloads ended outside what its writer can have reached"),
    STRAY_SLOT("a part of a submit came without the submit that it belongs to");

    private final String sentence;

    Damage(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
