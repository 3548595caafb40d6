package io.tidemark.analysis.convert;

import java.util.BitSet;

/**
 * Which words one packet sequence has already defined, and the definitions its next packet must
 * carry. One thread.
 */
final class InternTable {
    private final BitSet[] defined = new BitSet[PerfettoFields.INTERNED_TEXT + 1];
    private final ProtoBuffer pending = new ProtoBuffer(1 << 10);
    private final ProtoBuffer entry = new ProtoBuffer(1 << 8);

    /** The number of {@code word} in one of the interning tables of the format. */
    long idOf(int table, Word word) {
        BitSet known = defined[table];
        if (known == null) {
            known = new BitSet();
            defined[table] = known;
        }
        long id = word.number() + 1L; // 0 means none
        if (!known.get(word.number())) {
            known.set(word.number());
            entry.clear();
            entry.number(PerfettoFields.INTERNED_ID, id);
            entry.text(PerfettoFields.INTERNED_VALUE, word.text());
            pending.message(table, entry);
        }
        return id;
    }

    boolean hasPending() {
        return pending.size() > 0;
    }

    ProtoBuffer pending() {
        return pending;
    }
}
