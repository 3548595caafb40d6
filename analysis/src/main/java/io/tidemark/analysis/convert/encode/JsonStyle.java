package io.tidemark.analysis.convert.encode;

import io.tidemark.capture.model.Timeline;

/** How a Chrome trace writes moments and lengths, and whether its slices have numbers. */
public interface JsonStyle {
    /** Microseconds to the nanosecond, of moments that are nanoseconds; no numbers. */
    JsonStyle NANOSECONDS = new JsonStyle() {
        @Override
        public void moment(AsciiBuffer out, long moment) {
            out.putNanoseconds(moment);
        }

        @Override
        public void length(AsciiBuffer out, long begin, long end) {
            out.putNanoseconds(end - begin);
        }

        @Override
        public void micros(AsciiBuffer out, double micros) {
            out.putNanoseconds(Timeline.nanos(micros));
        }

        @Override
        public void shortest(AsciiBuffer out) {
            out.putNanoseconds(TraceSink.SHORTEST_NANOS);
        }

        @Override
        public boolean hasIds() {
            return false;
        }
    };

    void moment(AsciiBuffer out, long moment);

    void length(AsciiBuffer out, long begin, long end);

    void micros(AsciiBuffer out, double micros);

    /** The length of {@link TraceSink#shortestSlice}. */
    void shortest(AsciiBuffer out);

    /** True when a slice has the number by which arrows name it. */
    boolean hasIds();
}
