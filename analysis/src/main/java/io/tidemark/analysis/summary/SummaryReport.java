package io.tidemark.analysis.summary;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.swimlane.SwimlaneEra;
import java.util.List;
import java.util.Optional;

/**
 * One capture on one page. Immutable.
 *
 * @param contents what the capture holds, a phrase each
 * @param run empty when there are no swimlane records
 * @param hints what to look at, most important first
 */
public record SummaryReport(
        String capture,
        Verdict verdict,
        List<String> contents,
        Optional<Run> run,
        List<Hint> hints) {
    /**
     * What the swimlane tells.
     *
     * @param tasks distinct task ids that ran on a core
     * @param runs rows, one per core a task ran on
     * @param cores every core, in order of its number
     * @param schedulers threads that left records; empty below level 3
     */
    public record Run(
            SwimlaneEra era,
            int level,
            double nanosPerTick,
            long makespanTicks,
            int tasks,
            int runs,
            List<KernelTime> kernels,
            List<CoreTime> cores,
            List<SchedulerTime> schedulers) {
        public double makespanNanos() {
            return makespanTicks * nanosPerTick;
        }

        /** Cores that ran at least one task. */
        public List<CoreTime> usedCores() {
            return cores.stream().filter(core -> core.tasks() > 0).toList();
        }

        /** Share of a part in the core time of all used cores. */
        public double share(CorePart part) {
            long sum = 0;
            long whole = 0;
            for (CoreTime core : usedCores()) {
                sum += core.ticks(part);
                whole += core.totalTicks();
            }
            return whole == 0 ? 0 : (double) sum / whole;
        }

        /** Mean share of the makespan that scheduler threads were busy. */
        public double schedulerShare() {
            long busy = 0;
            for (SchedulerTime scheduler : schedulers) {
                busy += scheduler.busyTicks();
            }
            double whole = (double) makespanTicks * schedulers.size();
            return whole == 0 ? 0 : busy / whole;
        }
    }

    public SummaryReport {
        contents = List.copyOf(contents);
        hints = List.copyOf(hints);
    }
}
