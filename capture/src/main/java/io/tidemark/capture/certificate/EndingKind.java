package io.tidemark.capture.certificate;

/** How a run ended, in one word. */
public enum EndingKind {
    OK("ok", "OK"),
    /** It ran to its end, and its result is not the golden's. */
    WRONG_RESULT("wrong-result", "WRONG RESULT"),
    ERROR("error", "FAILED"),
    HANG("hang", "HUNG"),
    /** Its process, or the process of its device, ended before the run. */
    KILLED("killed", "KILLED"),
    /** Its user ended it. */
    INTERRUPTED("interrupted", "INTERRUPTED"),
    /** Nothing in the capture says how the run ended. */
    UNKNOWN("unknown", "UNKNOWN"),
    /** The capture has a word that this version does not know. */
    OTHER("other", "NOT OK");

    private final String word;
    private final String shown;

    EndingKind(String word, String shown) {
        this.word = word;
        this.shown = shown;
    }

    /** The word that files and {@code --json} have. */
    public String word() {
        return word;
    }

    /** The words that a report shows. */
    public String shown() {
        return shown;
    }

    /** True when it is known that the run did not end well. */
    public boolean isBad() {
        return this != OK && this != UNKNOWN;
    }

    /** The kind of a word in a file. */
    public static EndingKind ofWord(String word) {
        for (EndingKind kind : values()) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return OTHER;
    }
}
