package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.abi.pmu.PmuChannel;
import java.util.Set;

/** Reads the counters: what its reader meets is a finding. Pure. */
final class PmuContent implements ContentCheck {
    @Override
    public Set<Channel> channels() {
        return Set.of(PmuChannel.CHANNEL);
    }

    @Override
    public void check(Capture capture, ContentLosses losses) {
        capture.pmu();
    }
}
