package io.tidemark.analysis.convert;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import java.util.Arrays;
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
    private final LongColumn fromMicros = new LongColumn();
    private final LongColumn toMicros = new LongColumn();
    private final IntColumn fromSlice = new IntColumn();
    private final IntColumn toSlice = new IntColumn();
    private final IntColumn fromTid = new IntColumn();
    private final IntColumn toTid = new IntColumn();
    private final IntColumn inputCount = new IntColumn();
    private final IntColumn outputCount = new IntColumn();
    private final ByteColumn pids = new ByteColumn();
    private final ByteColumn names = new ByteColumn();
    private final Word[] nameWords;
    private int[] outStarts;
    private int[] out;
    private int[] inStarts;
    private int[] in;

    ArrowTable(TraceScene scene, ArrowBudget budget) {
        this.scene = scene;
        this.budget = budget;
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
        fromMicros.add(Double.doubleToRawLongBits(arrow.fromMicros));
        toMicros.add(Double.doubleToRawLongBits(arrow.toMicros));
        fromSlice.add(arrow.fromSlice);
        toSlice.add(arrow.toSlice);
        fromTid.add(arrow.fromTid);
        toTid.add(arrow.toTid);
        inputCount.add(arrow.inputCount);
        outputCount.add(arrow.outputCount);
        pids.add((byte) (arrow.fromPid << 4 | arrow.toPid));
        names.add((byte) nameNumber(arrow.name));
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
        return fromSlice.size();
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
            arrow.named(nameWords[names.get(number)]);
            arrow.id = number;
            arrow.inputCount = inputCount.get(number);
            arrow.outputCount = outputCount.get(number);
            arrow.from(
                    fromSlice.get(number),
                    pids.get(number) >> 4,
                    fromTid.get(number),
                    Double.longBitsToDouble(fromMicros.get(number)));
            arrow.to(
                    toSlice.get(number),
                    pids.get(number) & 0xF,
                    toTid.get(number),
                    Double.longBitsToDouble(toMicros.get(number)));
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

    private int[] starts(IntColumn slices) {
        int[] starts = new int[scene.sliceCount() + 1];
        for (int number = 0; number < slices.size(); number++) {
            starts[slices.get(number) + 1]++;
        }
        for (int slice = 1; slice < starts.length; slice++) {
            starts[slice] += starts[slice - 1];
        }
        return starts;
    }

    private static int[] sorted(IntColumn slices, int[] starts) {
        int[] next = Arrays.copyOf(starts, starts.length);
        int[] sorted = new int[slices.size()];
        for (int number = 0; number < sorted.length; number++) {
            sorted[next[slices.get(number)]++] = number;
        }
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
            violations += nameWords[names.get(in[at])] == scene.vocabulary.violation ? 1 : 0;
        }
        if (violations > 0) {
            sink.argument(scene.vocabulary.violations, violations);
        }
    }
}
