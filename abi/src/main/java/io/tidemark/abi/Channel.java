package io.tidemark.abi;

import java.util.Optional;

/** The five streams of evidence. The code stands in region directories and is never reused. */
public enum Channel {
    SWIMLANE(1, "swimlane"),
    ARGS(2, "args"),
    SCOPE(3, "scope"),
    DEPS(4, "deps"),
    PMU(5, "pmu");

    private final int code;
    private final String word;

    Channel(int code, String word) {
        this.code = code;
        this.word = word;
    }

    public int code() {
        return code;
    }

    /** The word that names the channel in packages, files and reports. */
    public String word() {
        return word;
    }

    public static Optional<Channel> ofCode(long code) {
        for (Channel channel : values()) {
            if (channel.code == code) {
                return Optional.of(channel);
            }
        }
        return Optional.empty();
    }
}
