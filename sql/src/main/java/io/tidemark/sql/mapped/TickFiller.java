package io.tidemark.sql.mapped;

import io.tidemark.abi.layout.I64;

/** Fills a column with a stamp of the device, in nanoseconds of the axis; null without a stamp. */
final class TickFiller {
    private TickFiller() {}

    static RecordRows.Filler of(SwimlaneFiles files, I64 stamp, int recordBytes) {
        long base = files.baseTick();
        long nanosPerTick = files.nanosPerTick();
        return (records, lane, to, count, out) -> {
            for (int i = 0; i < count; i++) {
                long tick = stamp.get(records, (long) i * recordBytes);
                out.putIf(to + i, tick > 0, (tick - base) * nanosPerTick);
            }
        };
    }
}
