package io.tidemark.chip.simulated;

import io.tidemark.chip.ChipProfile;

/**
 * What stores to registers mean in virtual time: a word is seen after its latency, and the actor that waits for it
 * continues then. For the thread that has the turn.
 */
final class RegisterSignals implements DelayedRegisters.Listener {
    private final EventStepper loop;
    private final ModelClock clock;
    private final ChipProfile.Link link;

    RegisterSignals(EventStepper loop, ModelClock clock, ChipProfile.Link link) {
        this.loop = loop;
        this.clock = clock;
        this.link = link;
    }

    @Override
    public long now() {
        return clock.picos();
    }

    @Override
    public long launchPicos() {
        return link.launch();
    }

    @Override
    public long statusPicos() {
        return link.status();
    }

    @Override
    public void dispatched(int core, long visibleAt) {
        loop.dispatched(core, visibleAt);
    }

    @Override
    public void answered(int core, long visibleAt) {
        loop.answered(core, visibleAt);
    }

    @Override
    public void booted(int core) {
        loop.booted(core);
    }

    /** For readers of the registers after the run. */
    record Afterwards(long now) implements DelayedRegisters.Listener {
        @Override
        public long launchPicos() {
            return 0;
        }

        @Override
        public long statusPicos() {
            return 0;
        }

        @Override
        public void dispatched(int core, long visibleAt) {}

        @Override
        public void answered(int core, long visibleAt) {}

        @Override
        public void booted(int core) {}
    }
}
