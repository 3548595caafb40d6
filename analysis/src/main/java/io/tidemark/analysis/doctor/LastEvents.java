package io.tidemark.analysis.doctor;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.ending.OpenRun;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The last things that each lane recorded before a run stopped, and what it had not finished then.
 * Pure output.
 */
public final class LastEvents {
    private final SwimlaneTable table;
    private final List<OpenRun> openRuns;
    private final int most;
    private final double nanosPerTick;
    private final StringBuilder text = new StringBuilder();
    private long lastTick = Long.MIN_VALUE;

    private LastEvents(SwimlaneTable table, List<OpenRun> openRuns, int most, long clockHz) {
        this.table = table;
        this.openRuns = openRuns;
        this.most = most;
        nanosPerTick = 1e9 / clockHz;
    }

    /**
     * @param openRuns kernels that had not returned, of the same run
     * @param most events per lane
     */
    public static String of(SwimlaneTable table, List<OpenRun> openRuns, int most, long clockHz) {
        return new LastEvents(table, openRuns, most, clockHz).write();
    }

    private String write() {
        AicoreRows cores = table.aicore();
        SchedulerPhases phases = table.schedulerPhases();
        TreeMap<Integer, List<Integer>> byCore = new TreeMap<>();
        for (int row = 0; row < cores.size(); row++) {
            byCore.computeIfAbsent(cores.core(row), core -> new ArrayList<>()).add(row);
            lastTick = Math.max(lastTick, cores.endTick(row));
        }
        openRuns.forEach(run -> byCore.computeIfAbsent(run.core(), core -> new ArrayList<>()));
        for (int row = 0; row < phases.size(); row++) {
            lastTick = Math.max(lastTick, phases.endTick(row));
        }
        byCore.forEach((core, rows) -> core(core, rows));
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            if (phases.laneBegin(lane) == phases.laneEnd(lane)) {
                continue; // as a core without records; often it is the orchestrator's
            }
            text.append("scheduler ").append(lane).append(':');
            int from = Math.max(phases.laneBegin(lane), phases.laneEnd(lane) - most);
            for (int row = from; row < phases.laneEnd(lane); row++) {
                event(phases.kindName(row), phases.startTick(row), phases.endTick(row));
            }
            text.append('\n');
        }
        return text.isEmpty()
                ? "no core and no scheduler recorded an event\n"
                : "last events of each lane (how long each took, and how long before the last of all"
                        + " it ended)\n"
                        + text;
    }

    private void core(int core, List<Integer> rows) {
        AicoreRows cores = table.aicore();
        rows.sort(Comparator.comparingLong(cores::endTick));
        text.append("core ").append(core).append(':');
        for (int row : rows.subList(Math.max(0, rows.size() - most), rows.size())) {
            event(TaskId.label(cores.taskId(row)), cores.startTick(row), cores.endTick(row));
        }
        openRuns.stream()
                .filter(run -> run.core() == core)
                .forEach(run -> text.append("  %s (%s until the stop, had not returned)"
                        .formatted(TaskId.label(run.taskId()), time(run.ticks()))));
        text.append('\n');
    }

    private void event(String name, long startTick, long endTick) {
        text.append("  %s (%s, -%s)".formatted(Plain.line(name), time(endTick - startTick), time(lastTick - endTick)));
    }

    private String time(long ticks) {
        return Units.nanos(ticks * nanosPerTick);
    }
}
