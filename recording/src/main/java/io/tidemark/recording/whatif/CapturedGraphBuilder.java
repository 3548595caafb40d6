package io.tidemark.recording.whatif;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.capture.Capture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.chip.ChipProfile;
import io.tidemark.recording.profile.KernelTimes;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.recording.OrchestrationLog;
import io.tidemark.runtime.recording.OrchestrationLog.Call;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads the submits of a capture. Order, allocations and scopes come from the submits that the
 * orchestrator recorded: a ring is the depth of a scope, and what passes between two submits is the
 * cost of scopes. Without them the order of the graph is taken. One thread, one capture.
 */
final class CapturedGraphBuilder {
    private static final int MOST_SCOPES = 16; // between two submits; more is a wait
    private static final int MOST_TENSORS = 32;

    private final CaptureModel model;
    private final DependencyGraph graph;
    private final DependencyDetail detail;
    private final Machine machine;
    private final CapturedGraph made = new CapturedGraph();
    private final List<String> remarks = new ArrayList<>();
    private final Map<Long, TreeMap<Long, Long>> ownedBytes = new HashMap<>();
    private final ArgsManifest dump; // null if no arguments were dumped
    private RowGroups edgesBySuccessor;
    private BitSet submitted;
    private final long axisNanos; // between the axis of the capture and the clock of the chip
    private int depth;
    private long waitedNanos;
    private int unsizedOutputs;
    private int skipped;
    private int readsAgain;
    private final List<Call> calls; // null if the capture does not say them
    private final long[] toldPicos; // by run; empty if the capture does not say them
    private int nextCall;
    private List<Long> repeats = List.of(); // of the next task: producers, each with its flags
    private final IntColumn runOf = new IntColumn(); // of each duration
    private final LongColumn begins = new LongColumn(); // of submits, where they were recorded
    private final LongColumn ends = new LongColumn();

    private CapturedGraphBuilder(Capture capture, DependencyGraph graph, Machine machine, Optional<VirtualModel> told) {
        this.model = capture.model();
        this.dump = machine.records().has(DfxFeature.DUMP_ARGS_ENABLE)
                ? capture.args().orElse(null)
                : null;
        this.calls = told.flatMap(VirtualModel::calls).orElse(null);
        this.toldPicos = told.map(virtual -> toldPicos(model, virtual)).orElse(new long[0]);
        this.graph = graph;
        this.detail = graph.detail().orElse(null);
        this.machine = machine;
        this.axisNanos = Math.round(model.axis().baseTick() * model.axis().microsPerTick() * 1e3);
    }

    static CapturedGraph of(Capture capture, Machine machine) throws WhatIfRefusedException {
        if (capture.ending().isBad()) {
            throw new WhatIfRefusedException("the run did not end well (%s), so there is no whole run to change."
                    .formatted(capture.ending().word()));
        }
        DependencyGraph graph = graph(capture);
        if (graph.taskCount() == 0) {
            throw new WhatIfRefusedException("its dependencies name no task.");
        }
        return new CapturedGraphBuilder(
                        capture,
                        graph,
                        machine,
                        VirtualModel.read(capture.directory().root()))
                .build();
    }

    private static DependencyGraph graph(Capture capture) throws WhatIfRefusedException {
        Optional<DependencyGraph> graph = capture.dependenciesWithDetail();
        if (graph.isPresent()) {
            return graph.get();
        }
        Optional<Path> unreadable = capture.directory().dependencies();
        if (unreadable.isPresent()) {
            throw new WhatIfRefusedException(
                    "its %s cannot be read, so nobody knows what a task waits for; record it again with --dep-gen."
                            .formatted(unreadable.get().getFileName()));
        }
        throw new WhatIfRefusedException(
                "the capture has no graph, so nobody knows what a task waits for; record it with --dep-gen.");
    }

