package io.tidemark.viewer.resource;

import io.tidemark.viewer.timeline.TileGrid;
import io.tidemark.viewer.timeline.Timeline;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;

/** What the first word of a name stands for: one piece, or many that numbers tell apart. Any thread may call. */
interface Resource {
    /** The piece of a name that begins with its word; empty when it has none of that name. */
    Optional<byte[]> read(String name) throws IOException;

    /** Adds the names of all its pieces; none when a page makes the names up. */
    default void list(String word, List<String> names) {}

    /** A piece that is there once. */
    @FunctionalInterface
    interface Whole extends Resource {
        byte[] write() throws IOException;

        @Override
        default Optional<byte[]> read(String name) throws IOException {
            return name.indexOf('/') < 0 ? Optional.of(write()) : Optional.empty();
        }

        @Override
        default void list(String word, List<String> names) {
            names.add(word);
        }
    }

    /** Writes the rows of one chunk. */
    @FunctionalInterface
    interface ChunkWriter {
        byte[] write(int chunk) throws IOException;
    }

    /**
     * A table in chunks: {@code WORD/CHUNK}.
     *
     * @param isListed whether a chunk is among the names; any can be read
     */
    record Table(IntSupplier rows, int perChunk, IntPredicate isListed, ChunkWriter writer) implements Resource {
        Table(IntSupplier rows, int perChunk, ChunkWriter writer) {
            this(rows, perChunk, chunk -> true, writer);
        }

        private int chunks() {
            return Chunks.count(rows.getAsInt(), perChunk);
        }

        @Override
        public Optional<byte[]> read(String name) throws IOException {
            long chunk = TileName.number(name.substring(name.indexOf('/') + 1));
            return chunk >= 0 && chunk < chunks() ? Optional.of(writer.write((int) chunk)) : Optional.empty();
        }

        @Override
        public void list(String word, List<String> names) {
            int chunks = chunks();
            for (int chunk = 0; chunk < chunks; chunk++) {
                if (isListed.test(chunk)) {
                    names.add(word + "/" + chunk);
                }
            }
        }
    }

    /**
     * The tiles of one word: bands of lanes, or counters, over the grid of a timeline. Any thread may call.
     *
     * @param bands how many bands or counters there are
     */
    record Tiles(Timeline timeline, IntSupplier bands, Writer writer, Check whole) implements Resource {
        /** Writes a tile that the grid has. */
        @FunctionalInterface
        interface Writer {
            byte[] write(int band, int level, long index);
        }

        /** Whether no deeper level of a tile says more than it. */
        @FunctionalInterface
        interface Check {
            boolean isWhole(TileName name, byte[] bytes);
        }

        @Override
        public Optional<byte[]> read(String name) {
            return TileName.parse(name)
                    .filter(tile -> tile.isOn(timeline.grid(), bands.getAsInt()))
                    .map(this::write);
        }

        byte[] write(TileName name) {
            return writer.write((int) name.band(), (int) name.level(), name.index());
        }

        /** Deepest tiles last; a tile that is whole ends its branch. */
        @Override
        public void list(String word, List<String> names) {
            int all = bands.getAsInt();
            for (int band = 0; band < all; band++) {
                add(names, new TileName(word, band, 0, 0));
            }
        }

        /** All tiles of a level; false when the visitor wants no more. */
        boolean visit(String word, int level, CaptureResources.PieceVisitor visitor) throws IOException {
            int all = bands.getAsInt();
            for (int band = 0; band < all; band++) {
                for (long index = 0; index < 1L << level; index++) {
                    TileName name = new TileName(word, band, level, index);
                    if (!visitor.piece(name.toString(), write(name))) {
                        return false;
                    }
                }
            }
            return true;
        }

        private void add(List<String> names, TileName name) {
            names.add(name.toString());
            if (!whole.isWhole(name, write(name))) {
                halves(name).forEach(half -> add(names, half));
            }
        }

        /** The tiles one level below that the run reaches. */
        private List<TileName> halves(TileName name) {
            TileGrid grid = timeline.grid();
            int level = (int) name.level() + 1;
            return LongStream.of(name.index() * 2, name.index() * 2 + 1)
                    .filter(index -> grid.has(level, index))
                    .filter(index -> grid.tileBegin(level, index) <= timeline.durationNanos())
                    .mapToObj(index -> new TileName(name.word(), name.band(), level, index))
                    .toList();
        }
    }
}
