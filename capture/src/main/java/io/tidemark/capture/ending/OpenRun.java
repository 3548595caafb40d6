package io.tidemark.capture.ending;

/**
 * A kernel that was on its core when its run was stopped: it began, and no record says that it
 * ended. Not a run that any statistics may count. Immutable.
 *
 * @param kernel its name, as the doctor had it
 * @param beginTick when it began, by the device clock, as {@code beginKind} says
 * @param endTick when the run was stopped, or was seen last
 */
public record OpenRun(
        long taskId, String kernel, int core, long beginTick, BeginKind beginKind, long endTick) {
    /** How well the begin is known. */
    public enum BeginKind {
        /** The core's own stamp. */
        START("began then"),
        /** When it was sent to its core. */
        DISPATCH("was sent then, and began then or later"),
        /** When it was seen in its kernel for the first time. */
        SEEN("was seen then, and began then or earlier");

        private final String words;

        BeginKind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public long ticks() {
        return endTick - beginTick;
    }
}
