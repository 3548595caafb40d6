package io.tidemark.capture.deps;

/** What an edge asks for: waiting for the producer, keeping it alive, or both. */
public enum EdgeFlags {
    NONE("[]"),
    WAIT("[\"wait\"]"),
    RETAIN("[\"retain\"]"),
    WAIT_AND_RETAIN("[\"wait\",\"retain\"]");

    private final String text;

    EdgeFlags(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    public static EdgeFlags of(boolean wait, boolean retain) {
        if (wait) {
            return retain ? WAIT_AND_RETAIN : WAIT;
        }
        return retain ? RETAIN : NONE;
    }
}
