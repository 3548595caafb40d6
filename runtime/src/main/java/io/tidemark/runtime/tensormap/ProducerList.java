package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The producers of one submit, by id, gathered on the way to another sink. They are the tasks it names, the owners of
 * its tensors and the writers of their regions. Tasks that are gone are included, so that the list does not depend on
 * how fast tasks went. A producer found for several reasons is listed once, as far as that is cheap to find out. For
 * the thread that infers; keeps its array from submit to submit.
 */
public final class ProducerList implements EdgeSink {
    /** Regions of tasks that are gone, to be remembered: some 50 MB. */
    private static final int MOST_RETIRED = 1 << 20;

    private static final int COMPARED = 16; // entries that a new one is compared with

    private final EdgeSink next;
    private final RetiredRegions retired;
    private final LongConsumer adding = this::add;
    private long[] producers = new long[64];
    private int size;
    private long[] forgotten = new long[8];
    private int forgottenCount;

    /**
     * @param map the map that the submits are looked up in; from now on until it is cleared it
     *     keeps what tasks wrote that are gone
     */
    public ProducerList(TensorMap map, EdgeSink next) {
        this(map, next, MOST_RETIRED);
    }

    /**
     * @param mostRetired regions of tasks that are gone, to be remembered; a power of two
     */
    ProducerList(TensorMap map, EdgeSink next, int mostRetired) {
        this.next = next;
        this.retired = map.keepRetired(mostRetired, this::forget);
    }

    /** Starts anew with what the next submit says by itself. */
    public void begin(SubmitArguments arguments, boolean manualScope) {
        size = 0;
        for (int i = 0; i < arguments.explicitCount(); i++) {
            add(arguments.explicitId(i));
        }
        for (int i = 0; !manualScope && i < arguments.tensorCount(); i++) {
            take(arguments.tag(i), arguments.tensor(i));
        }
    }

    private void take(ArgumentTag tag, Tensor tensor) {
        if (tag.waitsForCreator() && tensor.ownerTaskId() != Tensor.NO_OWNER) {
            add(tensor.ownerTaskId());
        }
        if (retired.size() > 0 && tag.looksUp() && !tensor.isManualDependency()) {
            retired.touch(tensor, tag.inserts(), adding);
        }
    }

    public int size() {
        return size;
    }

    public long producer(int at) {
        return producers[at];
    }

    /**
     * Writers whose regions were forgotten since {@link #clearForgotten}, because there are too
     * many: submits that touch these regions no longer list them.
     */
    public int forgottenCount() {
        return forgottenCount;
    }

    public long forgotten(int at) {
        return forgotten[at];
    }

    public void clearForgotten() {
        forgottenCount = 0;
    }

    private void forget(long writer) {
        if (forgottenCount == forgotten.length) {
            forgotten = Arrays.copyOf(forgotten, 2 * forgottenCount);
        }
        forgotten[forgottenCount++] = writer;
    }

    @Override
    public boolean explicit(long producer, int flags) {
        return next.explicit(producer, flags);
    }

    @Override
    public boolean creator(long producer, int argument) {
        return next.creator(producer, argument);
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
        add(producer);
        return next.modifier(producer, argument, entry, overlap);
    }

    private void add(long producer) {
        for (int at = Math.max(0, size - COMPARED); at < size; at++) {
            if (producers[at] == producer) {
                return;
            }
        }
        if (size == producers.length) {
            producers = Arrays.copyOf(producers, 2 * size);
        }
        producers[size++] = producer;
    }
}
