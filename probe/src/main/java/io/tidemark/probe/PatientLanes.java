package io.tidemark.probe;

/**
 * A group of lanes whose thread may wait: the orchestrator's, and only that thread calls it. When
 * the channel is full it waits for the host up to the deadline of the wait; then, and always in a
 * dropping channel, the lanes refuse and count.
 */
public final class PatientLanes {
    private final LaneGroup group;
    private final Pause pause = new Pause();

    public PatientLanes(LaneGroup group) {
        this.group = group;
    }

    /** Returns when one more step fits, or may be dropped. */
    public void awaitRoom() {
        if (group.hasRoom()) {
            return;
        }
        pause.reset();
        do {
            if (!pause.once()) {
                group.waitNoLonger();
            }
        } while (!group.hasRoom());
    }

    /** Hands over everything at the end of a run, on every path out. */
    public void flush() {
        pause.reset();
        while (!group.flush()) {
            if (!pause.once()) {
                group.waitNoLonger();
            }
        }
    }
}
