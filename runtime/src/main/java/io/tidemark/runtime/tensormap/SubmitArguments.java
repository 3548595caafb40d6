package io.tidemark.runtime.tensormap;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;

/**
 * What one submit says about its dependencies: explicit ones and tagged tensors, in the order
 * given. Reused from submit to submit by the one thread that fills it; the list of explicit
 * dependencies grows to the longest ever given, the tensors are bounded and one too many is
 * refused.
 */
public final class SubmitArguments {
    public static final int MAX_TENSORS = 32;

    private final Tensor[] tensors = new Tensor[MAX_TENSORS];
    private final ArgumentTag[] tags = new ArgumentTag[MAX_TENSORS];
    private long[] explicitIds = new long[16];
    private byte[] explicitFlags = new byte[16];
    private int tensorCount;
    private int explicitCount;
    private int registrations; // tensors that the task is made known as a writer of
    private boolean invalid;
    private KnownEdges known; // null unless a recorded graph is replayed
    private BodyReplay replay;

    public void clear() {
        tensorCount = 0; // the old tensors stay until overwritten: at most 32, and clearing costs
        explicitCount = 0;
        registrations = 0;
        invalid = false;
        known = null;
    }

    /**
     * The task belongs to a recorded body: its edges inside it are these, and what it writes is
     * registered when the whole body is submitted.
     */
    public void know(KnownEdges edges, BodyReplay newReplay) {
        known = edges;
        replay = newReplay;
        registrations = 0;
    }

    /** Whether there are {@link #known} edges; callers ask first, see {@link #registrations}. */
    boolean isKnown() {
        return known != null;
    }

    /** Edges that need no look-up, or null. */
    KnownEdges known() {
        return known;
    }

    /** The replay that {@link #known} belongs to. */
    BodyReplay replay() {
        return replay;
    }

    /** Forgets also the tensors themselves, when no submit follows. */
    public void release() {
        clear();
        Arrays.fill(tensors, null);
    }

    /**
     * An OUTPUT has no tensor yet: null. What a task cannot take makes {@link #isInvalid} true, and
     * the answer false.
     */
    public boolean add(ArgumentTag tag, Tensor tensor) {
        boolean fits =
                tensor == null ? tag == ArgumentTag.OUTPUT : tensor.rank() <= Tensor.MAX_TASK_RANK;
        if (!fits || tensorCount == MAX_TENSORS) {
            invalid = true;
            return false;
        }
        tags[tensorCount] = tag;
        tensors[tensorCount++] = tensor;
        if (tensor != null && DependencyInference.registers(tag, tensor)) {
            registrations++;
        }
        return true;
    }

    /**
     * Tensors that the task is made known as a writer of, outside manual scopes. Counted once, as
     * they are given: a submit asks several times, and the compiler inlines no method that names a
     * class which is not loaded, as {@link #known} does before the first replay.
     */
    int registrations() {
        return registrations;
    }

    /**
     * Waits for a task; {@link EdgeFlags#RETAIN} also keeps its outputs until this task is done.
     */
    public void dependOn(long taskId, int flags) {
        invalid |= !TaskId.isValid(taskId);
        if (explicitCount == explicitIds.length) {
            explicitIds = Arrays.copyOf(explicitIds, 2 * explicitCount);
            explicitFlags = Arrays.copyOf(explicitFlags, 2 * explicitCount);
        }
        explicitIds[explicitCount] = taskId;
        explicitFlags[explicitCount++] = (byte) flags;
    }

    public boolean isInvalid() {
        return invalid;
    }

    public int tensorCount() {
        return tensorCount;
    }

    public Tensor tensor(int argument) {
        return tensors[argument];
    }

    public ArgumentTag tag(int argument) {
        return tags[argument];
    }

    public int explicitCount() {
        return explicitCount;
    }

    public long explicitId(int index) {
        return explicitIds[index];
    }

    public int explicitFlags(int index) {
        return explicitFlags[index];
    }
}
