package io.tidemark.capture.certificate;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import java.util.List;

/** The books of one channel, lane by lane. Immutable. */
public record ChannelLedger(String channel, String stream, List<LaneLedger> lanes) {
    public ChannelLedger {
        lanes = List.copyOf(lanes);
    }

    /** True when every lane obeys the law. */
    public boolean balances() {
        return lanes.stream().allMatch(LaneLedger::balances);
    }

    public long unaccounted() {
        return lanes.stream().mapToLong(lane -> Math.abs(lane.unaccounted())).sum();
    }

    /** Records that were reserved and are not in the files. */
    public long missing() {
        return lanes.stream().mapToLong(lane -> lane.dropped() + lane.torn()).sum();
    }

    /** Whether no lane has more records than the test records of the channel. */
    public boolean isEmpty() {
        int tests = ChannelCatalog.ofWord(channel).map(Channel::testRecords).orElse(0);
        return lanes.stream().allMatch(lane -> lane.reserved() <= tests);
    }

    /** Records in the files. */
    public long present() {
        return lanes.stream()
                .mapToLong(lane -> lane.delivered() + lane.recovered())
                .sum();
    }
}
