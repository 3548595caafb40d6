package io.tidemark.capture.swimlane;

import java.io.IOException;

/** Feeds a table to a writer; part of {@link SwimlaneWriter}. One use. */
final class TableCopy {
    private final SwimlaneTable table;
    private final SwimlaneWriter writer;

    TableCopy(SwimlaneTable table, SwimlaneWriter writer) {
        this.table = table;
        this.writer = writer;
    }

    void run() throws IOException {
        copyTasks();
        if (table.level() >= 3) {
            copySchedulerPhases();
        }
        copySubmits();
        if (table.fanin().isPresent()) {
            copyFanin(table.fanin().get());
        }
        for (int row = 0; row < table.aicore().size(); row++) {
            if (table.aicore().isFailed(row)) {
                writer.failedRun(table.aicore().core(row), table.aicore().registerTaskId(row));
            }
        }
    }

    private void copyFanin(TaskFanin fanin) throws IOException {
        long[] row = new long[TaskFanin.MOST_PER_ROW];
        for (int at = 0; at < fanin.rows(); at++) {
            int count = fanin.end(at) - fanin.begin(at);
            for (int i = 0; i < count; i++) {
                row[i] = fanin.producer(fanin.begin(at) + i);
            }
            writer.taskFanin(fanin.taskId(at), fanin.kind(at), row, count);
        }
    }

    private void copyTasks() throws IOException {
        AicoreRows aicore = table.aicore();
        for (int row = 0; row < aicore.size(); row++) {
            writer.aicoreTask(
                    aicore.core(row),
                    aicore.taskId(row),
                    aicore.registerTaskId(row),
                    aicore.startTick(row),
                    aicore.endTick(row),
                    aicore.receiveToStartTicks(row),
                    aicore.functionId(row));
        }
        AicpuRows aicpu = table.aicpu();
        for (int row = 0; row < aicpu.size(); row++) {
            writer.aicpuTask(
                    aicpu.core(row), aicpu.registerTaskId(row), aicpu.dispatchTick(row), aicpu.finishTick(row));
        }
    }

    private void copySchedulerPhases() throws IOException {
        SchedulerPhases phases = table.schedulerPhases();
        PhaseFields fields = new PhaseFields();
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            writer.schedulerLane();
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                fields.load(phases, row);
                writer.schedulerPhase(fields);
            }
        }
    }

    private void copySubmits() throws IOException {
        SubmitPhases device = table.orchestratorSubmits();
        for (int lane = 0; device.size() > 0 && lane < device.laneCount(); lane++) {
            writer.orchestratorLane();
            for (int row = device.laneBegin(lane); row < device.laneEnd(lane); row++) {
                writer.orchestratorSubmit(
                        device.submitIndex(row), device.taskId(row), device.start(row), device.end(row));
            }
        }
        SubmitPhases host = table.hostSubmits();
        for (int row = 0; row < host.size(); row++) {
            writer.hostSubmit(host.submitIndex(row), host.taskId(row), host.start(row), host.end(row));
        }
        for (HostUpload upload : table.hostUploads()) {
            writer.hostUpload(upload);
        }
    }
}
