package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatMoments;
import io.tidemark.analysis.convert.encode.AsciiBuffer;
import io.tidemark.analysis.convert.encode.JsonStyle;

/** Writes times exactly as the converter of simpler computes them; slices have numbers. Pure. */
final class CompatStyle implements JsonStyle {
    @Override
    public void moment(AsciiBuffer out, long moment) {
        out.putExact(CompatMoments.micros(moment));
    }

    @Override
    public void length(AsciiBuffer out, long begin, long end) {
        out.putExact(CompatMoments.micros(end) - CompatMoments.micros(begin));
    }

    @Override
    public void micros(AsciiBuffer out, double micros) {
        out.putExact(micros);
    }

    @Override
    public void shortest(AsciiBuffer out) {
        out.putExact(CompatScene.SHORTEST_MICROS);
    }

    @Override
    public boolean hasIds() {
        return true;
    }
}