    /** The listed times of runs, each core's in its order. */
    private static long[] toldPicos(CaptureModel model, VirtualModel told) {
        if (told.runPicos().isEmpty()) {
            return new long[0];
        }
        KernelRuns runs = model.runs();
        long tick = Math.round(model.axis().microsPerTick() * 1e6);
        long[] picos = new long[runs.size()];
        Arrays.fill(picos, CapturedGraph.NOT_TOLD);
        Map<Integer, Integer> next = new HashMap<>();
        IntStream.range(0, picos.length)
                .boxed()
                .filter(runs::isTimed)
                .sorted(Comparator.<Integer>comparingLong(runs::start).thenComparingLong(runs::end))
                .forEach(run -> {
                    long[] times = told.kernelPicos().getOrDefault(runs.kernel(run), new long[0]);
                    long[] ofCore = told.runPicos().getOrDefault(runs.core(run), new long[0]);
                    if (KernelTimes.isClose(times, tick)) {
                        int at = next.merge(runs.core(run), 1, Integer::sum) - 1;
                        picos[run] = at < ofCore.length ? ofCore[at] : CapturedGraph.NOT_TOLD;
                    }
                });
        return picos;
    }

    private CapturedGraph build() throws WhatIfRefusedException {
        submitted = new BitSet(graph.taskCount());
        indexEdges();
        measureOutputs();
        SubmitPhases phases = model.table().orchestratorSubmits();
        if (phases.size() > 0) {
            addRecorded(phases);
        } else if (calls != null) {
            addWithAllocations();
        } else {
            addInOrderOfGraph();
        }
        if (submitted.cardinality() < graph.taskCount()) {
            int missing = submitted.nextClearBit(0);
            throw new WhatIfRefusedException("the records of the orchestrator have no submit of task %s, and %d others."
                    .formatted(TaskId.label(graph.taskId(missing)), graph.taskCount() - submitted.cardinality() - 1));
        }
        if (!machine.isModelled()) {
            made.costs(List.of(costs(false), costs(true)));
        }
        remark();
        made.finish(Makespan.of(model.runs()).nanos(), calls != null, remarks);
        return made;
    }

    private RecordedCosts costs(boolean heldToStart) {
        return RecordedCosts.of(
                made,
                model.runs(),
                IntStream.range(0, runOf.size()).map(runOf::get).toArray(),
                longs(begins),
                longs(ends),
                heldToStart);
    }

    private static long[] longs(LongColumn column) {
        return IntStream.range(0, column.size()).mapToLong(column::get).toArray();
    }

    private void remark() {
        if (waitedNanos > 0) {
            remarks.add("the orchestrator was busy or waited for %.1f us between submits, which is left out"
                    .formatted(waitedNanos / 1e3));
        }
        if (unsizedOutputs > 0) {
            remarks.add(unsizedOutputs
                    + " outputs are read by no task, so their size is not known: their heap"
                    + " bytes are left out");
        }
        if (skipped > 0) {
            remarks.add(
                    skipped + " tasks with kernels ran on no core: they are taken as skipped by their" + " predicate");
        }
        if (readsAgain > 0) {
            remarks.add("the orchestration read elements again %d times until they changed: it is taken to"
                            .formatted(readsAgain)
                    + " read them as often, whatever it waited for");
        }
        if (detail == null) {
            remarks.add("the graph names no arguments, so a submit costs nothing for them");
        }
    }

    private void indexEdges() {
        DependencyEdges edges = graph.edges();
        edgesBySuccessor = RowGroups.of(graph.nodeCount(), edges.size(), edges::successor);
    }

