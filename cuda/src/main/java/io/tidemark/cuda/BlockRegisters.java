package io.tidemark.cuda;

import io.tidemark.chip.CoreRegisters;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The registers of a chip whose cores are blocks. A word reaches its block at once if the
 * thread that writes it owns the core. Words of other threads (a doorbell, the exit signal of
 * an emergency) are forwarded by the owner, which polls {@link #newsAcquire}.
 */
final class BlockRegisters extends CoreRegisters {
    private final AtomicInteger news = new AtomicInteger();
    private BlockProxy[] proxies = {}; // of the run, by core

    BlockRegisters(int cores) {
        super(cores);
    }

    /** Words go to these blocks from now on. Before the threads of the run start. */
    void connect(BlockProxy[] blocks) {
        proxies = blocks;
    }

    /** Changes when a word was written that its block has not received. */
    int newsAcquire() {
        return news.getAcquire();
    }

    @Override
    public void dispatchRelease(int core, int token) {
        super.dispatchRelease(core, token);
        tell(core);
    }

    @Override
    public boolean tryRingDoorbell(int core, int token) {
        boolean isRung = super.tryRingDoorbell(core, token);
        if (isRung) {
            tell(core);
        }
        return isRung;
    }

    private void tell(int core) {
        BlockProxy block = proxies[core];
        if (block.isOwn()) {
            block.forward();
        } else {
            news.getAndIncrement();
        }
    }
}
