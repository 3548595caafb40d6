package io.tidemark.runtime.graph;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.OutputLayout;
import io.tidemark.runtime.task.BodyArguments;
import io.tidemark.runtime.task.BodyLinks;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.BodyReplay;
import io.tidemark.runtime.tensormap.KnownEdges;
import java.util.Arrays;
import java.util.List;

/**
 * Plain tasks that a recorded body submits one after the other in the same scope. A replay can
 * submit them together: the edges between them are {@link BodyLinks}, and only those to tasks
 * before them are made anew. The data that a replay reads of every task is in consecutive arrays: an object for each
 * task would be a cache miss for each task. Tasks are counted within the run, arguments over all its tasks. Immutable.
 */
public final class TaskRun {
    private final PlainTask[] tasks;
    private final Kernel[] kernels; // null for several or none
    private final int[] blocks;
    private final BodyLinks[] links;
    private final int[] retainers; // as the links have them
    private final int[] producers; // in the run
    private final KnownEdges[] edges; // to tasks of the body before the run
    private final boolean[] isAlwaysOpen;
    private final int[] argumentEnd;
    private final int[] wholes; // as TensorArgument has it
    private final int[] given; // which tensor the body is called with; negative for none
    private final BodyArguments[] shared; // null where a replay makes a tensor for the task
    private final ArgumentTag[] tags;
    private final byte[] tagCodes;
    private final boolean[] hasScalars;
    private final long[] outputBytes;
    private final long heapBytes;
    private final int first;
    private final boolean isManual;

    /**
     * @param recorded one after the other
     * @param first number of the first one in its body
     * @param isManual whether only stated edges count
     */
    TaskRun(List<PlainTask> recorded, int first, boolean isManual) {
        int count = recorded.size();
        this.first = first;
        this.isManual = isManual;
        tasks = recorded.toArray(PlainTask[]::new);
        kernels = new Kernel[count];
        blocks = new int[count];
        retainers = new int[count];
        producers = new int[count];
        hasScalars = new boolean[count];
        shared = new BodyArguments[count];
        edges = new KnownEdges[count];
        isAlwaysOpen = new boolean[count];
        argumentEnd = new int[count];
        outputBytes = new long[count];
        int arguments =
                recorded.stream().mapToInt(task -> task.tensors().size()).sum();
        wholes = new int[arguments];
        given = new int[arguments];
        tags = new ArgumentTag[arguments];
        tagCodes = new byte[arguments];
        links = links(tasks, first);
        long bytes = 0;
        int argument = 0;
        for (int i = 0; i < count; i++) {
            PlainTask task = tasks[i];
            kernels[i] = task.kernel();
            blocks[i] = task.blocks();
            retainers[i] = links[i].retainers();
            producers[i] = links[i].producers().length;
            hasScalars[i] = !task.scalars().isEmpty();
            edges[i] = task.edges().before(first);
            isAlwaysOpen[i] = edges[i].areAny() || statesOuter(task, first);
            for (int at = 0; at < task.tensors().size(); at++, argument++) {
                TensorArgument tensor = task.tensors().get(at);
                wholes[argument] = tensor.whole();
                given[argument] = edges[i].given(at);
                tags[argument] = tensor.tag();
                tagCodes[argument] = (byte) tensor.tag().code();
                isAlwaysOpen[i] |= !isManual && edges[i].isOutside(at);
            }
            shared[i] = shared(argumentEnd(i - 1), argument);
            argumentEnd[i] = argument;
            for (TensorSpec spec : task.outputs()) {
                outputBytes[i] = OutputLayout.after(outputBytes[i], spec);
            }
            bytes += HeapRing.roundedBytes(outputBytes[i]);
        }
        heapBytes = bytes;
    }

    private BodyArguments shared(int from, int to) {
        int[] places = Arrays.copyOfRange(wholes, from, to);
        boolean areAllWhole = Arrays.stream(places).allMatch(place -> place >= 0);
        return areAllWhole ? new BodyArguments(places, Arrays.copyOfRange(tagCodes, from, to)) : null;
    }

    private static boolean statesOuter(PlainTask task, int first) {
        return task.stated().stream().anyMatch(stated -> stated.node() < first);
    }

