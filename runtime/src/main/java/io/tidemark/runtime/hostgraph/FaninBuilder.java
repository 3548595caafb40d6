package io.tidemark.runtime.hostgraph;

import java.util.Arrays;

/**
 * Who waits for whom, while the host still submits: per task the numbers of its producers, each
 * once. It grows as needed and refuses only a task with too many producers. Orchestrator thread
 * only.
 */
public final class FaninBuilder {
    /** Producers that one task may have. */
    public static final int MOST_PRODUCERS = 128;

    private int[] begin = new int[64];
    private int[] producers = new int[256];
    private int[] lastConsumer = new int[64]; // per producer: 1 + the task that named it last
    private byte[] complete = new byte[64];
    private int tasks;
    private int edges;

    /** Starts the next task, whose number is how many there were before. */
    public void begin() {
        if (tasks + 1 == begin.length) {
            begin = Arrays.copyOf(begin, 2 * begin.length);
            lastConsumer = Arrays.copyOf(lastConsumer, 2 * lastConsumer.length);
            complete = Arrays.copyOf(complete, 2 * complete.length);
        }
        begin[tasks++] = edges;
    }

    /** The task begun last waits for an earlier one; false when it waits for too many. */
    public boolean add(int producer) {
        assert producer >= 0 && producer < tasks - 1 : "producer=" + producer + " of " + tasks;
        if (lastConsumer[producer] == tasks) {
            return true;
        }
        if (edges - begin[tasks - 1] == MOST_PRODUCERS) {
            return false;
        }
        lastConsumer[producer] = tasks;
        if (edges == producers.length) {
            producers = Arrays.copyOf(producers, 2 * edges);
        }
        producers[edges++] = producer;
        return true;
    }

    /** The task begun last never runs: it is complete from the start. */
    public void complete() {
        complete[tasks - 1] = 1;
    }

    public int tasks() {
        return tasks;
    }

    public int edges() {
        return edges;
    }

    /** The graph in its final form and size; nothing may be added afterwards. */
    public GraphImage seal() {
        int[] sealedBegin = Arrays.copyOf(begin, tasks + 1);
        sealedBegin[tasks] = edges;
        int[] sealed = Arrays.copyOf(producers, edges);
        for (int task = 0; task < tasks; task++) {
            Arrays.sort(sealed, sealedBegin[task], sealedBegin[task + 1]);
        }
        return new GraphImage(sealedBegin, sealed, Arrays.copyOf(complete, tasks));
    }
}
