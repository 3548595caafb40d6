package io.tidemark.analysis.convert.encode;

/**
 * Where the events of one job go. A slice or counter is opened, described, and closed before the
 * next one opens. One thread; the slices of a track come in order of time, outer before inner.
 */
public interface TraceSink {
    /** Least length of a slice in nanoseconds; a slice of no length cannot carry arrows. */
    long SHORTEST_NANOS = 1;

    /** Names a process. {@code sortIndex} below 0 leaves its place to the viewer. */
    void process(int pid, String name, int sortIndex);

    void thread(int pid, int tid, String name);

    void threadSortIndex(int pid, int tid, int sortIndex);

    /** Opens a slice on a thread. Times are moments. */
    void slice(int pid, int tid, long begin, long end);

    /** Opens a slice of the least length that arrows can end at. */
    void shortestSlice(int pid, int tid, long begin);

    /** Opens a sample of one or more series. */
    void counter(int pid, int tid, long moment, Word name);

    void category(Word category);

    /** A colour word of Chrome's viewer. */
    void color(Word color);

    /** The number by which an arrow of Chrome's format finds this slice. */
    void id(long id);

    void name(Word name);

    void nameOfTask(Word kernel, long taskId);

    void nameCounted(Word word, long count);

    void argument(Word key, long value);

    void argumentUnsigned(Word key, long value);

    /** A moment, written as microseconds. */
    void argumentMoment(Word key, long moment);

    /** How long it is between two moments, written as microseconds. */
    void argumentLength(Word key, long begin, long end);

    void argumentMicros(Word key, double micros);

    void argument(Word key, Word text);

    void argument(Word key, boolean value);

    /** A list of three queue depths, packed as in {@code SchedulerPhases}. */
    void argumentDepths(Word key, long packedDepths);

    /** True when texts that only repeat what other arguments say are wanted. */
    boolean wantsHints();

    /** Opens a text argument; the caller appends ASCII and then calls {@link #endHint}. */
    AsciiBuffer beginHint(Word key);

    void endHint();

    /** This slice is where arrow {@code arrow} starts. */
    void arrowOut(long arrow);

    /** This slice is where arrow {@code arrow} ends. */
    void arrowIn(long arrow);

    /** Ends the slice or counter. */
    void close();

    /** Writes an arrow as two separate events. Formats whose arrows belong to slices ignore it. */
    void arrow(Arrow arrow);

    /** Ends the job: closes the open slices of its tracks and writes the buffered events. */
    void finish();
}
