package io.tidemark.analysis.convert;

/** One arrow, filled again and again by the job that draws arrows, so that none is allocated. */
final class Arrow {
    /** Slice number or count that is not written. */
    static final int NONE = -1;

    Word name;
    long id;
    int fromPid;
    int fromTid;
    double fromMicros;
    int fromSlice;
    int toPid;
    int toTid;
    double toMicros;
    int toSlice;
    int inputCount;
    int outputCount;

    Arrow between(Word name, long id) {
        this.name = name;
        this.id = id;
        fromSlice = NONE;
        toSlice = NONE;
        inputCount = NONE;
        outputCount = NONE;
        return this;
    }

    Arrow from(int pid, int tid, double micros) {
        fromPid = pid;
        fromTid = tid;
        fromMicros = micros;
        return this;
    }

    Arrow to(int pid, int tid, double micros) {
        toPid = pid;
        toTid = tid;
        toMicros = micros;
        return this;
    }
}
