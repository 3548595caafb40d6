package io.tidemark.cli.run;

/**
 * Which of the rounds of a run is recorded. Immutable.
 *
 * @param round the first is 1
 * @param isChosen the user named it; otherwise it is the last
 * @param ownProcess each round has a separate process, so that no round warms another
 */
record RecordedRound(int round, int rounds, boolean isChosen, boolean ownProcess) {
    /** True when no round before this one ran in its process: its code is not compiled yet. */
    boolean isCold() {
        return round == 1 || ownProcess;
    }

    /**
     * For the end of a line; empty when there was only one round to record.
     *
     * @param virtual whether time is virtual: then no round is cold
     */
    String text(boolean virtual) {
        return rounds == 1
                ? ""
                : "; recorded round %d of %d%s%s"
                        .formatted(
                                round,
                                rounds,
                                virtual ? "" : isCold() ? ", cold" : ", warm",
                                isChosen ? "" : ": the last; --profile-round names another");
    }
}
