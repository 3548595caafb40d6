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
        KnownEdges known = arguments.known();
        for (int argument = 0; argument < arguments.tensorCount(); argument++) {
            if (known != null && known.isSettled(argument, arguments.replay())) {
                continue;
            }
            Tensor tensor = arguments.tensor(argument);
            if (!inferTensor(arguments.tag(argument), tensor, argument, sink)) {
                return false;
            }
            if (known != null && BodyReplay.isQuiet(map, tensor)) {
                known.settle(argument, arguments.replay());
            }
        }
        return known == null || known.emit(arguments.replay(), map, sink);
    }

    /** Map entries that {@link #register} will take. */
    public int entriesNeeded(SubmitArguments arguments, boolean manualScope) {
        int needed = 0;
        for (int argument = 0; !manualScope && argument < arguments.tensorCount(); argument++) {
            if (isRegistered(arguments, argument)) {
                needed++;
            }
        }
        return needed;
    }

    /**
     * Makes the task known as a writer of its INOUT and OUTPUT_EXISTING regions; false if the map
     * is full.
     */
    public boolean register(SubmitArguments arguments, boolean manualScope, long taskId) {
        for (int argument = 0; !manualScope && argument < arguments.tensorCount(); argument++) {
            if (isRegistered(arguments, argument)
                    && !map.insert(arguments.tensor(argument), taskId)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRegistered(SubmitArguments arguments, int argument) {
        return arguments.known() == null
                && registers(arguments.tag(argument), arguments.tensor(argument));
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
        int entry = map.first(tensor.baseAddress());
        return entry == TensorMap.NONE || walk(tensor, argument, entry, tag.inserts(), sink);
    }

    private boolean walk(
            Tensor tensor, int argument, int first, boolean removeCovered, EdgeSink sink) {
        RegionWords.write(tensor, input, 0);
        int entry = first;
        while (entry != TensorMap.NONE) {
            int next = map.after(entry);
            Overlap overlap = map.overlap(input, entry);
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
