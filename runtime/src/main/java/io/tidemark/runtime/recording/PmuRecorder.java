package io.tidemark.runtime.recording;

import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.probe.pmu.ArgumentTraffic;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.ArgumentTag;

/**
 * Reads the counters of a scheduler's cores when their tasks finish, or receives them from cores that take tasks
 * themselves. For the thread that steps the scheduler.
 */
final class PmuRecorder {
    private final PmuProbe probe;
    private final ChipShape shape;
    private final int[] enteredSeen;
    private final ArgumentTraffic traffic = new ArgumentTraffic();

    PmuRecorder(PmuProbe probe, ChipShape shape) {
        this.probe = probe;
        this.shape = shape;
        this.enteredSeen = new int[shape.coreCount()];
    }

    boolean hasRoom() {
        return probe.hasRoom();
    }

    /** With one task at a time on the core none has begun since the finish that was seen. */
    void finished(int core, TaskSlot task, CoreRegisters registers) {
        int entered = registers.enteredOpaque(core);
        int invocations = entered - enteredSeen[core];
        enteredSeen[core] = entered;
        record(
                core,
                task,
                registers.startTickAcquire(core),
                registers.endTickOpaque(core),
                invocations,
                registers.cycles(core));
    }

    /** A core that takes tasks itself reports each kernel call separately, and in order. */
    void taken(int core, TaskSlot task, long startTick, long endTick, int cycles) {
        record(core, task, startTick, endTick, 1, cycles);
    }

    private void record(int core, TaskSlot task, long startTick, long endTick, int invocations, int cycles) {
        sum(task);
        probe.finished(
                core,
                shape.type(core).code(),
                task.taskId(),
                task.kernelAt(shape.position(core)).functionId(),
                startTick,
                endTick,
                invocations,
                cycles(cycles),
                traffic);
    }

    /** Where a core counts its cycles there is at least one; the largest number is too many. */
    private static long cycles(int counted) {
        return counted == 0 || counted == -1 ? PmuProbe.UNCOUNTED : Integer.toUnsignedLong(counted);
    }

    private void sum(TaskSlot task) {
        traffic.clear();
        if (task.subtasks() != 1) {
            traffic.unknown(); // what one run of several touches is its kernel's secret
            return;
        }
        for (int i = 0; i < task.tensorCount(); i++) {
            int tag = task.tagCode(i);
            if (tag == ArgumentTag.INPUT.code()) {
                traffic.reads(task.tensor(i));
            } else if (tag == ArgumentTag.INOUT.code()) {
                traffic.reads(task.tensor(i));
                traffic.writes(task.tensor(i));
            } else if (tag == ArgumentTag.NO_DEP.code()) {
                traffic.unknown(); // the tag says nothing of the direction
                return;
            } else {
                traffic.writes(task.tensor(i));
            }
        }
    }

    boolean flush() {
        return probe.flush();
    }
}
