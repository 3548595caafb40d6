package io.tidemark.analysis.diff.align;

/**
 * The shortest edit between two sequences (Myers, O(ND)), in windows. If {@link #MOST} edits do not
 * reach the end, the search takes the path that got furthest and starts again at its end. The cost
 * therefore stays linear in the length. One thread.
 */
final class ShortestEdit {
    /** Whether two elements are equal. */
    interface Equality {
        boolean isEqual(int at, int other);
    }

    /** Takes what belongs together. */
    interface Pairs {
        void pair(int at, int other);
    }

    private static final int MOST = 256;

    private final Equality equality;
    private final Pairs pairs;

    ShortestEdit(Equality equality, Pairs pairs) {
        this.equality = equality;
        this.pairs = pairs;
    }

    void run(int from, int to, int otherFrom, int otherTo) {
        int at = from;
        int other = otherFrom;
        while (at < to && other < otherTo) {
            Window window = new Window(at, to - at, other, otherTo - other);
            window.search();
            window.emit();
            at += window.reached;
            other += window.otherReached;
        }
    }

    /** One search; {@code furthest} holds row d at d * d: 2d + 1 diagonals. */
    private final class Window {
        private final int from;
        private final int size;
        private final int otherFrom;
        private final int otherSize;
        private final int most;
        private final int[] furthest;
        private int edits;
        private int diagonal;
        private int reached;
        private int otherReached;

        Window(int from, int size, int otherFrom, int otherSize) {
            this.from = from;
            this.size = size;
            this.otherFrom = otherFrom;
            this.otherSize = otherSize;
            most = (int) Math.min(MOST, (long) size + otherSize);
            furthest = new int[(most + 1) * (most + 1)];
        }

        void search() {
            for (int d = 0; d <= most; d++) {
                for (int k = -d; k <= d; k += 2) {
                    int x = d == 0 ? 0 : start(d, k);
                    int y = x - k;
                    while (x < size && y < otherSize && equality.isEqual(from + x, otherFrom + y)) {
                        x++;
                        y++;
                    }
                    furthest[row(d, k)] = x;
                    if (x == size && y == otherSize) {
                        end(d, k, size);
                        return;
                    }
                }
            }
            furthestOf(most);
            keepHalf();
        }

        /**
         * The end of a path that did not arrive may be a wrong turn: half of its edits are kept.
         */
        private void keepHalf() {
            int k = diagonal;
            int x = reached;
            int d = edits;
            while (d > most / 2) {
                k += comesFromAbove(d, k) ? 1 : -1;
                d--;
                x = furthest[row(d, k)];
            }
            end(d, k, x);
        }

        private int row(int d, int k) {
            return d * d + d + k;
        }

        /** Where the path on a diagonal begins: one step on from the better neighbour. */
        private int start(int d, int k) {
            return comesFromAbove(d, k) ? furthest[row(d - 1, k + 1)] : furthest[row(d - 1, k - 1)] + 1;
        }

        private boolean comesFromAbove(int d, int k) {
            if (k == -d || k == d) {
                return k == -d;
            }
            return furthest[row(d - 1, k - 1)] < furthest[row(d - 1, k + 1)];
        }

        private void furthestOf(int d) {
            int best = -1;
            int chosen = 0;
            for (int k = -d; k <= d; k += 2) {
                int x = furthest[row(d, k)];
                int y = x - k;
                if (x <= size && y <= otherSize && x + y > best) {
                    best = x + y;
                    chosen = k;
                }
            }
            end(d, chosen, furthest[row(d, chosen)]);
        }

        private void end(int d, int k, int x) {
            edits = d;
            diagonal = k;
            reached = x;
            otherReached = x - k;
        }

        void emit() {
            int x = reached;
            int k = diagonal;
            for (int d = edits; d >= 0; d--) {
                int begin = d == 0 ? 0 : start(d, k);
                while (x > begin) {
                    x--;
                    pairs.pair(from + x, otherFrom + x - k);
                }
                if (d > 0) {
                    boolean above = comesFromAbove(d, k);
                    k += above ? 1 : -1;
                    x = furthest[row(d - 1, k)];
                }
            }
        }
    }
}
