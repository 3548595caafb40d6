package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.ByteBlocks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Finds which byte sets share a byte, by one sweep over their ranges. Pure. */
final class ViewOverlaps {
    private ViewOverlaps() {}

    /**
     * Calls {@code connect} in both directions for each overlapping pair, and once for each view
     * with itself.
     */
    static <V> void connect(
            List<V> views, Function<V, ByteBlocks> bytes, BiConsumer<V, V> connect) {
        List<V> sorted = new ArrayList<>(views);
        sorted.sort(Comparator.comparingLong(view -> bytes.apply(view).bounds()[0]));
        List<V> open = new ArrayList<>();
        for (V view : sorted) {
            ByteBlocks blocks = bytes.apply(view);
            long begin = blocks.bounds()[0];
            open.removeIf(earlier -> end(bytes.apply(earlier)) <= begin);
            for (V earlier : open) {
                if (bytes.apply(earlier).overlaps(blocks)) {
                    connect.accept(earlier, view);
                    connect.accept(view, earlier);
                }
            }
            connect.accept(view, view);
            open.add(view);
        }
    }

    private static long end(ByteBlocks blocks) {
        return blocks.bounds()[blocks.bounds().length - 1];
    }
}
