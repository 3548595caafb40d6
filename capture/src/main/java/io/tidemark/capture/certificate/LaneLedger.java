package io.tidemark.capture.certificate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The books of one lane: {@code reserved = delivered + recovered + dropped(by cause) + torn}.
 * Immutable.
 *
 * @param droppedByCause causes in written order
 * @param torn records being written when the producer died
 */
public record LaneLedger(
        int lane, long reserved, long delivered, long recovered, Map<String, Long> droppedByCause, long torn) {
    public LaneLedger {
        droppedByCause = Collections.unmodifiableMap(new LinkedHashMap<>(droppedByCause));
    }

    public long dropped() {
        return droppedByCause.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What the law leaves over; 0 in a good ledger. */
    public long unaccounted() {
        return reserved - delivered - recovered - dropped() - torn;
    }

    public boolean balances() {
        return unaccounted() == 0;
    }
}
