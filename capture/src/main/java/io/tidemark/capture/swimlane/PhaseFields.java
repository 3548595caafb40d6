package io.tidemark.capture.swimlane;

/**
 * The fields of one scheduler phase on its way to the writer; a carrier that callers fill again and
 * again, so that ten million phases need one object. Not thread-safe.
 */
public final class PhaseFields {
    public String kind = "unknown";
    public long startTick;
    public long endTick;
    public int loopIteration;
    public int tasksProcessed;
    public boolean hasPops;
    public int popHits;
    public int popMisses;
    public boolean hasTask;
    public long taskId;

    /** Packed by {@link SchedulerPhases#pack}, or {@link SchedulerPhases#NO_DEPTHS}. */
    public long depthsAtStart = SchedulerPhases.NO_DEPTHS;

    public long depthsAtEnd = SchedulerPhases.NO_DEPTHS;

    /** Takes over row {@code row} of a table. */
    public void load(SchedulerPhases phases, int row) {
        kind = phases.kindName(row);
        startTick = phases.startTick(row);
        endTick = phases.endTick(row);
        loopIteration = phases.loopIteration(row);
        tasksProcessed = phases.tasksProcessed(row);
        hasPops = phases.hasPops(row);
        popHits = phases.popHits(row);
        popMisses = phases.popMisses(row);
        hasTask = phases.hasTask(row);
        taskId = phases.taskId(row);
        depthsAtStart = phases.depthsAtStart(row);
        depthsAtEnd = phases.depthsAtEnd(row);
    }
}
