package io.tidemark.runtime.recording;

import io.tidemark.chip.Topology;
import io.tidemark.probe.pmu.ArgumentTraffic;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.tensormap.ArgumentTag;

/**
 * Reads the counters of a scheduler's cores when their tasks finish. For the thread that steps the
 * scheduler.
 */
final class PmuRecorder {
    private final PmuProbe probe;
    private final Topology topology;
    private final CoreCounters[] counters;
    private final ArgumentTraffic traffic = new ArgumentTraffic();

    PmuRecorder(PmuProbe probe, Topology topology, CoreCounters[] counters) {
        this.probe = probe;
        this.topology = topology;
        this.counters = counters;
    }

    boolean hasRoom() {
        return probe.hasRoom();
    }

    void finished(int core, TaskSlot task) {
        CoreCounters own = counters[core];
        sum(task);
        probe.finished(
                core,
                topology.type(core).code(),
                task.taskId(),
                task.kernelAt(topology.position(core)).functionId(),
                own.startTick(),
                own.endTick(),
                own.takeInvocations(),
                traffic);
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