    /** A file says the size of an output where a later task takes it, a dump of every output that it holds. */
    private void measureOutputs() {
        for (int row = 0; dump != null && row < dump.size(); row++) {
            TensorIdentity tensor = dump.tensor(row);
            if (dump.role(row) == ArgumentRole.OUTPUT && tensor.owner() == dump.taskId(row)) {
                addOwned(tensor.owner(), tensor.address(), bytes(dump.dataType(row), dump.elements(row)));
            }
        }
        if (detail == null) {
            return;
        }
        for (int node = 0; node < graph.taskCount(); node++) {
            for (int at = detail.argumentBegin(node); at < detail.argumentEnd(node); at++) {
                long owner = detail.argumentOwner(at);
                int tensor = detail.tensorOf(detail.argumentTensor(at));
                if (owner != TensorIdentity.NO_OWNER && tensor != LongIndex.ABSENT) {
                    addOwned(
                            owner,
                            detail.tensors().bufferAddress(tensor),
                            bytes(
                                    detail.tensors().dataType(tensor),
                                    detail.tensors().elements(tensor)));
                }
            }
        }
    }

    private void addOwned(long owner, long address, long bytes) {
        ownedBytes.computeIfAbsent(owner, any -> new TreeMap<>()).put(address, bytes);
    }

    private static long bytes(String type, long elements) {
        return Arrays.stream(DType.values())
                .filter(known -> known.name().equals(type))
                .findFirst()
                .map(known -> known.bytesFor(elements))
                .orElse(elements);
    }

