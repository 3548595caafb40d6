package io.tidemark.viewer.model;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.swimlane.SchedPhaseKind.Placement;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.LaneKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts every stamped thing of a swimlane table on a lane, in the order the page shows them:
 * orchestrator, schedulers (outer and inner phases), markers, cores, host. Used once by one thread,
 * beside which another one lays out the cores.
 */
final class LaneAssembly {
    private static final int MOST_HOST_THREADS = 64; // a damaged file names any number of them

    private final SwimlaneTable table;
    private final TimeAxis axis;
    private final NameTable names;
    private final List<Lane> lanes = new ArrayList<>();
    private CoreLanes coreLanes = CoreLanes.none();

    LaneAssembly(SwimlaneTable table, TimeAxis axis, NameTable names) {
        this.table = table;
        this.axis = axis;
        this.names = names;
    }

    List<Lane> assemble(Runs runs, HostPhases phases) {
        Ahead<List<Lane>> cores = Ahead.of("lay-cores", () -> cores(runs));
        addOrchestrator();
        addSchedulers();
        addCores(cores.get());
        runs.place(coreLanes);
        addHost();
        addHostPhases(phases);
        return lanes;
    }

    /** Where the cores are; known once the lanes are assembled. */
    CoreLanes coreLanes() {
        return coreLanes;
    }

    private void addOrchestrator() {
        SubmitPhases submits = table.orchestratorSubmits();
        for (int lane = 0; lane < submits.laneCount(); lane++) {
            if (submits.laneBegin(lane) == submits.laneEnd(lane)) {
                continue;
            }
            LaneBuilder builder = new LaneBuilder(LaneKind.ORCHESTRATOR, "orch " + lane);
            int end = submits.laneEnd(lane);
            String lastPhase = null;
            int lastName = 0;
            for (int row = submits.laneBegin(lane); row < end; row++) {
                long begin = axis.nanos(submits.start(row));
                if (begin == TimeAxis.NONE) {
                    continue;
                }
                String phase = submits.phase(row);
                if (!phase.equals(lastPhase)) {
                    lastPhase = phase;
                    lastName = names.add(phase);
                }
                builder.add(begin, axis.nanos(submits.end(row)), lastName, row);
            }
            lanes.add(builder.build());
        }
    }

