package io.tidemark.capture.directory;

import java.util.List;

/**
 * The capture that a command takes when none is named. Immutable.
 *
 * @param capture the newest one that holds records, or the newest of all where none does
 * @param passedOver newer ones in which nothing was recorded, the newest first
 */
public record NewestCapture(CaptureDirectory capture, List<CaptureDirectory> passedOver) {
    public NewestCapture {
        passedOver = List.copyOf(passedOver);
    }

    /** Which one it is, and which were passed over, for one line. */
    public String sentence() {
        String taken = passedOver.isEmpty()
                ? "the newest capture, " + capture.root()
                : "the newest capture that holds records, " + capture.root();
        return switch (passedOver.size()) {
            case 0 -> taken;
            case 1 ->
                "%s; nothing was recorded in %s"
                        .formatted(taken, passedOver.getFirst().root());
            default ->
                "%s; nothing was recorded in %s and %d more that are newer"
                        .formatted(taken, passedOver.getFirst().root(), passedOver.size() - 1);
        };
    }
}
