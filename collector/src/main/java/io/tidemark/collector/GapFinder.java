package io.tidemark.collector;

import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.StreamPlace;
import java.util.ArrayList;
import java.util.List;

/**
 * Places the missing records of a lane in time. Records are dropped only while a lane has no buffer. So each gap is
 * between the last record of one buffer and the first of the next. A gap after the last buffer reaches to the end of
 * the run. One thread.
 */
final class GapFinder {
    private static final int MOST_GAPS_PER_LANE = 256; // the rest is reported as one

    private final SpoolReader spool;
    private final RecordTicks ticks;
    private final String channel;
    private final long endTick;

    /**
     * @param endTick when the run ended, 0 if it is not known
     */
    GapFinder(SpoolReader spool, RecordTicks ticks, String channel, long endTick) {
        this.spool = spool;
        this.ticks = ticks;
        this.channel = channel;
        this.endTick = endTick;
    }

    List<Gap> gaps(StreamPlace stream, String label, LaneLedger ledger) {
        List<Gap> gaps = new ArrayList<>();
        long unplaced = ledger.dropped();
        long lastTick = 0;
        String cause = label + ": " + String.join(", ", ledger.droppedByCause().keySet());
        for (StoredChunk chunk : spool.index().chunks(stream.kind(), ledger.lane())) {
            if (chunk.records() == 0) {
                continue;
            }
            long begin = ticks.beginTick(stream.kind(), spool.bytes(stream.kind()), chunk.recordsAt());
            if (chunk.droppedBefore() > 0) {
                add(gaps, gap(ledger.lane(), lastTick, begin, chunk.droppedBefore(), cause));
                unplaced -= chunk.droppedBefore();
            }
            long last = chunk.recordsAt() + chunk.sizeBytes() - chunk.recordBytes();
            lastTick = ticks.endTick(stream.kind(), spool.bytes(stream.kind()), last);
        }
        if (unplaced > 0) {
            add(gaps, gap(ledger.lane(), lastTick, endTick, unplaced, cause));
        }
        if (ledger.torn() > 0) {
            String torn = label + ": cut off while being written";
            gaps.add(gap(ledger.lane(), lastTick, endTick, ledger.torn(), torn));
        }
        return gaps;
    }

    private Gap gap(int lane, long beginTick, long endTick, long missing, String cause) {
        return new Gap(channel, lane, beginTick, endTick, missing, cause);
    }

    private static void add(List<Gap> gaps, Gap gap) {
        if (gaps.size() < MOST_GAPS_PER_LANE) {
            gaps.add(gap);
            return;
        }
        Gap last = gaps.removeLast();
        gaps.add(new Gap(
                last.channel(),
                last.lane(),
                last.beginTick(),
                gap.endTick(),
                last.missingRecords() + gap.missingRecords(),
                last.cause()));
    }
}
