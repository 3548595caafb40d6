package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.convert.encode.Word;

/**
 * One arrow, filled again and again by the job that draws arrows, so that none is allocated. Slices
 * are numbers of the scene; an end that lies on no slice has {@link #NONE}. One thread.
 */
final class Arrow {
    /** Slice number or count that is not written. */
    static final int NONE = -1;

    Word name;
    long id;
    int fromPid;
    int fromTid;
    double fromMicros;
    int fromSlice;
    int fromBind;
    int toPid;
    int toTid;
    double toMicros;
    int toSlice;
    int toBind;
    int inputCount = NONE;
    int outputCount = NONE;

    Arrow named(Word name) {
        this.name = name;
        fromBind = NONE;
        toBind = NONE;
        return this;
    }

    Arrow from(int slice, int pid, int tid, double micros) {
        fromSlice = slice;
        fromPid = pid;
        fromTid = tid;
        fromMicros = micros;
        return this;
    }

    Arrow to(int slice, int pid, int tid, double micros) {
        toSlice = slice;
        toPid = pid;
        toTid = tid;
        toMicros = micros;
        return this;
    }

    /** Writes the number of the source slice beside the arrow. */
    Arrow bindFrom() {
        fromBind = fromSlice;
        return this;
    }

    Arrow bindTo() {
        toBind = toSlice;
        return this;
    }
}