    private void addSchedulers() {
        SchedulerPhases phases = table.schedulerPhases();
        List<Lane> markers = new ArrayList<>();
        int[] numberOfName = new int[phases.nameCount()]; // 1 + that of the page, 0 until it is met
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            LaneBuilder outer = new LaneBuilder(LaneKind.SCHEDULER, "sched " + lane);
            LaneBuilder inner = new LaneBuilder(LaneKind.SCHEDULER_INNER, "inner " + lane);
            LaneBuilder marks = new LaneBuilder(LaneKind.MARKER, "marks " + lane);
            LaneBuilder[] ofName = new LaneBuilder[phases.nameCount()];
            for (int name = 0; name < ofName.length; name++) {
                Placement placement = phases.kindOfName(name).placement();
                ofName[name] = placement == Placement.OUTER ? outer : placement == Placement.INNER ? inner : marks;
            }
            int end = phases.laneEnd(lane);
            for (int row = phases.laneBegin(lane); row < end; row++) {
                long begin = axis.nanos(phases.startTick(row));
                if (begin == TimeAxis.NONE) {
                    continue;
                }
                int name = phases.name(row);
                if (numberOfName[name] == 0) {
                    numberOfName[name] = 1 + names.add(phases.nameText(name));
                }
                ofName[name].add(begin, axis.nanos(phases.endTick(row)), numberOfName[name] - 1, row);
            }
            addUnlessEmpty(outer, lanes);
            addUnlessEmpty(inner, lanes);
            addUnlessEmpty(marks, markers);
        }
        lanes.addAll(markers);
    }

    /** A lane for each core there is, by its number; any thread, as kernels have their names. */
    private List<Lane> cores(Runs runs) {
        int cores = Math.clamp(table.metadata().coreCount(), 0, AicoreRows.MAX_CORE + 1);
        for (int run = 0; run < runs.size(); run++) {
            cores = Math.max(cores, runs.core(run) + 1);
        }
        LaneBuilder[] builders = new LaneBuilder[cores];
        for (int core = 0; core < cores; core++) {
            boolean cube = table.metadata().coreType(core) == CoreType.AIC;
            LaneKind kind = cube ? LaneKind.AIC_CORE : LaneKind.AIV_CORE;
            builders[core] = new LaneBuilder(kind, kind.word() + " " + core);
        }
        for (int run = 0; run < runs.size(); run++) {
            long begin = runs.beginNanos(run);
            if (begin != TimeAxis.NONE) {
                builders[runs.core(run)].add(begin, runs.endNanos(run), runs.name(run), run);
            }
        }
        List<Lane> built = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            built.add(builders[core].build());
            builders[core] = null; // its room goes
        }
        return built;
    }

    private void addCores(List<Lane> cores) {
        int[] laneOfCore = new int[cores.size()];
        for (LaneKind kind : new LaneKind[] {LaneKind.AIC_CORE, LaneKind.AIV_CORE}) {
            for (int core = 0; core < cores.size(); core++) {
                if (cores.get(core).kind() == kind) {
                    laneOfCore[core] = lanes.size();
                    lanes.add(cores.get(core));
                }
            }
        }
        coreLanes = new CoreLanes(laneOfCore);
    }

    private void addHost() {
        SubmitPhases submits = table.hostSubmits();
        LaneBuilder host = new LaneBuilder(LaneKind.HOST, "host submit");
        for (int row = 0; row < submits.size(); row++) {
            long begin = axis.hostNanos(submits.start(row));
            long end = axis.hostNanos(submits.end(row));
            host.add(begin, end, names.add(submits.phase(row)), row);
        }
        addUnlessEmpty(host, lanes);
        LaneBuilder uploads = new LaneBuilder(LaneKind.HOST, "host upload");
        for (HostUpload upload : table.hostUploads()) {
            long begin = axis.hostNanos(upload.startHostNanos());
            long end = axis.hostNanos(upload.endHostNanos());
            uploads.add(begin, end, names.add(upload.phase()), -1);
        }
        addUnlessEmpty(uploads, lanes);
    }

    /**
     * The phases of preparing on one lane, the operations inside them on one lane per thread;
     * submits that the swimlane has itself are not drawn twice.
     */
    private void addHostPhases(HostPhases phases) {
        LaneBuilder prepare = new LaneBuilder(LaneKind.HOST_PHASE, "host prepare");
        Map<Long, LaneBuilder> threads = new TreeMap<>();
        for (int row = 0; row < phases.phases().size(); row++) {
            HostPhases.Placed placed = phases.phases().get(row);
            if (placed.phase().namesTask() && table.hostSubmits().size() > 0) {
                continue;
            }
            LaneBuilder lane = placed.phase().isOperation()
                    ? thread(threads, placed.phase().tid())
                    : prepare;
            lane.add(
                    axis.hostNanos(placed.phase().startNanos()),
                    axis.hostNanos(placed.phase().endNanos()),
                    names.add(placed.phase().phase()),
                    row);
        }
        addUnlessEmpty(prepare, lanes);
        threads.values().forEach(thread -> addUnlessEmpty(thread, lanes));
    }

    /** Beyond a number of threads the rest share a lane, which comes last. */
    private static LaneBuilder thread(Map<Long, LaneBuilder> threads, long tid) {
        boolean room = threads.containsKey(tid) || threads.size() < MOST_HOST_THREADS - 1;
        return threads.computeIfAbsent(
                room ? tid : Long.MAX_VALUE,
                id -> new LaneBuilder(LaneKind.HOST_PHASE, room ? "thread " + id : "(further threads)"));
    }

    private static void addUnlessEmpty(LaneBuilder builder, List<Lane> lanes) {
        if (builder.size() > 0) {
            lanes.add(builder.build());
        }
    }
}
