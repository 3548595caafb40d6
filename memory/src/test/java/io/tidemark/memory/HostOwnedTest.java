package io.tidemark.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostOwnedTest {
    @Test
    void coversExactlyTheBytesItWasGiven() {
        Seeds.each(50, seed -> {
            Random random = Seeds.random(seed);
            BitSet owned = new BitSet();
            List<HostOwned.Range> ranges = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                int at = random.nextInt(100);
                int size = 1 + random.nextInt(20);
                owned.set(at, at + size);
                ranges.add(new HostOwned.Range(at, size));
            }
            HostOwned host = new HostOwned(ranges);
            for (int at = 0; at < 125; at++) {
                for (int size = 1; size < 30; size++) {
                    assertThat(host.covers(at, size))
                            .as("at %d size %d in %s", at, size, owned)
                            .isEqualTo(owned.nextClearBit(at) >= at + size);
                }
            }
        });
    }
}
