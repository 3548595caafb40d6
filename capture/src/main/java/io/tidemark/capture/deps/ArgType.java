package io.tidemark.capture.deps;

/** Direction of a task's argument. */
public enum ArgType {
    INPUT,
    OUTPUT,
    INOUT,
    OUTPUT_EXISTING,
    /** Arguments without dependency, and words not known here. */
    UNKNOWN;

    public static ArgType ofWord(String word) {
        for (ArgType type : values()) {
            if (type.name().equals(word)) {
                return type;
            }
        }
        return UNKNOWN;
    }
}
