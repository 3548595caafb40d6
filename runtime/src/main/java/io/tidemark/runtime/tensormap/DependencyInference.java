package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;

/**
 * The fan-in of one submit, computed from what it says and what the map knows. Belongs to the
 * thread of its map and allocates nothing. The runtime and a replay of its inputs use this same
 * class, so that a recorded graph is the graph that ran.
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
        for (int argument = 0; argument < arguments.tensorCount(); argument++) {
            Tensor tensor = arguments.tensor(argument);
            if (!inferTensor(arguments.tag(argument), tensor, argument, sink)) {
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
            Tensor tensor = arguments.tensor(argument);
            if (!inferTensor(arguments.tag(argument), tensor, argument, sink)) {
                return false;
            }
            if (arguments.tag(argument).inserts() && BodyReplay.isQuiet(map, tensor)) {
                known.settle(argument, replay);
            }
        }
        return known.emit(replay, map, sink);
    }

    /** Map entries that {@link #register} will take. */
    public int entriesNeeded(SubmitArguments arguments, boolean manualScope) {
        return manualScope ? 0 : arguments.registrations();
    }

    /**
     * Makes the task known as a writer of its INOUT and OUTPUT_EXISTING regions; false if the map
     * is full.
     */
    public boolean register(SubmitArguments arguments, boolean manualScope, long taskId) {
        int left = entriesNeeded(arguments, manualScope);
        for (int argument = 0; left > 0; argument++) {
            Tensor tensor = arguments.tensor(argument);
            if (registers(arguments.tag(argument), tensor)) {
                if (!map.insert(tensor, taskId)) {
                    return false;
                }
                left--;
            }
        }
        return true;
    }

    /** Whether a task is made known as the writer of such an argument, outside manual scopes. */
    public static boolean registers(ArgumentTag tag, Tensor tensor) {
        return tag.inserts() && !tensor.isManualDependency();
    }

    private boolean inferTensor(ArgumentTag tag, Tensor tensor, int argument, EdgeSink sink) {
        if (tag.waitsForCreator()) {
            long owner = tensor.ownerTaskId();
            if (owner != Tensor.NO_OWNER && map.isAlive(owner) && !sink.creator(owner, argument)) {
                return false;
            }
        }
        if (!tag.looksUp() || tensor.isManualDependency()) {
            return true;
        }
        int entry = map.newest(tensor.baseAddress());
        if (entry == TensorMap.NONE) {
            return true;
        }
        if (!map.isOnly(entry, tensor)) {
            return walk(tensor, argument, tag.inserts(), sink);
        }
        if (!sink.modifier(map.producer(entry), argument, entry, Overlap.COVERED)) {
            return false;
        }
        if (tag.inserts()) {
            map.remove(entry);
        }
        return true;
    }

    private boolean walk(Tensor tensor, int argument, boolean removeCovered, EdgeSink sink) {
        boolean isWritten = false;
        int entry = map.first(tensor.baseAddress());
        while (entry != TensorMap.NONE) {
            int next = map.after(entry);
            Overlap overlap;
            if (map.region(entry) == tensor) {
                overlap = map.overlapWithItself(entry);
            } else {
                if (!isWritten) {
                    RegionWords.write(tensor, input, 0);
                    isWritten = true;
                }
                overlap = map.overlap(input, entry);
            }
            if (overlap != Overlap.NO_OVERLAP) {
                if (!sink.modifier(map.producer(entry), argument, entry, overlap)) {
                    return false;
                }
                if (removeCovered && overlap == Overlap.COVERED) {
                    map.remove(entry);
                }
            }
            entry = next;
        }
        return true;
    }
}
