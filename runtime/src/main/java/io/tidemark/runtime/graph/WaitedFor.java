package io.tidemark.runtime.graph;

import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.tensormap.EdgeSink;

/** Marks every producer that it is told. One thread. */
record WaitedFor(boolean[] marks) implements EdgeSink {
    @Override
    public boolean explicit(long producer, int flags) {
        return mark(producer);
    }

    @Override
    public boolean creator(long producer, int argument) {
        return mark(producer);
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, int overlap) {
        return mark(producer);
    }

    private boolean mark(long producer) {
        marks[TaskId.local(producer)] = true;
        return true;
    }
}
