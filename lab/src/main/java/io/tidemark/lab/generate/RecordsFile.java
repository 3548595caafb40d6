package io.tidemark.lab.generate;

import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.PhaseFields;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the swimlane records of a simulation at level 4. Stateless. */
final class RecordsFile {
    private RecordsFile() {}

    static void write(Path file, TaskPlan plan, ChipSimulation simulation, long seed) throws IOException {
        SwimlaneMetadata metadata = new SwimlaneMetadata(
                ChipModel.CLOCK_HZ,
                ChipModel.CORES,
                ChipModel.coreTypes(),
                ChipModel.coreToThread(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
        try (SwimlaneWriter writer = SwimlaneWriter.create(file, 4, metadata)) {
            writeRuns(writer, plan, simulation.runs());
            writePhases(writer, simulation);
            writeSubmits(writer, plan, seed);
        }
    }

    private static void writeRuns(SwimlaneWriter writer, TaskPlan plan, RunColumns runs) throws IOException {
        RowGroups order = runs.byCore(ChipModel.CORES);
        for (int at = 0; at < runs.size(); at++) {
            int run = order.row(at);
            int core = runs.core(run);
            writer.aicoreTask(
                    core,
                    plan.taskId(runs.node(run)),
                    at - order.begin(core),
                    runs.startTick(run),
                    runs.endTick(run),
                    runs.receiveToStart(run),
                    AicoreRows.NO_FUNCTION); // the graph beside it names them
        }
        for (int at = 0; at < runs.size(); at++) {
            int run = order.row(at);
            int core = runs.core(run);
            writer.aicpuTask(core, at - order.begin(core), runs.dispatchTick(run), runs.finishTick(run));
        }
    }

    private static void writePhases(SwimlaneWriter writer, ChipSimulation simulation) throws IOException {
        PhaseFields fields = new PhaseFields();
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            writer.schedulerLane();
            SchedulerPhases lane = simulation.lane(thread);
            for (int row = 0; row < lane.size(); row++) {
                fields.load(lane, row);
                writer.schedulerPhase(fields);
            }
        }
        for (int lane = ChipModel.THREADS; lane < ChipModel.LANES; lane++) {
            writer.schedulerLane();
        }
    }

    private static void writeSubmits(SwimlaneWriter writer, TaskPlan plan, long seed) throws IOException {
        writer.orchestratorLane();
        long tick = ChipSimulation.firstSubmitTick();
        for (int node = 0; node < plan.size(); node++) {
            long end = tick + ChipSimulation.submitTicks(seed, node);
            writer.orchestratorSubmit(node, plan.taskId(node), tick, end);
            tick = end;
        }
    }
}
