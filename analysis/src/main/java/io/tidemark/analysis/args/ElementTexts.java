package io.tidemark.analysis.args;

import java.io.IOException;
import java.util.Arrays;

/**
 * The texts of a payload's elements, packed and made block by block, for a printer that goes over
 * them several times: a payload that fits a block has each text made once. One thread. The next
 * payload reuses the object, so that it needs no new memory.
 */
final class ElementTexts {
    /** Elements of a block; with a dozen letters each some four megabytes. */
    static final int BLOCK_ELEMENTS = 1 << 18;

    private Elements elements;
    private byte[] letters = new byte[1 << 12];
    private int[] ends = new int[1 << 8]; // of each text of the block, in letters
    private long blockAt;
    private int blockSize;
    private long made;

    /** Takes the next payload; answers the letters of its longest text. */
    int open(Elements payload) {
        elements = payload;
        blockAt = 0;
        blockSize = 0;
        int width = 0;
        for (long at = 0; at < payload.count(); at += blockSize) {
            make(at);
            for (int index = 0; index < blockSize; index++) {
                width = Math.max(width, end(index) - begin(index));
            }
        }
        return width;
    }

    /** Texts made since this object is there: the work, for those who count it. */
    long made() {
        return made;
    }

    int length(long index) {
        int inBlock = find(index);
        return end(inBlock) - begin(inBlock);
    }

    void copy(long index, AsciiWriter to) throws IOException {
        int inBlock = find(index);
        to.put(letters, begin(inBlock), end(inBlock) - begin(inBlock));
    }

    private int find(long index) {
        if (index < blockAt || index >= blockAt + blockSize) {
            make(index / BLOCK_ELEMENTS * BLOCK_ELEMENTS);
        }
        return (int) (index - blockAt);
    }

    private int begin(int inBlock) {
        return inBlock == 0 ? 0 : ends[inBlock - 1];
    }

    private int end(int inBlock) {
        return ends[inBlock];
    }

    private void make(long at) {
        blockAt = at;
        blockSize = (int) Math.min(BLOCK_ELEMENTS, elements.count() - at);
        if (ends.length < blockSize) {
            ends = new int[blockSize];
        }
        int used = 0;
        for (int index = 0; index < blockSize; index++) {
            String text = elements.text(at + index);
            if (letters.length - used < text.length()) {
                letters = Arrays.copyOf(letters, Math.max(used + text.length(), used * 2));
            }
            for (int letter = 0; letter < text.length(); letter++) {
                letters[used++] = (byte) text.charAt(letter);
            }
            ends[index] = used;
        }
        made += blockSize;
    }
}
