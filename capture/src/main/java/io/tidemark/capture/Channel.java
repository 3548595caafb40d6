package io.tidemark.capture;

import java.util.Locale;

/** The channels a capture may hold. */
public enum Channel {
    SWIMLANE,
    ARGS,
    SCOPE,
    DEPS,
    PMU;

    /** As certificates and messages spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
