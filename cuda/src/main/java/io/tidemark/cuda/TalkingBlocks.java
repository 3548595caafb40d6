package io.tidemark.cuda;

/**
 * The blocks of one control thread that may have something to say. A block that has said all it can
 * before it is told something is left out, so that a look costs by the work that is under way and
 * not by the number of blocks. For the control thread that owns them.
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

    /** A block that had left the set was told something. */
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