    private static BodyLinks[] links(PlainTask[] tasks, int first) {
        EdgesInside[] inside = new EdgesInside[tasks.length];
        int[] consumers = new int[tasks.length];
        int[] retainers = new int[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            EdgesInside own = new EdgesInside(i);
            inside[i] = own;
            for (PlainTask.Stated stated : tasks[i].stated()) {
                if (stated.node() >= first) {
                    own.edge(stated.node() - first, stated.flags());
                }
            }
            tasks[i].edges().each(first, (node, flags) -> own.edge(node - first, flags));
            for (int at = 0; at < own.count; at++) {
                consumers[own.producers[at]] += own.flags[at] & EdgeFlags.WAIT;
                retainers[own.producers[at]] += (own.flags[at] & EdgeFlags.RETAIN) != 0 ? 1 : 0;
            }
        }
        BodyLinks[] links = new BodyLinks[tasks.length];
        int[] told = new int[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            links[i] = new BodyLinks(
                    new int[consumers[i]],
                    inside[i].distances(EdgeFlags.WAIT),
                    inside[i].distances(EdgeFlags.RETAIN),
                    retainers[i]);
            for (int behind : links[i].producers()) {
                links[i - behind].consumers()[told[i - behind]++] = behind;
            }
        }
        return links;
    }

    /** Edges of one task to others of the run, each producer once. One thread. */
    private static final class EdgesInside {
        private final int task;
        private int[] producers = new int[4];
        private int[] flags = new int[4];
        private int count;

        EdgesInside(int task) {
            this.task = task;
        }

        void edge(int producer, int more) {
            for (int i = 0; i < count; i++) {
                if (producers[i] == producer) {
                    flags[i] |= more;
                    return;
                }
            }
            if (count == producers.length) {
                producers = Arrays.copyOf(producers, 2 * count);
                flags = Arrays.copyOf(flags, 2 * count);
            }
            producers[count] = producer;
            flags[count++] = more;
        }

        int[] distances(int flag) {
            int[] distances = new int[count];
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if ((flags[i] & flag) != 0) {
                    distances[kept++] = task - producers[i];
                }
            }
            return Arrays.copyOf(distances, kept);
        }
    }

    public int size() {
        return tasks.length;
    }

    /** Whether the scope that the tasks are in infers no edges. */
    public boolean isManual() {
        return isManual;
    }

    /** What the outputs of all tasks take of a heap. */
    public long heapBytes() {
        return heapBytes;
    }

    /** Bytes that the outputs of a task take, one after the other. */
    public long outputBytes(int task) {
        return outputBytes[task];
    }

    /** Its only kernel; null for several or none. */
    public Kernel kernel(int task) {
        return kernels[task];
    }

    /** Its kernels if there are several, else null. */
    public MixedKernels mixed(int task) {
        return tasks[task].mixed();
    }

    public int blocks(int task) {
        return blocks[task];
    }

    public BodyLinks links(int task) {
        return links[task];
    }

    /** How many tasks of the run keep its outputs, as its links say. */
    public int retainers(int task) {
        return retainers[task];
    }

    /** How many tasks of the run it waits for. */
    public int producers(int task) {
        return producers[task];
    }

    /** Whether tasks before the run may have to do with it, in this replay and at this moment. */
    public boolean isOpen(int task, BodyReplay replay) {
        if (isAlwaysOpen[task]) {
            return true;
        }
        if (!isManual && replay.isAnyLoud()) {
            for (int i = firstArgument(task); i < argumentEnd[task]; i++) {
                if (given[i] >= 0 && !replay.isQuiet(given[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    public int firstArgument(int task) {
        return argumentEnd(task - 1);
    }

    public int argumentEnd(int task) {
        return task < 0 ? 0 : argumentEnd[task];
    }

    /** The tensors of a task if all of them are {@link Binding#tensors}, else null. */
    public BodyArguments shared(int task) {
        return shared[task];
    }

    public ArgumentTag tag(int argument) {
        return tags[argument];
    }

    /** Code of the tag of an argument. */
    public byte tagCode(int argument) {
        return tagCodes[argument];
    }

    /** The tensor of an argument in a replay; not of an output. */
    public Tensor tensor(int task, int argument, Binding binding) {
        int whole = wholes[argument];
        return whole >= 0 ? binding.whole(whole) : argument(task, argument).in(binding);
    }

    public TensorArgument argument(int task, int argument) {
        return tasks[task].tensors().get(argument - firstArgument(task));
    }

    public boolean hasScalars(int task) {
        return hasScalars[task];
    }

    public List<ScalarArgument> scalars(int task) {
        return tasks[task].scalars();
    }

    /** Edges by look-up to tasks of the body before the run. */
    public KnownEdges edges(int task) {
        return edges[task];
    }

    /** Visits the edges that the body states to its tasks before the run. */
    public void eachStatedBefore(int task, KnownEdges.Visitor visitor) {
        for (PlainTask.Stated stated : tasks[task].stated()) {
            if (stated.node() < first) {
                visitor.edge(stated.node(), stated.flags());
            }
        }
    }
}
