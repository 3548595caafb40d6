package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recorded body touches that it has not made: the tensors it is called with, and tensors of
 * the run that it names itself. While the body was recorded each of them was a separate buffer. Where that is so in a
 * replay as well, the edges inside the body are the recorded ones. Immutable.
 */
final class Boundary {
    /** Bytes of one buffer that the body names itself. */
    private record Span(long beginBytes, long endBytes, boolean isWritten) {
        Span with(Span other) {
            return new Span(
                    Math.min(beginBytes, other.beginBytes),
                    Math.max(endBytes, other.endBytes),
                    isWritten || other.isWritten);
        }
    }

    /**
     * A write that tasks after the body can find, and the task of the body that did it.
     *
     * @param whole as {@link TensorArgument} has it
     */
    record LastWrite(Tensor region, int whole, int writer) {
        /**
         * The region in a replay. The very tensor of the replay where it can be: a later look-up
         * with the same one compares no ranges.
         */
        Tensor in(Binding binding) {
            return whole >= 0 ? binding.whole(whole) : binding.tensor(region);
        }
    }

    private final GraphArguments recordedWith;
    private final boolean[] isWritten; // by argument
    private final Map<Long, Span> named; // by address of the buffer
    private final boolean hasVersions;
    private final List<LastWrite> lastWrites;

    private Boundary(Builder from, List<LastWrite> lastWrites) {
        recordedWith = from.recordedWith;
        isWritten = from.isWritten.clone();
        named = Map.copyOf(from.named);
        hasVersions = from.hasVersions;
        this.lastWrites = List.copyOf(lastWrites);
    }

    /** Writes to these buffers that no later task of the body has covered, oldest first. */
    List<LastWrite> lastWrites() {
        return lastWrites;
    }

    /** Whether a replay with these tensors has the recorded edges inside the body. */
    boolean isAsRecorded(GraphArguments arguments) {
        boolean areApart = haveOwnBuffers(arguments);
        for (int i = 0; i < arguments.tensorCount(); i++) {
            Tensor tensor = arguments.tensor(i);
            if (tensor.version() != recordedWith.tensor(i).version()) {
                return false; // a newer view waits for every older writer
            }
            for (int other = 0; !areApart && other < i; other++) {
                if ((isWritten[i] || isWritten[other]) && mayShare(tensor, arguments.tensor(other))) {
                    return false;
                }
            }
            Span span = named.isEmpty() ? null : named.get(tensor.baseAddress());
            if (span != null
                    && (isWritten[i] || span.isWritten)
                    && (hasVersions || overlap(spanOf(tensor, false), span))) {
                return false;
            }
        }
        return true;
    }

    /** The usual case, and told without comparing each with each. */
    private static boolean haveOwnBuffers(GraphArguments arguments) {
        long[] addresses = new long[arguments.tensorCount()];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = arguments.tensor(i).baseAddress();
        }
        Arrays.sort(addresses);
        for (int i = 1; i < addresses.length; i++) {
            if (addresses[i] == addresses[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private boolean mayShare(Tensor one, Tensor other) {
        return one.baseAddress() == other.baseAddress()
                && (hasVersions || overlap(spanOf(one, false), spanOf(other, false)));
    }

    private static boolean overlap(Span one, Span other) {
        return one.beginBytes < other.endBytes && other.beginBytes < one.endBytes;
    }

    /** Whole bytes: packed neighbours share one. */
    private static Span spanOf(Tensor tensor, boolean isWritten) {
        long bits = tensor.dtype().bits();
        return new Span(
                tensor.startOffset() * bits >>> 3,
                tensor.dtype().bytesFor(tensor.startOffset() + tensor.extent()),
                isWritten);
    }

    /** Gathers while a body is recorded. One thread. */
    static final class Builder {
        private final GraphArguments recordedWith;
        private final boolean[] isWritten;
        private final Map<Long, Span> named = new HashMap<>();
        private boolean hasVersions;

        Builder(GraphArguments recordedWith) {
            this.recordedWith = recordedWith;
            this.isWritten = new boolean[recordedWith.tensorCount()];
            for (int i = 0; i < recordedWith.tensorCount(); i++) {
                hasVersions |= recordedWith.tensor(i).version() != 0;
            }
        }

        /** Whether the buffer is one of those that the body has not made. */
        boolean isOutside(Tensor tensor) {
            return !VirtualTensors.isVirtual(tensor) || VirtualTensors.number(tensor) < isWritten.length;
        }

        void touch(Tensor tensor, boolean writes) {
            hasVersions |= tensor.version() != 0;
            if (VirtualTensors.isVirtual(tensor)) {
                isWritten[VirtualTensors.number(tensor)] |= writes;
            } else {
                named.merge(tensor.baseAddress(), spanOf(tensor, writes), Span::with);
            }
        }

        Boundary build(List<LastWrite> lastWrites) {
            return new Boundary(this, lastWrites);
        }
    }
}