    private void addRecorded(SubmitPhases phases) throws WhatIfRefusedException {
        boolean byHost = model.axis().isHostMode(); // before the chip began, by another clock
        long lastEnd = KernelRuns.NONE;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                if (!phases.phase(row).equals(SubmitPhases.SUBMIT) || phases.taskId(row) == TaskId.NONE) {
                    continue;
                }
                long begin = model.axis().nanos(phases.start(row));
                long end = model.axis().nanos(phases.end(row));
                long id = phases.taskId(row);
                scopes(id, byHost || lastEnd == KernelRuns.NONE ? 0 : begin - lastEnd);
                if (!byHost) {
                    begins.add(begin);
                    ends.add(Math.max(begin, end));
                }
                lastEnd = end;
                int node = graph.nodeOf(id);
                if (node != DependencyGraph.NO_NODE && node < graph.taskCount()) {
                    addTask(node);
                } else {
                    addAllocation(id, machine.isModelled() ? machine.allocatedTensors(end - begin) : 0);
                }
            }
        }
    }

    /** Where every allocation is known, and the order of the tasks between them. */
    private void addWithAllocations() throws WhatIfRefusedException {
        Map<Integer, Call> allocations = new HashMap<>();
        calls.stream()
                .filter(call -> call.kind() == OrchestrationLog.Kind.ALLOCATE)
                .forEach(call -> allocations.put(call.submit(), call));
        int node = 0;
        while (node < graph.taskCount() || allocations.containsKey(made.size())) {
            Call allocation = allocations.get(made.size());
            if (allocation == null) {
                scopes(graph.taskId(node), 0);
                addTask(node++);
            } else {
                long id = allocation.tasks().getFirst();
                scopes(id, 0);
                addAllocation(id, allocation.tasks().get(1).intValue());
            }
        }
    }

    private void addInOrderOfGraph() throws WhatIfRefusedException {
        remarks.add("no submits were recorded (level 4): tasks are submitted in the order of the graph, one"
                + " right after the other, and scopes are opened as their rings ask for");
        BitSet allocated = new BitSet();
        for (int node = 0; node < graph.taskCount(); node++) {
            for (int at = edgesBySuccessor.begin(node); at < edgesBySuccessor.end(node); at++) {
                int producer = graph.edges().predecessor(edgesBySuccessor.row(at));
                if (graph.kind(producer) == NodeKind.ALLOC && !allocated.get(producer)) {
                    allocated.set(producer);
                    scopes(graph.taskId(producer), 0);
                    addAllocation(graph.taskId(producer), 0);
                }
            }
            scopes(graph.taskId(node), 0);
            addTask(node);
        }
    }

    /** How many scopes close and open before a submit. */
    private void scopes(long id, long gapNanos) {
        made.firstCall.add(made.callKind.size());
        if (calls != null) {
            replayCalls();
            return;
        }
        made.cohort.add((byte) 0);
        int wanted = TaskId.ring(id);
        int seen = Math.min(depth, Machine.LAST_RING);
        int least = Math.abs(wanted - seen);
        double each = machine.scopePicos() / (double) ChipProfile.NANO;
        int calls = least;
        if (machine.isModelled() && each > 0 && gapNanos > 0) {
            long counted = Math.round(gapNanos / each);
            if (counted <= least + MOST_SCOPES) {
                calls = (int) Math.max(least, counted);
                calls += wanted < Machine.LAST_RING && (calls - least) % 2 != 0 ? 1 : 0;
            } else {
                waitedNanos += gapNanos;
            }
        }
        int opening = wanted >= seen ? least : 0;
        int pairs = (calls - least) / 2;
        int closing = least - opening + Math.min(pairs, depth - (least - opening));
        int opened = opening + Math.min(pairs, depth - (least - opening));
        for (int i = 0; i < closing; i++) {
            made.addCall(OrchestrationLog.Kind.CLOSE_SCOPE);
        }
        for (int i = 0; i < opened; i++) {
            made.addCall(OrchestrationLog.Kind.OPEN_SCOPE);
        }
        depth += opened - closing;
    }

    /** What is done before a submit, where the capture says it. */
    private void replayCalls() {
        boolean isCohort = false;
        repeats = List.of();
        for (; nextCall < calls.size() && calls.get(nextCall).submit() <= made.size(); nextCall++) {
            Call call = calls.get(nextCall);
            if (call.kind() == OrchestrationLog.Kind.COHORT) {
                isCohort = true;
            } else if (call.kind() == OrchestrationLog.Kind.REPEAT) {
                repeats = call.tasks();
            } else if (call.kind() != OrchestrationLog.Kind.ALLOCATE) {
                readsAgain += call.kind() == OrchestrationLog.Kind.AGAIN ? 1 : 0;
                made.addCall(call.kind());
                call.tasks().forEach(made.callTask::add);
            }
        }
        made.cohort.add((byte) (isCohort ? 1 : 0));
    }

    private void begin(long id, CapturedGraph.Kind kind) throws WhatIfRefusedException {
        if (TaskId.ring(id) < 0 || TaskId.ring(id) > Machine.LAST_RING) {
            throw new WhatIfRefusedException("task %s is on ring %d, and a run has %d rings."
                    .formatted(TaskId.label(id), TaskId.ring(id), Machine.LAST_RING + 1));
        }
        if (made.ids.find(id) != LongIndex.ABSENT) {
            throw new WhatIfRefusedException("task %s was submitted twice.".formatted(TaskId.label(id)));
        }
        made.ids.add(id);
        made.kind.add((byte) kind.ordinal());
        made.firstOutput.add(made.outputBytes.size());
        made.firstEdge.add(made.producer.size());
    }

    private void addAllocation(long id, int told) throws WhatIfRefusedException {
        begin(id, CapturedGraph.Kind.ALLOCATION);
        addDumped(0, 0);
        addDumped(0, 0);
        made.blocks.add(1);
        made.early.add((byte) 0);
        made.inputs.add(0);
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            made.kernels.add(CapturedGraph.NO_KERNEL);
            made.firstDuration.add(made.durations.size());
        }
        int known = ownedBytes.getOrDefault(id, new TreeMap<>()).size();
        addOutputs(id, Math.max(1, told > MOST_TENSORS ? known : Math.max(known, told)));
    }

    private void addOutputs(long id, int count) {
        int added = 0;
        for (long bytes : ownedBytes.getOrDefault(id, new TreeMap<>()).values()) {
            if (added < count) {
                made.outputBytes.add(Math.max(1, bytes));
                added++;
            }
        }
        unsizedOutputs += count - added;
        for (; added < count; added++) {
            made.outputBytes.add(1);
        }
    }

    private void addTask(int node) throws WhatIfRefusedException {
        submitted.set(node);
        long id = graph.taskId(node);
        int task = model.tasks().find(id);
        boolean ran = task != Tasks.NONE && model.tasks().hasRuns(task);
        boolean isTask = graph.kind(node) == NodeKind.SUBMIT && ran;
        skipped += graph.kind(node) == NodeKind.SUBMIT && !ran ? 1 : 0;
        begin(id, isTask ? CapturedGraph.Kind.TASK : CapturedGraph.Kind.DUMMY);
        made.blocks.add(isTask ? graph.blockCount(node) : 1);
        made.early.add((byte) (graph.isEarlyDispatch(node) ? 1 : 0));
        addArguments(node, id);
        addDumped(node, id, false);
        addDumped(node, id, true);
        addEdges(node, id);
        int[] kernels = isTask ? kernels(node, task) : new int[] {-1, -1, -1};
        for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
            made.kernels.add(kernels[slot]);
            made.firstDuration.add(made.durations.size());
            if (kernels[slot] != CapturedGraph.NO_KERNEL) {
                addDurations(node, task, slot, kernels);
            }
        }
    }

    private void addArguments(int node, long id) {
        int inputs = 0;
        int outputs = 0;
        if (detail != null) {
            for (int at = detail.argumentBegin(node); at < detail.argumentEnd(node); at++) {
                if (detail.argumentType(at) == ArgType.OUTPUT) {
                    outputs++;
                } else {
                    inputs++;
                }
            }
        }
        made.inputs.add(Math.min(inputs, MOST_TENSORS - Math.min(outputs, MOST_TENSORS)));
        addOutputs(id, Math.min(outputs, MOST_TENSORS));
    }

    /** Tensors that are copied before a task runs, as it reads them, or after, as it wrote them. */
    private void addDumped(int node, long id, boolean isAfter) {
        int count = 0;
        long bytes = 0;
        if (detail != null && machine.records().has(DfxFeature.DUMP_ARGS_ENABLE)) {
            for (int at = detail.argumentBegin(node); at < detail.argumentEnd(node); at++) {
                ArgType type = detail.argumentType(at);
                boolean isCopied =
                        switch (type) {
                            case INPUT -> !isAfter;
                            case INOUT -> true;
                            case OUTPUT, OUTPUT_EXISTING -> isAfter;
                            case NO_DEP, UNKNOWN -> false;
                        };
                count += isCopied ? 1 : 0;
                bytes += isCopied && type != ArgType.OUTPUT ? viewBytes(detail.argumentRegion(at)) : 0;
            }
        }
        for (long output : isAfter && count > 0
                ? ownedBytes.getOrDefault(id, new TreeMap<>()).values()
                : List.<Long>of()) {
            bytes += output;
        }
        addDumped(count, bytes);
    }

    private void addDumped(int count, long bytes) {
        made.dumped.add(count);
        made.dumpedBytes.add(bytes);
    }

    private long viewBytes(int region) {
        RegionTable regions = detail.regions();
        return region == RegionTable.NONE
                ? 0
                : bytes(
                        regions.dataType(region),
                        Arrays.stream(regions.shape(region)).reduce(1, (one, other) -> one * other));
    }

    /**
     * A look-up names the maker of a buffer for every argument, and a file only once: where it says
     * who made each argument, they are counted from there. Producers that a submit names again are
     * among the calls.
     */
    private void addEdges(int node, long id) {
        boolean perArgument = detail != null && detail.hasOwners() && !graph.isManualScope(node);
        DependencyEdges edges = graph.edges();
        for (int at = edgesBySuccessor.begin(node); at < edgesBySuccessor.end(node); at++) {
            int edge = edgesBySuccessor.row(at);
            if (edges.source(edge) == EdgeSource.CREATOR && perArgument) {
                continue;
            }
            boolean waitsOnly =
                    edges.source(edge) == EdgeSource.TENSORMAP || edges.hasFlags(edge) && !edges.retains(edge);
            addEdge(graph.taskId(edges.predecessor(edge)), id, !waitsOnly);
        }
        if (perArgument) {
            for (int at = detail.argumentBegin(node); at < detail.argumentEnd(node); at++) {
                long owner = detail.argumentOwner(at);
                if (owner != TensorIdentity.NO_OWNER) {
                    addEdge(owner, id, true);
                }
            }
        }
        for (int at = 0; at + 1 < repeats.size(); at += 2) {
            addEdge(repeats.get(at), id, (repeats.get(at + 1) & EdgeFlags.RETAIN) != 0);
        }
    }

    /** An edge to what comes later, as in a damaged file, orders nothing. */
    private void addEdge(long producer, long consumer, boolean retains) {
        if (producer != consumer && made.ids.find(producer) != LongIndex.ABSENT) {
            made.producer.add(producer);
            made.retains.add((byte) (retains ? 1 : 0));
        }
    }

    private int[] kernels(int node, int task) throws WhatIfRefusedException {
        int[] kernels = new int[CapturedGraph.SLOTS];
        Arrays.setAll(kernels, slot -> graph.kernel(node, slot));
        if (!graph.hasKernels(node)) { // an old file: what ran says it
            Arrays.fill(kernels, CapturedGraph.NO_KERNEL);
            int first = model.tasks().firstRun(task);
            for (int run = first; run < first + model.tasks().runCount(task); run++) {
                int slot = model.runs().coreType(run) == CoreType.AIC ? 0 : 1;
                kernels[slot] = Math.max(0, model.runs().kernel(run));
            }
        }
        for (int kernel : kernels) {
            if (kernel >= Kernel.MAX_FUNCTION_ID) {
                throw new WhatIfRefusedException(
                        "kernel %d is above the %d that a chip has.".formatted(kernel, Kernel.MAX_FUNCTION_ID - 1));
            }
        }
        return kernels;
    }

    /** Blocks are sent out in their order, so the first to be sent is taken for the first. */
    private void addDurations(int node, int task, int slot, int[] kernels) throws WhatIfRefusedException {
        KernelRuns runs = model.runs();
        List<Integer> mine = new ArrayList<>();
        int first = model.tasks().firstRun(task);
        for (int run = first; run < first + model.tasks().runCount(task); run++) {
            if (slotOf(run, kernels) == slot && runs.isTimed(run)) {
                mine.add(run);
            }
        }
        int wanted = graph.blockCount(node);
        if (mine.size() != wanted) {
            throw new WhatIfRefusedException(
                    "task %s has %d timed runs of kernel %s, and %d blocks: records are missing."
                            .formatted(
                                    TaskId.label(graph.taskId(node)),
                                    mine.size(),
                                    model.names().of(kernels[slot]),
                                    wanted));
        }
        mine.sort(Comparator.<Integer>comparingLong(run -> runs.hasDispatch(run) ? runs.dispatch(run) : runs.start(run))
                .thenComparingLong(runs::start)
                .thenComparingInt(runs::core));
        for (int run : mine) {
            runOf.add(run);
            made.durations.add(runs.end(run) - runs.start(run));
            made.toldPicos.add(toldPicos.length == 0 ? CapturedGraph.NOT_TOLD : toldPicos[run]);
            made.durationKernel.add(kernels[slot]);
            made.startNanos.add(runs.start(run) + axisNanos);
            made.endNanos.add(runs.end(run) + axisNanos);
        }
    }

    private int slotOf(int run, int[] kernels) {
        if (model.runs().coreType(run) == CoreType.AIC) {
            return 0;
        }
        boolean both = kernels[1] >= 0 && kernels[2] >= 0;
        int own = model.table().metadata().vectorSlot(model.runs().core(run));
        if (both && own > 0) {
            return own;
        }
        return kernels[1] >= 0 ? 1 : 2;
    }
}
