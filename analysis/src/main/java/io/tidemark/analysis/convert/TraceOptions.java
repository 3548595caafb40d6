package io.tidemark.analysis.convert;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * How a trace is to be drawn.
 *
 * @param overhead adds the counters of idle cores and ready tasks
 * @param arrowLimit most arrows to draw
 */
public record TraceOptions(Format format, boolean overhead, long arrowLimit) {
    /** Arrows a viewer still loads and draws at a useful speed. */
    public static final long DEFAULT_ARROW_LIMIT = 500_000;

    /** The formats a trace can have. */
    public enum Format {
        JSON(".json"),
        PFTRACE(".pftrace");

        private final String suffix;

        Format(String suffix) {
            this.suffix = suffix;
        }

        public String suffix() {
            return suffix;
        }
    }

    public TraceOptions {
        if (arrowLimit < 0) {
            throw new IllegalArgumentException("arrowLimit=" + arrowLimit);
        }
    }

    /** Warns when a trace has more arrows than viewers handle well. */
    public static void warnOfMany(long arrows, Consumer<String> warnings) {
        if (arrows > DEFAULT_ARROW_LIMIT) {
            warnings.accept(String.format(
                    Locale.ROOT, "%,d arrows are more than viewers handle well; expect slow loading.", arrows));
        }
    }
}
