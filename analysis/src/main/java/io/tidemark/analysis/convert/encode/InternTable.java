package io.tidemark.analysis.convert.encode;

import java.util.Arrays;

/**
 * Which words one packet sequence has already defined, and the definitions its next packet must
 * carry. One thread. A sequence numbers its words itself, in the order in which they occur. The
 * numbers that words already have depend on which job used them first. The same capture must give
 * the same bytes.
 */
final class InternTable {
    private final int[][] idByWord = new int[PerfettoFields.INTERNED_TEXT + 1][0];
    private final int[] defined = new int[PerfettoFields.INTERNED_TEXT + 1];
    private final ProtoBuffer pending = new ProtoBuffer(1 << 10);
    private final ProtoBuffer entry = new ProtoBuffer(1 << 8);

    /** The number of {@code word} in one of the interning tables of the format. */
    long idOf(int table, Word word) {
        int[] ids = idByWord[table];
        if (word.number() >= ids.length) {
            ids = Arrays.copyOf(ids, Math.max(2 * ids.length, word.number() + 16));
            idByWord[table] = ids;
        }
        if (ids[word.number()] == 0) { // which is no number of a word
            int id = ++defined[table];
            ids[word.number()] = id;
            entry.clear();
            entry.number(PerfettoFields.INTERNED_ID, id);
            entry.text(PerfettoFields.INTERNED_VALUE, word.text());
            pending.message(table, entry);
        }
        return ids[word.number()];
    }

    boolean hasPending() {
        return pending.size() > 0;
    }

    ProtoBuffer pending() {
        return pending;
    }
}
