package io.tidemark.cuda;

/**
 * The blocks of one control thread that may have something to say. A block that has reported everything
 * and waits for a message is left out, so the cost of polling depends on the work in progress
 * and not on the number of blocks. For the control thread that owns them.
 */
final class TalkingBlocks {
    private final Thread owner;
    private final BlockProxy[] blocks;
    private int count;

    /** All of them talk at first. */
    TalkingBlocks(Thread owner, BlockProxy[] all) {
        this.owner = owner;
        blocks = all.clone();
        count = all.length;
        for (BlockProxy block : all) {
            block.talksAmong(this);
        }
    }

    /** Whether the caller is the control thread that owns them. Any thread. */
    boolean areOwn() {
        return Thread.currentThread() == owner;
    }

    /** Adds a block that had left the set and got a message. */
    void add(BlockProxy block) {
        blocks[count++] = block;
    }

    /** Passes on what they say; true when that was anything new. */
    boolean observe() {
        boolean progress = false;
        for (int i = count - 1; i >= 0; i--) {
            BlockProxy block = blocks[i];
            progress |= block.observe();
            if (block.isQuiet()) {
                blocks[i] = blocks[--count];
            }
        }
        return progress;
    }
}
