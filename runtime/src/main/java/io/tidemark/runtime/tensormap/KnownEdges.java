package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Edges of a recorded task to tasks of the same body, as the look-up found them, and the buffers of its arguments.
 * Nothing outside can have written a buffer that the body makes, so a replay looks up the other buffers only. Tasks are
 * counted within their body. Immutable.
 */
public final class KnownEdges {
    /** In a buffer that the body makes. */
    private static final short INNER = -1;

    /** In a buffer that the body is not called with. */
    private static final short OUTSIDE = -2;

    private final int[] producers;
    private final byte[] arguments;
    private final Overlap[] overlaps; // null where the producer made the buffer
    private final short[] buffers; // of each argument: INNER, OUTSIDE, or which of the body's

    /** Receives an edge to a task of the same body, by the number of that task in the body. */
    @FunctionalInterface
    public interface Visitor {
        void edge(int producer, int flags);
    }

    private KnownEdges(KnownEdges all, int first) {
        int count = 0;
        for (int producer : all.producers) {
            count += producer < first ? 1 : 0;
        }
        producers = new int[count];
        arguments = new byte[count];
        overlaps = new Overlap[count];
        int kept = 0;
        for (int i = 0; i < all.producers.length; i++) {
            if (all.producers[i] < first) {
                producers[kept] = all.producers[i];
                arguments[kept] = all.arguments[i];
                overlaps[kept++] = all.overlaps[i];
            }
        }
        buffers = all.buffers;
    }

    private KnownEdges(Builder from) {
        int count = from.producers.size();
        producers = from.producers.stream().mapToInt(Integer::intValue).toArray();
        arguments = new byte[count];
        overlaps = from.overlaps.toArray(Overlap[]::new);
        for (int i = 0; i < count; i++) {
            arguments[i] = from.arguments.get(i).byteValue();
        }
        buffers = Arrays.copyOf(from.buffers, from.bufferCount);
    }

    /** Only the edges to tasks before one of the body. */
    public KnownEdges before(int first) {
        return new KnownEdges(this, first);
    }

    /** Visits the edges to a task of the body and to the tasks after it. */
    public void each(int first, Visitor visitor) {
        for (int i = 0; i < producers.length; i++) {
            if (producers[i] >= first) {
                visitor.edge(producers[i], overlaps[i] == null ? EdgeFlags.WAIT | EdgeFlags.RETAIN : EdgeFlags.WAIT);
            }
        }
    }

    public boolean areAny() {
        return producers.length > 0;
    }

    /** Which of the tensors that the body is called with contains an argument; negative for none. */
    public int given(int argument) {
        return buffers[argument];
    }

    /** Whether an argument is in a buffer that is neither made in the body nor given to it. */
    public boolean isOutside(int argument) {
        return buffers[argument] == OUTSIDE;
    }

    /** Whether no task outside of the body can have anything to do with the argument. */
    boolean isSettled(int argument, BodyReplay replay) {
        short buffer = buffers[argument];
        return buffer == INNER || buffer >= 0 && replay.isQuiet(buffer);
    }

    /** Nothing outside has to do with the argument any more, for as long as the replay lasts. */
    void settle(int argument, BodyReplay replay) {
        if (buffers[argument] >= 0) {
            replay.quiet(buffers[argument]);
        }
    }

    /**
     * Passes the edges to live producers to a sink.
     *
     * @return false if the sink asked to stop
     */
    boolean emit(BodyReplay replay, TensorMap map, EdgeSink sink) {
        for (int i = 0; i < producers.length; i++) {
            long producer = replay.taskId(producers[i]);
            if (!map.isAlive(producer)) {
                continue;
            }
            Overlap overlap = overlaps[i];
            boolean goOn = overlap == null
                    ? sink.creator(producer, arguments[i])
                    : sink.modifier(producer, arguments[i], TensorMap.NONE, overlap);
            if (!goOn) {
                return false;
            }
        }
        return true;
    }

    /** Gathers the edges of one task while it is recorded. One thread. */
    public static final class Builder {
        private final List<Integer> producers = new ArrayList<>();
        private final List<Integer> arguments = new ArrayList<>();
        private final List<Overlap> overlaps = new ArrayList<>();
        private final short[] buffers = new short[SubmitArguments.MAX_TENSORS];
        private int bufferCount;

        /** The next argument is in a buffer that the body makes. */
        public void inner() {
            buffers[bufferCount++] = INNER;
        }

        /** The next argument is in a buffer that is neither made in the body nor given to it. */
        public void outside() {
            buffers[bufferCount++] = OUTSIDE;
        }

        /** The next argument is in the buffer of a tensor that the body is called with. */
        public void given(int tensor) {
            buffers[bufferCount++] = (short) tensor;
        }

        public void creator(int producer, int argument) {
            add(producer, argument, null);
        }

        public void modifier(int producer, int argument, Overlap overlap) {
            add(producer, argument, overlap);
        }

        public KnownEdges build() {
            return new KnownEdges(this);
        }

        private void add(int producer, int argument, Overlap overlap) {
            producers.add(producer);
            arguments.add(argument);
            overlaps.add(overlap);
        }
    }
}
