package io.tidemark.lab.generate;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.RowGroups;

/** The runs of subtasks on cores that a simulation produced, in dispatch order. One thread. */
final class RunColumns {
    private final ByteColumn core = new ByteColumn();
    private final IntColumn node = new IntColumn();
    private final LongColumn dispatchTick = new LongColumn();
    private final LongColumn startTick = new LongColumn();
    private final LongColumn endTick = new LongColumn();
    private final LongColumn finishTick = new LongColumn();
    private final ByteColumn receiveToStart = new ByteColumn();

    int add(int coreNumber, int nodeNumber, long dispatch, long start, long end, int received) {
        core.add((byte) coreNumber);
        node.add(nodeNumber);
        dispatchTick.add(dispatch);
        startTick.add(start);
        endTick.add(end);
        finishTick.add(0);
        receiveToStart.add((byte) received);
        return core.size() - 1;
    }

    void finish(int run, long tick) {
        finishTick.set(run, tick);
    }

    int size() {
        return core.size();
    }

    int core(int run) {
        return core.get(run);
    }

    int node(int run) {
        return node.get(run);
    }

    long dispatchTick(int run) {
        return dispatchTick.get(run);
    }

    long startTick(int run) {
        return startTick.get(run);
    }

    long endTick(int run) {
        return endTick.get(run);
    }

    long finishTick(int run) {
        return finishTick.get(run);
    }

    int receiveToStart(int run) {
        return receiveToStart.get(run);
    }

    /** Run numbers core by core, in dispatch order inside a core. */
    RowGroups byCore(int cores) {
        return RowGroups.of(cores, size(), this::core);
    }
}
