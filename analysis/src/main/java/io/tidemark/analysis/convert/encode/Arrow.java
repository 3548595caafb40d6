package io.tidemark.analysis.convert.encode;

/**
 * One arrow. The job that draws arrows refills this object for each arrow, so that none is
 * allocated. Slices are numbers of the scene; an end without a slice has {@link #NONE}. One thread.
 */
public final class Arrow {
    /** Slice number or count that is not written. */
    public static final int NONE = -1;

    public Word name;
    public long id;
    public int fromPid;
    public int fromTid;
    public long fromMoment;
    public int fromSlice;
    public int fromBind;
    public int toPid;
    public int toTid;
    public long toMoment;
    public int toSlice;
    public int toBind;
    public int inputCount = NONE;
    public int outputCount = NONE;

    public Arrow named(Word name) {
        this.name = name;
        fromBind = NONE;
        toBind = NONE;
        return this;
    }

    public Arrow from(int slice, int pid, int tid, long moment) {
        fromSlice = slice;
        fromPid = pid;
        fromTid = tid;
        fromMoment = moment;
        return this;
    }

    public Arrow to(int slice, int pid, int tid, long moment) {
        toSlice = slice;
        toPid = pid;
        toTid = tid;
        toMoment = moment;
        return this;
    }

    /** Writes the number of the source slice beside the arrow. */
    public Arrow bindFrom() {
        fromBind = fromSlice;
        return this;
    }

    public Arrow bindTo() {
        toBind = toSlice;
        return this;
    }
}
