package io.tidemark.capture.deps;

/** Direction of a task's argument. */
public enum ArgType {
    INPUT,
    OUTPUT,
    INOUT,
    OUTPUT_EXISTING,
    /** Passed without dependency: the kernel may read or write it. Files call it UNKNOWN. */
    NO_DEP("UNKNOWN"),
    /** No type, or a word not known here. */
    UNKNOWN("OTHER");

    private final String word;

    ArgType() {
        word = name();
    }

    ArgType(String word) {
        this.word = word;
    }

    /** The type's name in files. */
    public String word() {
        return word;
    }

    public static ArgType ofWord(String word) {
        for (ArgType type : values()) {
            if (type.word.equals(word)) {
                return type;
            }
        }
        return UNKNOWN;
    }
}
