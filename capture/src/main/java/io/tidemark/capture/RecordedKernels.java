package io.tidemark.capture;

import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.swimlane.FunctionSource;
import java.util.HashMap;
import java.util.Map;

/**
 * What other channels of a capture say about the kernels of tasks: the counters name the kernel of
 * every run, the dumped arguments that of a task with one kernel. A name map that comes with a
 * certificate lists all kernels there were; if that is one, every task ran it. Reads them when
 * first asked. One thread.
 */
public final class RecordedKernels implements FunctionSource {
    private static final int END = -1;
    private static final int SEVERAL = -2;

    private final Capture capture;
    private final LongIndex counted = new LongIndex(); // tasks of the counters
    private final IntColumn firstRow = new IntColumn();
    private final IntColumn nextRow = new IntColumn();
    private final Map<Long, Integer> dumped = new HashMap<>();
    private PmuTable counters;
    private int only = UNKNOWN;
    private boolean isRead;

    public RecordedKernels(Capture capture) {
        this.capture = capture;
    }

    @Override
    public int function(long taskId, int core) {
        if (!isRead) {
            isRead = true;
            capture.pmu().ifPresent(this::take);
            capture.args().ifPresent(this::take);
            NameMap names = capture.names();
            if (capture.certificate().isPresent() && names.nameById().size() == 1) {
                only = names.nameById().keySet().iterator().next();
            }
        }
        int function = counted(taskId, core);
        if (function < 0) {
            function = dumped.getOrDefault(taskId, UNKNOWN);
        }
        return function < 0 ? only : function;
    }

    private int counted(long taskId, int core) {
        int task = counted.find(taskId);
        int row = task == LongIndex.ABSENT ? END : firstRow.get(task);
        while (row != END && counters.core(row) != core) {
            row = nextRow.get(row);
        }
        return row == END ? UNKNOWN : counters.functionId(row);
    }

    private void take(PmuTable table) {
        counters = table;
        for (int row = 0; row < table.size(); row++) {
            int task = counted.add(table.taskId(row));
            if (task == firstRow.size()) {
                firstRow.add(row);
                nextRow.add(END);
            } else {
                nextRow.add(firstRow.get(task));
                firstRow.set(task, row);
            }
        }
    }

    private void take(ArgsManifest manifest) {
        for (int row = 0; row < manifest.size(); row++) {
            for (int function : manifest.functionIds(row)) {
                dumped.merge(manifest.taskId(row), function, (known, other) -> known.equals(other) ? known : SEVERAL);
            }
        }
    }
}
