package io.tidemark.sql.mapped;

import io.tidemark.abi.layout.I64;

/** Fills a column with a stamp of the device, in nanoseconds of the axis; null without a stamp. */
final class TickFiller {
    private TickFiller() {}

    static RecordRows.Filler of(SwimlaneFiles files, I64 stamp) {
        long base = files.baseTick();
        long nanosPerTick = files.nanosPerTick();
        return (records, to, out) -> {
            for (int i = 0; i < records.size(); i++) {
                long tick = records.get(stamp, i);
                out.putIf(to + i, tick > 0, (tick - base) * nanosPerTick);
            }
        };
    }
}
