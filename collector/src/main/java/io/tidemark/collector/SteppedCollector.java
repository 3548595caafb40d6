package io.tidemark.collector;

import java.io.IOException;
import java.util.List;

/**
 * The host half of a run without a thread. It collects when it is called, on the thread of the caller, so that its work
 * depends only on the moments of the calls. When a spool cannot be written it notifies the device that the host
 * collects no more. One thread at a time.
 */
public final class SteppedCollector {
    private final List<Pollable> work;
    private IOException failure; // null as long as everything could be written

    SteppedCollector(List<? extends Pollable> work) {
        this.work = List.copyOf(work);
    }

    /** Collects what is there; false if there was nothing. Never waits or throws. */
    public boolean collect() {
        boolean any = false;
        if (failure != null) {
            return any;
        }
        try {
            int moved;
            do {
                moved = 0;
                for (Pollable channel : work) {
                    moved += channel.poll();
                }
                any |= moved > 0;
            } while (moved > 0);
        } catch (IOException e) {
            failure = e;
            leave();
        }
        return any;
    }

    /** Collects what is left. Call after the device half is at rest. */
    void stop() throws IOException {
        collect();
        leave();
        if (failure != null) {
            throw failure;
        }
    }

    void leave() {
        work.forEach(Pollable::leave);
    }
}
