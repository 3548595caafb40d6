package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;

/**
 * The fan-in of one submit, computed from the submit's dependencies and the map. Belongs to the thread of its map and
 * allocates nothing. The runtime and a replay of its inputs use this same class, so that a recorded graph is the graph
 * that ran.
 *
 * <p>{@link #infer} first for all arguments, {@link #register} after: a task never finds itself.
 */
public final class DependencyInference {
    private final TensorMap map;
    private final long[] input = new long[RegionWords.WORDS];

    public DependencyInference(TensorMap map) {
        this.map = map;
    }

    /**
     * Emits every edge. An INOUT takes the entries it covers out of the map on the way.
     *
     * @param manualScope only explicit dependencies count
     * @return false if the sink asked to stop
     */
    public boolean infer(SubmitArguments arguments, boolean manualScope, EdgeSink sink) {
        for (int i = 0; i < arguments.explicitCount(); i++) {
            long producer = arguments.explicitId(i);
            if (map.isAlive(producer) && !sink.explicit(producer, arguments.explicitFlags(i))) {
                return false;
            }
        }
        if (manualScope) {
            return true;
        }
        if (arguments.isKnown()) {
            return inferKnown(arguments, sink);
        }
        for (int left = arguments.created() | arguments.lookedUp(); left != 0; left &= left - 1) {
            if (!inferTensor(arguments, Integer.numberOfTrailingZeros(left), sink)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Looks up only what tasks outside of the recorded body may have to do with. A write may have
     * taken the last of their regions out of the map; a read finds them again.
     */
    private boolean inferKnown(SubmitArguments arguments, EdgeSink sink) {
        KnownEdges known = arguments.known();
        BodyReplay replay = arguments.replay();
        for (int argument = 0; argument < arguments.tensorCount(); argument++) {
            if (known.isSettled(argument, replay)) {
                continue;
            }
            if (!inferTensor(arguments, argument, sink)) {
                return false;
            }
            if (arguments.tag(argument).inserts() && BodyReplay.isQuiet(map, arguments.tensor(argument))) {
                known.settle(argument, replay);
            }
        }
        return known.emit(replay, map, sink);
    }

    /**
     * False when {@link #infer} would find nothing for any view of this buffer: no task made it,
     * and none that is alive, as far as the map knows, writes to it.
     */
    public boolean mayHaveProducers(Tensor tensor) {
        return tensor.ownerTaskId() != Tensor.NO_OWNER || map.firstEntry(tensor.baseAddress()) != null;
    }

    /** Map entries that {@link #register} will take. */
    public int entriesNeeded(SubmitArguments arguments, boolean manualScope) {
        return manualScope ? 0 : Integer.bitCount(arguments.registered());
    }

    /**
     * Makes the task known as a writer of its INOUT and OUTPUT_EXISTING regions; false if the map
     * is full.
     */
    public boolean register(SubmitArguments arguments, boolean manualScope, long taskId) {
        int left = manualScope ? 0 : arguments.registered();
        for (; left != 0; left &= left - 1) {
            Tensor tensor = arguments.tensor(Integer.numberOfTrailingZeros(left));
            if (!map.insert(tensor, taskId)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a task is made known as the writer of such an argument, outside manual scopes. */
    public static boolean registers(ArgumentTag tag, Tensor tensor) {
        return tag.inserts() && !tensor.isManualDependency();
    }

    /**
     * Emits the edges of one tensor. The walk is part of this method, so that the method is too long for the compiler
     * to inline. Inlined into a submit, a third of the loop over the arguments would only move values between registers
     * and the stack.
     */
    private boolean inferTensor(SubmitArguments arguments, int argument, EdgeSink sink) {
        int bit = 1 << argument;
        Tensor tensor = arguments.tensor(argument);
        if ((arguments.created() & bit) != 0) {
            long owner = tensor.ownerTaskId();
            if (map.isAlive(owner) && !sink.creator(owner, argument)) {
                return false;
            }
        }
        if ((arguments.lookedUp() & bit) == 0) {
            return true;
        }
        MapEntry entry = map.newest(tensor.baseAddress());
        if (entry == null) {
            return true;
        }
        boolean removesCovered = (arguments.written() & bit) != 0;
        if (map.isOnly(entry, tensor)) {
            if (!sink.modifier(entry.producer, argument, entry.index, Overlap.COVERED)) {
                return false;
            }
            if (removesCovered) {
                map.remove(entry);
            }
            return true;
        }
        long begin = RegionOverlap.beginByte(tensor);
        long end = RegionOverlap.endByte(tensor);
        boolean isFirst = tensor.version() == 0; // a later version waits for every older writer
        boolean isWritten = false;
        entry = map.firstEntry(tensor.baseAddress());
        while (entry != null) {
            MapEntry next = map.afterEntry(entry);
            if (isFirst && entry.isApartFrom(begin, end)) { // as the test would say
                entry = next;
                continue;
            }
            Overlap overlap;
            if (entry.region == tensor) {
                overlap = map.overlapWithItself(entry);
            } else {
                if (!isWritten) {
                    RegionWords.write(tensor, input, 0);
                    isWritten = true;
                }
                overlap = map.overlap(input, entry);
            }
            if (overlap != Overlap.NO_OVERLAP) {
                if (!sink.modifier(entry.producer, argument, entry.index, overlap)) {
                    return false;
                }
                if (removesCovered && overlap == Overlap.COVERED) {
                    map.remove(entry);
                }
            }
            entry = next;
        }
        return true;
    }
}
