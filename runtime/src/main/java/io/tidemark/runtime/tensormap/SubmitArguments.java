package io.tidemark.runtime.tensormap;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;

/**
 * What one submit says about its dependencies: explicit ones and tagged tensors, in the order given. Reused from submit
 * to submit by the one thread that fills it. The list of explicit dependencies grows to the longest ever given. The
 * number of tensors is bounded, and one too many is refused.
 */
public final class SubmitArguments {
    public static final int MAX_TENSORS = 32;

    private Tensor[] tensors = new Tensor[MAX_TENSORS];
    private byte[] tagCodes = new byte[MAX_TENSORS];
    private long[] explicitIds = new long[16];
    private byte[] explicitFlags = new byte[16];
    private int tensorCount;
    private int explicitCount;
    // Of tensor i, in bit i: computed once, when it is given, because a submit asks several times.
    private int created; // the task that made its buffer is to be waited for
    private int lookedUp; // its writers are to be found
    private int written; // the task becomes its writer
    private boolean invalid;
    private KnownEdges known; // null unless a recorded graph is replayed
    private BodyReplay replay;

    public void clear() {
        tensorCount = 0; // the old tensors stay until overwritten: at most 32, and clearing costs
        explicitCount = 0;
        created = 0;
        lookedUp = 0;
        written = 0;
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
    }

    /**
     * Whether there are {@link #known} edges. Callers ask first: the compiler inlines no method
     * that names a class which is not loaded, as {@link #known} does before the first replay.
     */
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
        boolean fits = tensor == null ? tag == ArgumentTag.OUTPUT : tensor.rank() <= Tensor.MAX_TASK_RANK;
        if (!fits || tensorCount == MAX_TENSORS) {
            invalid = true;
            return false;
        }
        int argument = tensorCount;
        if (argument == tensors.length) {
            tensors = Arrays.copyOf(tensors, Math.min(2 * argument, MAX_TENSORS));
            tagCodes = Arrays.copyOf(tagCodes, tensors.length);
        }
        tensorCount = argument + 1;
        tagCodes[argument] = (byte) tag.code();
        tensors[argument] = tensor;
        if (tensor != null) {
            note(tag, tensor, 1 << argument);
        }
        return true;
    }

    private void note(ArgumentTag tag, Tensor tensor, int bit) {
        if (tensor.ownerTaskId() != Tensor.NO_OWNER && tag.waitsForCreator()) {
            created |= bit;
        }
        if (tensor.isManualDependency()) {
            return;
        }
        if (tag.looksUp()) {
            lookedUp |= bit;
        }
        if (tag.inserts()) {
            written |= bit;
        }
    }

    /** Bit i: the task that made the buffer of tensor i is to be waited for. */
    int created() {
        return created;
    }

    /** Bit i: the writers of tensor i are to be found. */
    int lookedUp() {
        return lookedUp;
    }

    /** Bit i: the task becomes a writer of tensor i. */
    int written() {
        return written;
    }

    /** Bit i: the task is made known as a writer of tensor i by its submit. */
    int registered() {
        return isKnown() ? 0 : written;
    }

    /** The OUTPUT at this place is made now. */
    public void made(int argument, Tensor output) {
        tensors[argument] = output;
    }

    /**
     * Gives the list of tensors away and takes another one for the next submit, which is shorter or
     * as long. With {@link #exchangeTagCodes} the last that is asked of a submit.
     */
    public Tensor[] exchangeTensors(Tensor[] other) {
        Tensor[] given = tensors;
        tensors = other;
        return given;
    }

    /** As {@link #exchangeTensors}, for the codes of their tags. */
    public byte[] exchangeTagCodes(byte[] other) {
        byte[] given = tagCodes;
        tagCodes = other;
        return given;
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
        return ArgumentTag.ofCode(tagCodes[argument]);
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
