package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.Arrow;
import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.TraceScene;
import java.util.Arrays;
import java.util.List;

/**
 * The arrows of the default picture, few enough for a viewer. Every arrow lies between two slices.
 * Kinds are collected in their order until the limit is reached; from there on arrows are only
 * counted. Filled by one thread, then read by any.
 */
public final class ArrowTable implements ArrowConsumer, ArrowEnds {
    private static final int ARROWS_PER_JOB = 1 << 16;
    private static final int FIRST_CAPACITY = 1 << 12;

    private final TraceScene scene;
    private final long limit;
    private final ArrowTally tally;
    private ArrowKind current = ArrowKind.DEPENDENCY;
    private long[] fromMoment = new long[FIRST_CAPACITY];
    private long[] toMoment = new long[FIRST_CAPACITY];
    private int[] fromSlice = new int[FIRST_CAPACITY];
    private int[] toSlice = new int[FIRST_CAPACITY];
    private int[] fromTid = new int[FIRST_CAPACITY];
    private int[] toTid = new int[FIRST_CAPACITY];
    private int[] inputCount = new int[FIRST_CAPACITY];
    private int[] outputCount = new int[FIRST_CAPACITY];
    private byte[] pids = new byte[FIRST_CAPACITY];
    private byte[] names = new byte[FIRST_CAPACITY];
    private int size;
    private final Word[] nameWords;
    private ArrowsBySlice out;
    private ArrowsBySlice in;

    public ArrowTable(TraceScene scene, long limit, ArrowTally tally) {
        this.scene = scene;
        this.limit = limit;
        this.tally = tally;
        Vocabulary words = scene.vocabulary;
        nameWords = new Word[] {words.dependency, words.violation, words.complete, words.ready, words.dispatch, null};
    }

    /** Collects what {@code arrows} makes, kind by kind. */
    public void collect(Arrows arrows) {
        for (ArrowKind kind : ArrowKind.values()) {
            current = kind;
            arrows.forEach(this);
        }
    }

    @Override
    public boolean wants(ArrowKind kind) {
        return kind == current;
    }

    @Override
    public boolean isCounting() {
        return size >= limit;
    }

    @Override
    public void add(ArrowKind kind, long count) {
        tally.add(kind, kind == current ? count : 0);
    }

    @Override
    public void accept(ArrowKind kind, Arrow arrow) {
        boolean isDrawable = arrow.fromSlice != Arrow.NONE && arrow.toSlice != Arrow.NONE;
        if (kind != current || !isDrawable) {
            return;
        }
        tally.add(kind, 1);
        if (size >= limit) {
            return;
        }
        tally.draw(kind);
        if (size == names.length) {
            grow();
        }
        fromMoment[size] = arrow.fromMoment;
        toMoment[size] = arrow.toMoment;
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

    private void grow() {
        int capacity = (int) Math.min(limit, 2L * size);
        fromMoment = Arrays.copyOf(fromMoment, capacity);
        toMoment = Arrays.copyOf(toMoment, capacity);
        fromSlice = Arrays.copyOf(fromSlice, capacity);
        toSlice = Arrays.copyOf(toSlice, capacity);
        fromTid = Arrays.copyOf(fromTid, capacity);
        toTid = Arrays.copyOf(toTid, capacity);
        inputCount = Arrays.copyOf(inputCount, capacity);
        outputCount = Arrays.copyOf(outputCount, capacity);
        pids = Arrays.copyOf(pids, capacity);
        names = Arrays.copyOf(names, capacity);
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

    public int size() {
        return size;
    }

    public void addJobs(List<TraceJob> jobs) {
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
            arrow.from(fromSlice[number], pids[number] >> 4, fromTid[number], fromMoment[number]);
            arrow.to(toSlice[number], pids[number] & 0xF, toTid[number], toMoment[number]);
            sink.arrow(arrow);
        }
    }

    /** Sorts the arrows by slice, for formats in which arrows are part of slices. */
    public ArrowEnds bySlice() {
        out = new ArrowsBySlice(fromSlice, size);
        in = new ArrowsBySlice(toSlice, size);
        return this;
    }

    @Override
    public void attach(TraceSink sink, int slice) {
        for (int at = out.begin(slice); at < out.end(slice); at++) {
            sink.arrowOut(out.arrow(at));
        }
        int violations = 0;
        for (int at = in.begin(slice); at < in.end(slice); at++) {
            int arrow = in.arrow(at);
            sink.arrowIn(arrow);
            violations += nameWords[names[arrow]] == scene.vocabulary.violation ? 1 : 0;
        }
        if (violations > 0) {
            sink.argument(scene.vocabulary.violations, violations);
        }
    }
}
