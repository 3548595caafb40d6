package io.tidemark.analysis.diff;

import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.Capture;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Takes out of a run in virtual time what recording cost. Found by {@link ServiceLoader}, because
 * it takes the runtime to run a graph again.
 */
@FunctionalInterface
public interface RecorderCost extends AutoCloseable {
    /** Without the runtime no run can be run again. */
    RecorderCost UNKNOWN = (capture, kept) -> new Outcome(Optional.empty(), "this program has no runtime");

    /**
     * The run as it would have been recorded with less, readable until this is closed.
     *
     * @param kept what is still recorded
     */
    Outcome without(Capture capture, DfxFlags kept);

    /**
     * @param capture empty when the run cannot be run again
     * @param refusal why not; empty when it can
     */
    record Outcome(Optional<Capture> capture, String refusal) {}

    @Override
    default void close() {}

    /** One for a comparison. */
    static RecorderCost installed() {
        return ServiceLoader.load(RecorderCost.class, RecorderCost.class.getClassLoader())
                .findFirst()
                .orElse(UNKNOWN);
    }
}
