package io.tidemark.collector.spool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What lies where in one spool file: per kind and lane the pieces in the order of their sequence.
 * Grows with buffers, not with records. One thread at a time.
 */
public final class SpoolIndex {
    private record Key(int kind, int lane) {}

    private final Map<Key, List<SpoolPiece>> pieces = new HashMap<>();
    private final List<FreezeSpan> freezes = new ArrayList<>();

    /** Adds a piece; false, and no change, if its lane already has one with this sequence. */
    public boolean add(SpoolPiece piece) {
        List<SpoolPiece> lane =
                pieces.computeIfAbsent(
                        new Key(piece.kind(), piece.lane()), key -> new ArrayList<>());
        int at = lane.size(); // nearly always the newest
        if (at > 0 && lane.get(at - 1).sequence() >= piece.sequence()) {
            int found =
                    Collections.binarySearch(
                            lane, piece, Comparator.comparingLong(SpoolPiece::sequence));
            if (found >= 0) {
                return false;
            }
            at = -found - 1;
        }
        lane.add(at, piece);
        return true;
    }

    public void add(FreezeSpan freeze) {
        freezes.add(freeze);
    }

    /** Pieces of one lane, oldest first. */
    public List<SpoolPiece> pieces(int kind, int lane) {
        return Collections.unmodifiableList(pieces.getOrDefault(new Key(kind, lane), List.of()));
    }

    public boolean contains(int kind, int lane, long sequence) {
        List<SpoolPiece> own = pieces(kind, lane);
        int low = 0;
        int high = own.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = own.get(middle).sequence();
            if (found == sequence) {
                return true;
            }
            if (found < sequence) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    public long records(int kind, int lane, boolean recovered) {
        long records = 0;
        for (SpoolPiece piece : pieces(kind, lane)) {
            records += piece.recovered() == recovered ? piece.records() : 0;
        }
        return records;
    }

    public List<FreezeSpan> freezes() {
        return Collections.unmodifiableList(freezes);
    }
}
