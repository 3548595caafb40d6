package io.tidemark.analysis.summary;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.swimlane.SwimlaneEra;
import java.util.List;
import java.util.Optional;

/**
 * One capture on one page. Immutable.
 *
 * @param conditions under which its times were measured, if it knows
 * @param contents what the capture holds, a phrase each
 * @param run empty when there are no swimlane records
 * @param hints what to look at, most important first
 */
public record SummaryReport(
        String capture,
        RunEnding ending,
        Verdict verdict,
        Optional<Conditions> conditions,
        List<String> contents,
        Optional<Run> run,
        List<Hint> hints) {
    /**
     * What the swimlane tells.
     *
     * @param times the makespan and where the time of the cores went
     * @param tasks distinct task ids that ran on a core
     * @param schedulers threads that left records; empty below level 3
     */
    public record Run(
            SwimlaneEra era,
            int level,
            CoreTimes times,
            int tasks,
            List<KernelTime> kernels,
            List<SchedulerTime> schedulers,
            double nanosPerTick) {
        public long makespanNanos() {
            return times.makespan().nanos();
        }

        /** Every core, in order of its number. */
        public List<CoreTime> cores() {
            return times.cores();
        }

        /** Cores that ran at least one task. */
        public List<CoreTime> usedCores() {
            return times.used();
        }

        /** Share of a part in the core time. */
        public double share(CorePart part) {
            return times.share(part);
        }

        /** Mean share of the makespan that scheduler threads were busy. */
        public double schedulerShare() {
            long busy = 0;
            for (SchedulerTime scheduler : schedulers) {
                busy += scheduler.busyNanos();
            }
            double whole = (double) makespanNanos() * schedulers.size();
            return whole == 0 ? 0 : busy / whole;
        }
    }

    public SummaryReport {
        contents = List.copyOf(contents);
        hints = List.copyOf(hints);
    }
}
