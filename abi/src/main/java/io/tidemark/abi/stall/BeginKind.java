package io.tidemark.abi.stall;

import java.util.Optional;

/**
 * Which moment stands for the begin of a kernel that did not end. Words in {@code hang.json}, never
 * reused.
 */
public enum BeginKind {
    UNKNOWN("unknown", "began at a time that is not known"),
    /** The core's own stamp. */
    START("start", "began then"),
    /** Sent to its core then; it began at that moment or later. */
    DISPATCH("dispatch", "was sent then, and began then or later"),
    /** Seen in the kernel then for the first time; it began at that moment or earlier. */
    SEEN("seen", "was seen then, and began then or earlier");

    private final String word;
    private final String words;

    BeginKind(String word, String words) {
        this.word = word;
        this.words = words;
    }

    public String word() {
        return word;
    }

    /** What it says of the kernel, for people. */
    public String words() {
        return words;
    }

    /** The kind of a word in a file, empty for what is none. */
    public static Optional<BeginKind> ofWord(Object word) {
        for (BeginKind kind : values()) {
            if (kind.word.equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
