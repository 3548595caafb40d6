package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.BufferName;
import io.tidemark.analysis.deps.ByteBlocks;
import io.tidemark.analysis.deps.NodeLabels;
import io.tidemark.capture.graph.Reachability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Replays the accesses to one buffer, producers first, and compares each with those before it on
 * the same bytes. Every distinct view of the buffer keeps a history: the writers and readers that
 * no later writer is known to follow. An access that is known to come before a writer is kept below
 * that writer. It is checked again only if a later access is unordered with the writer. A well
 * ordered buffer therefore costs a few order queries per access, and a racing one as many as it has
 * races. One thread; lives for one buffer.
 */
final class BufferHistory {
    /** An access in one view's history, and the accesses it is known to follow. */
    private static final class Entry {
        final Access access;
        final List<Entry> before = new ArrayList<>();

        Entry(Access access) {
            this.access = access;
        }
    }

    /** One distinct view: what is unfollowed on its bytes, and the views it overlaps. */
    private static final class View {
        final ByteBlocks bytes;
        final List<View> overlapping = new ArrayList<>();
        List<Entry> writers = new ArrayList<>();
        List<Entry> readers = new ArrayList<>();

        View(ByteBlocks bytes) {
            this.bytes = bytes;
        }
    }

    private record Pair(int one, int other) {}

    private final BufferLife life;
    private final BufferLives lives;
    private final NodeLabels labels;
    private final Reachability reachability;
    private final List<Race> races = new ArrayList<>();
    private final Set<Pair> reported = new HashSet<>();
    private boolean isUndeclared; // what declares no direction counts as a write, not as a read
    private int mostRaces;
    private BufferName name; // once there is a race

    BufferHistory(BufferLife life, BufferLives lives, NodeLabels labels, Reachability reachability) {
        this.life = life;
        this.lives = lives;
        this.labels = labels;
        this.reachability = reachability;
    }

    /** Pairs of which at least one is declared to write, one for each two tasks. */
    List<Race> declared(int most) {
        mostRaces = most;
        replay(life.accesses);
        return List.copyOf(races);
    }

    /**
     * The first pair that races only if an argument without dependency is written; after {@link
     * #declared}, whose pairs are not told again.
     */
    Optional<Race> undeclared() {
        int known = races.size();
        isUndeclared = true;
        mostRaces = known + 1;
        if (life.accesses.stream().anyMatch(Access::isNoDep)) {
            replay(life.accesses);
        }
        return races.stream().skip(known).findFirst();
    }

    private boolean writes(Access access) {
        return isUndeclared ? access.mayWrite() : access.writes();
    }

    private void replay(List<Access> accesses) {
        if (accesses.stream().noneMatch(this::writes)) {
            return;
        }
        // equal views of a capture are one object; should two be equal and not one, they overlap
        Map<ByteBlocks, View> views = new IdentityHashMap<>();
        for (Access access : accesses) {
            views.computeIfAbsent(access.bytes(), View::new);
        }
        ViewOverlaps.connect(
                new ArrayList<>(views.values()), view -> view.bytes, (one, other) -> one.overlapping.add(other));
        for (Access access : accesses) {
            if (races.size() >= mostRaces) {
                return;
            }
            View view = views.get(access.bytes());
            compare(access, view);
            for (View touched : view.overlapping) {
                insert(access, touched);
            }
        }
    }

    private void compare(Access access, View view) {
        Set<Entry> seen = new HashSet<>();
        List<Entry> open = new ArrayList<>(view.writers);
        if (writes(access)) {
            open.addAll(view.readers);
        }
        while (!open.isEmpty()) {
            Entry entry = open.removeLast();
            if (!seen.add(entry) || reachability.isOrdered(entry.access.node(), access.node())) {
                continue;
            }
            if (writes(entry.access) || writes(access)) {
                report(entry.access, access);
            }
            open.addAll(entry.before);
        }
    }

    private void insert(Access access, View view) {
        Entry entry = new Entry(access);
        if (writes(access)) {
            view.writers = unfollowed(view.writers, entry);
            view.readers = unfollowed(view.readers, entry);
            view.writers.add(entry);
        } else {
            view.readers.add(entry);
        }
    }

    /** Moves below {@code writer} what must come before it; returns the rest. */
    private List<Entry> unfollowed(List<Entry> entries, Entry writer) {
        List<Entry> rest = new ArrayList<>();
        for (Entry entry : entries) {
            boolean follows = entry.access.node() != writer.access.node()
                    && reachability.reaches(entry.access.node(), writer.access.node());
            (follows ? writer.before : rest).add(entry);
        }
        return rest;
    }

    private void report(Access earlier, Access later) {
        boolean isDeclared = earlier.writes() || later.writes();
        if (isDeclared == isUndeclared
                || races.size() >= mostRaces
                || !reported.add(new Pair(earlier.node(), later.node()))) {
            return;
        }
        if (name == null) {
            name = lives.name(life, labels);
        }
        ByteBlocks common = earlier.bytes().and(later.bytes());
        long[] bounds = common.bounds();
        races.add(new Race(side(earlier), side(later), name, bounds[0], bounds[bounds.length - 1], common.sizeBytes()));
    }

    private Race.Side side(Access access) {
        return new Race.Side(
                access.node(), access.argument(), access.writes(), access.isNoDep(), lives.viewText(access));
    }

    /** Finds which byte sets share a byte, by one sweep over their ranges. Pure. */
    private static final class ViewOverlaps {
        private ViewOverlaps() {}

        /**
         * Calls {@code connect} in both directions for each overlapping pair, and once for each
         * view with itself.
         */
        static <V> void connect(List<V> views, Function<V, ByteBlocks> bytes, BiConsumer<V, V> connect) {
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
}
