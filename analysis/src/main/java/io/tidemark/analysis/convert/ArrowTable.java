package io.tidemark.analysis.convert;

import java.util.List;

/**
 * The arrows of the default picture, few enough for a viewer. Every arrow lies between two slices.
 * Filled by one thread; what is over the budget of its kind, or lies on no slice, is counted and
 * left out.
 */
final class ArrowTable implements ArrowConsumer, ArrowEnds {
    private static final int ARROWS_PER_JOB = 1 << 16;

    private final TraceScene scene;
    private final ArrowBudget budget;
    private final double[] fromMicros;
    private final double[] toMicros;
    private final int[] fromSlice;
    private final int[] toSlice;
    private final int[] fromTid;
    private final int[] toTid;
    private final int[] inputCount;
    private final int[] outputCount;
    private final byte[] pids;
    private final byte[] names;
    private int size;
    private final Word[] nameWords;
    private int[] outStarts;
    private int[] out;
    private int[] inStarts;
    private int[] in;

    ArrowTable(TraceScene scene, ArrowBudget budget) {
        this.scene = scene;
        this.budget = budget;
        int capacity = Math.toIntExact(budget.granted());
        fromMicros = new double[capacity];
        toMicros = new double[capacity];
        fromSlice = new int[capacity];
        toSlice = new int[capacity];
        fromTid = new int[capacity];
        toTid = new int[capacity];
        inputCount = new int[capacity];
        outputCount = new int[capacity];
        pids = new byte[capacity];
        names = new byte[capacity];
        Vocabulary words = scene.vocabulary;
        nameWords =
                new Word[] {
                    words.dependency,
                    words.violation,
                    words.complete,
                    words.ready,
                    words.dispatch,
                    null
                };
    }

    /** True when both ends of an arrow lie on slices, so that a viewer can draw it. */
    static boolean isDrawable(Arrow arrow) {
        return arrow.fromSlice != Arrow.NONE && arrow.toSlice != Arrow.NONE;
    }

    @Override
    public void accept(ArrowKind kind, Arrow arrow) {
        if (!isDrawable(arrow) || !budget.take(kind)) {
            return;
        }
        fromMicros[size] = arrow.fromMicros;
        toMicros[size] = arrow.toMicros;
        fromSlice[size] = arrow.fromSlice;
        toSlice[size] = arrow.toSlice;
        fromTid[size] = arrow.fromTid;
        toTid[size] = arrow.toTid;
        inputCount[size] = arrow.inputCount;
        outputCount[size] = arrow.outputCount;
        pids[size] = (byte) (arrow.fromPid << 4 | arrow.toPid);
        names[size] = (byte) nameNumber(arrow.name);
        size++;
    }

    @Override
    public boolean wants(ArrowKind kind) {
        return budget.grants(kind);
    }

    private int nameNumber(Word name) {
        for (int number = 0; number < nameWords.length; number++) {
            if (nameWords[number] == name) {
                return number;
            }
        }
        nameWords[nameWords.length - 1] = name; // submit, or what older files call it
        return nameWords.length - 1;
    }

    int size() {
        return size;
    }

    void addJobs(List<TraceJob> jobs) {
        for (int first = 0; first < size(); first += ARROWS_PER_JOB) {
            int begin = first;
            int end = Math.min(size(), first + ARROWS_PER_JOB);
            jobs.add(sink -> draw(sink, begin, end));
        }
    }

    private void draw(TraceSink sink, int begin, int end) {
        Arrow arrow = new Arrow();
        for (int number = begin; number < end; number++) {
            arrow.named(nameWords[names[number]]);
            arrow.id = number;
            arrow.inputCount = inputCount[number];
            arrow.outputCount = outputCount[number];
            arrow.from(fromSlice[number], pids[number] >> 4, fromTid[number], fromMicros[number]);
            arrow.to(toSlice[number], pids[number] & 0xF, toTid[number], toMicros[number]);
            sink.arrow(arrow);
        }
    }

    /** Sorts the arrows by slice, for formats in which arrows are part of slices. */
    ArrowEnds bySlice() {
        outStarts = starts(fromSlice);
        out = sorted(fromSlice, outStarts);
        inStarts = starts(toSlice);
        in = sorted(toSlice, inStarts);
        return this;
    }

    private int[] starts(int[] slices) {
        int[] starts = new int[scene.sliceCount() + 1];
        for (int number = 0; number < size; number++) {
            starts[slices[number] + 1]++;
        }
        for (int slice = 1; slice < starts.length; slice++) {
            starts[slice] += starts[slice - 1];
        }
        return starts;
    }

    /**
     * Numbers of arrows in order of slice; walks back so that {@code starts} serves as the cursor.
     */
    private int[] sorted(int[] slices, int[] starts) {
        int[] sorted = new int[size];
        for (int number = size - 1; number >= 0; number--) {
            sorted[--starts[slices[number] + 1]] = number;
        }
        System.arraycopy(starts, 1, starts, 0, starts.length - 1);
        starts[starts.length - 1] = size;
        return sorted;
    }

    @Override
    public void attach(TraceSink sink, int slice) {
        for (int at = outStarts[slice]; at < outStarts[slice + 1]; at++) {
            sink.arrowOut(out[at]);
        }
        int violations = 0;
        for (int at = inStarts[slice]; at < inStarts[slice + 1]; at++) {
            sink.arrowIn(in[at]);
            violations += nameWords[names[in[at]]] == scene.vocabulary.violation ? 1 : 0;
        }
        if (violations > 0) {
            sink.argument(scene.vocabulary.violations, violations);
        }
    }
}
