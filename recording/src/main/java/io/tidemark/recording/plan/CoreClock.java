package io.tidemark.recording.plan;

import io.tidemark.abi.Platform;
import io.tidemark.chip.ChipDriver;
import java.util.Optional;

/**
 * The clock of the cores of a run, where they have one of their own: its domain, and how far their
 * stamps may be from the axis of the capture. Immutable.
 *
 * @param boundNanos -1 when not known
 */
public record CoreClock(String domain, long boundNanos) {
    private static final long UNKNOWN = -1;

    /** The clock after a run; empty where cores read the control clock. */
    public static Optional<CoreClock> of(ChipDriver driver) {
        String domain = driver.coreClock().name();
        return domain.equals(driver.controlClock().name())
                ? Optional.empty()
                : Optional.of(new CoreClock(domain, driver.coreClockBoundNanos()));
    }

    /** The clock of a platform, for a run that died; empty where there is one clock. */
    public static Optional<CoreClock> unknown(String platform) {
        return Platform.named(platform)
                .filter(found -> !found.isSimulated())
                .map(found -> new CoreClock(found.coreClock(), UNKNOWN));
    }

    /** One word for another process. */
    public String text() {
        return domain + "/" + boundNanos;
    }

    /** Reads {@link #text}; empty for what makes no sense, or is not there. */
    public static Optional<CoreClock> parse(String text) {
        if (text == null || !text.matches("[a-z_-]{1,40}/-?[0-9]{1,18}")) {
            return Optional.empty();
        }
        String[] parts = text.split("/");
        return Optional.of(new CoreClock(parts[0], Long.parseLong(parts[1])));
    }
}
