package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.OutputLayout;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.BodyReplay;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.EdgeTally;
import io.tidemark.runtime.tensormap.ProducerList;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.Arrays;

/**
 * Turns arguments into a task, step by step: room, slot, fan-in, registration, publication. Nothing
 * is allocated from the Java heap but the output tensors. Orchestrator thread only.
 */
final class TaskSubmitter {
    private final OrchestratorSite site;
    private final TaskTable table;
    private final ScopeStack scopes;
    private final SubmitPolicy policy;
    private final SubmitResources resources;
    private final DependencyInference inference;
    private final FaninSink fanin;
    private final OrchestratorProbe probe;
    private final EdgeTally tally; // null unless the probe asks for it
    private final KernelFit fitting;
    private final ProducerList producers; // null unless the probe asks for it
    private final EdgeSink edges; // fanin, behind those of the two that are there
    private final LastSubmission last = new LastSubmission();
    private long allocTasks;
    private long arguments; // of tasks that run, whatever a predicate says

    TaskSubmitter(OrchestratorSite site, SubmitPolicy policy, ScopeStack scopes) {
        this.site = site;
        this.table = site.table();
        this.scopes = scopes;
        this.policy = policy;
        this.resources = policy.resources();
        this.inference = new DependencyInference(site.map());
        this.fanin = policy.fanin();
        this.probe = site.probe();
        this.fitting = new KernelFit(site.chip());
        this.tally = probe != null && probe.wantsEdges() ? new EdgeTally(fanin) : null;
        EdgeSink counted = tally == null ? fanin : tally;
        this.producers = probe != null && probe.wantsFanin() ? new ProducerList(site.map(), counted) : null;
        this.edges = producers == null ? counted : producers;
    }

    FaninSink fanin() {
        return fanin;
    }

    DependencyInference inference() {
        return inference;
    }

    long allocTasks() {
        return allocTasks;
    }

    long arguments() {
        return arguments;
    }

    /** The arguments of a task are all there. */
    void described(TaskSlot slot) {
        if (slot.shape() != TaskShape.DUMMY.code() && !slot.isPredicated()) {
            arguments += slot.tensorCount() + slot.scalarCount();
        }
    }

    /** A list of producers has those that are gone, too, and only a look-up finds them all. */
    boolean takesKnownEdges() {
        return producers == null;
    }

    /** Whether a replay need not look up a tensor it is called with. */
    boolean isQuiet(Tensor tensor) {
        return BodyReplay.isQuiet(site.map(), tensor);
    }

    /** Makes a task known as the writer of a region, after its submit. */
    void register(Tensor region, long writer) {
        if (site.map().isAlive(writer) && resources.awaitMapEntries(1)) {
            if (site.map().isAlive(writer)) { // it may have gone while others were waited for
                site.map().insert(region, writer);
            }
        }
    }

    Submission submit(SubmitBuilder task) {
        site.pacer().yieldPoint();
        if (isInVain() || !isSubmittable(task)) {
            return nothing(task);
        }
        if (probe != null) {
            probe.submitBegin();
        }
        int ring = scopes.ring();
        TaskRing tasks = table.ring(ring);
        long address = resources.allocate(ring, outputBytes(task));
        if (address == HeapRing.FULL) {
            return nothing(task);
        }
        int local = tasks.nextLocal();
        long taskId = TaskId.of(ring, local);
        TaskSlot slot = tasks.nextSlot();
        task.begin(slot, taskId);
        tasks.publishNext(scopes.depth());
        scopes.add(taskId);
        if (probe != null && task.isCohort()) {
            probe.cohort(taskId);
        }
        if (!infer(task.arguments(), slot, ring)) {
            return nothing(task);
        }
        last.begin(taskId);
        describe(task, slot, address);
        if (!fanin.wire(local)) {
            last.withdraw();
            return last;
        }
        if (probe != null) {
            probe.submitEnd(taskId);
        }
        return last;
    }

    /** A task that only owns memory; complete at once. Null when the run has failed. */
    Tensor[] alloc(TensorSpec[] specs) {
        site.pacer().yieldPoint();
        if (specs == null || Arrays.asList(specs).contains(null)) {
            fail(ErrorCode.INVALID_ARGS, "memory was asked for a tensor that is null");
            return new Tensor[specs == null ? 0 : specs.length];
        }
        if (isInVain() || !resources.admits(scopes)) {
            return placeholders(specs);
        }
        if (probe != null) {
            probe.submitBegin();
        }
        int ring = scopes.ring();
        TaskRing tasks = table.ring(ring);
        long bytes = 0;
        for (TensorSpec spec : specs) {
            bytes = OutputLayout.after(bytes, spec);
        }
        long address = resources.allocate(ring, bytes);
        if (address == HeapRing.FULL) {
            return placeholders(specs);
        }
        int local = tasks.nextLocal();
        long taskId = TaskId.of(ring, local);
        TaskSlot slot = tasks.nextSlot();
        slot.begin(taskId, null, TaskShape.DUMMY, 0);
        slot.traits(TaskSlot.EARLY_RESOLVE); // memory keeps no task from being staged
        slot.closeUnpublished();
        fanin.allocated(ring, local);
        Tensor[] tensors = new Tensor[specs.length];
        long offset = 0;
        for (int i = 0; i < specs.length; i++) {
            tensors[i] = create(specs[i], address + OutputLayout.aligned(offset), taskId);
            offset = OutputLayout.after(offset, specs[i]);
        }
        tasks.publishNext(scopes.depth());
        scopes.add(taskId);
        allocTasks++;
        if (probe != null) {
            probe.allocInputs(taskId, specs.length);
            probe.submitEnd(taskId);
        }
        return tensors;
    }

    private boolean isInVain() {
        boolean hasFailed = site.latches().hasFailed();
        if (hasFailed) {
            site.pacer().companionCallsAfterFailure();
        }
        return hasFailed;
    }

    private boolean isSubmittable(SubmitBuilder task) {
        if (task.mistake() != null) {
            refuse(task, task.mistake());
            return false;
        }
        if (task.subtasks() > policy.mostSubtasks()) {
            refuse(
                    task,
                    "it has %d kernel runs, and this runtime takes at most %d"
                            .formatted(task.subtasks(), policy.mostSubtasks()));
            return false;
        }
        return isRunnable(task) && cohortFits(task) && resources.admits(scopes);
    }

    /** Every kernel needs a core of its kind, and one that can run its code. */
    private boolean isRunnable(SubmitBuilder task) {
        String missing = fitting.missing(task.kernel(), task.mixed());
        if (missing != null) {
            refuse(task, missing);
        }
        return missing == null;
    }

    /** The sentence names the submit by the task that it would have been. */
    private void refuse(SubmitBuilder task, String mistake) {
        int ring = scopes.ring();
        fail(
                ErrorCode.INVALID_ARGS,
                "task %s %s cannot be submitted: %s"
                        .formatted(
                                TaskTable.text(TaskId.of(ring, table.ring(ring).nextLocal())),
                                task.ofItsKernel(),
                                mistake));
    }

    /** Blocks that start together all need a place of their own. */
    private boolean cohortFits(SubmitBuilder task) {
        if (!task.isCohort()) {
            return true;
        }
        int most = task.kernel() == null
                ? site.shape().clusters()
                : site.shape().count(task.kernel().coreType());
        if (task.blockCount() <= most) {
            return true;
        }
        fail(
                ErrorCode.REQUIRE_SYNC_START_INVALID,
                "%d blocks of %s are to start together, and the chip has %d %s"
                        .formatted(task.blockCount(), task.kernelName(), most, places(task, most)));
        return false;
    }

    private String places(SubmitBuilder task, int most) {
        if (task.shape() == TaskShape.AIV) {
            return "vector cores";
        }
        return most == site.shape().clusters() ? "clusters" : "matrix cores";
    }

    private boolean infer(SubmitArguments arguments, TaskSlot slot, int ring) {
        boolean manual = scopes.isManual();
        resources.syncMap();
        if (probe != null) {
            probe.submitInputs(slot.taskId(), arguments, manual);
        }
        return fanin.begin(slot, ring, arguments)
                && lookUp(arguments, slot, manual)
                && resources.awaitMapEntries(inference.entriesNeeded(arguments, manual))
                && inference.register(arguments, manual, slot.taskId());
    }

    private boolean lookUp(SubmitArguments arguments, TaskSlot slot, boolean manual) {
        if (tally != null) {
            tally.clear();
        }
        if (producers != null) {
            producers.begin(arguments, manual);
        }
        if (!inference.infer(arguments, manual, edges)) {
            return false;
        }
        if (tally != null) {
            probe.submitEdges(slot.taskId(), tally.edges(), tally.digest());
        }
        if (producers != null) {
            probe.submitFanin(slot.taskId(), producers);
        }
        return true;
    }

    private void describe(SubmitBuilder task, TaskSlot slot, long address) {
        if (task.outputCount() > 0) {
            makeOutputs(task, slot.taskId(), address);
        }
        slot.takeTensors(task.arguments());
        slot.scalars(task.scalars(), task.scalarTypes(), task.scalarCount());
        slot.dumpMask(task.dumpMask());
        described(slot);
    }

    private void makeOutputs(SubmitBuilder task, long taskId, long address) {
        SubmitArguments arguments = task.arguments();
        long offset = 0;
        for (int i = 0; i < arguments.tensorCount(); i++) {
            if (arguments.tag(i) == ArgumentTag.OUTPUT) {
                TensorSpec spec = task.spec(i);
                Tensor output = create(spec, address + OutputLayout.aligned(offset), taskId);
                offset = OutputLayout.after(offset, spec);
                arguments.made(i, output);
                last.add(output);
            }
        }
    }

    /** A tensor that a task makes. */
    Tensor create(TensorSpec spec, long address, long taskId) {
        Tensor tensor = spec.at(address).ownedBy(taskId);
        if (spec.isFilled()) {
            site.memory().fill(tensor, spec.fillValue());
        }
        return tensor;
    }

    private static long outputBytes(SubmitBuilder task) {
        if (task.outputCount() == 0) {
            return 0;
        }
        long bytes = 0;
        for (int i = 0; i < task.arguments().tensorCount(); i++) {
            if (task.arguments().tag(i) == ArgumentTag.OUTPUT) {
                bytes = OutputLayout.after(bytes, task.spec(i));
            }
        }
        return bytes;
    }

    /**
     * After a failure: no task, and outputs that a failed orchestration can go on slicing without
     * harm.
     */
    private Submission nothing(SubmitBuilder task) {
        last.begin(TaskId.NONE);
        for (int i = 0; i < task.arguments().tensorCount(); i++) {
            if (task.arguments().tag(i) == ArgumentTag.OUTPUT) {
                last.add(task.spec(i).at(site.heapAddress()));
            }
        }
        return last;
    }

    private Tensor[] placeholders(TensorSpec[] specs) {
        Tensor[] tensors = new Tensor[specs.length];
        for (int i = 0; i < specs.length; i++) {
            tensors[i] = specs[i].at(site.heapAddress());
        }
        return tensors;
    }

    private void fail(ErrorCode code, String detail) {
        site.latches().failOrchestrator(RunFailure.of(code, detail));
    }

    /** The one view of what was submitted last. Orchestrator thread only. */
    private static final class LastSubmission implements Submission {
        private final Tensor[] outputs = new Tensor[SubmitArguments.MAX_TENSORS];
        private int outputCount;
        private long id = TaskId.NONE;

        void begin(long newId) {
            id = newId;
            outputCount = 0;
        }

        void add(Tensor output) {
            outputs[outputCount++] = output;
        }

        /**
         * The run has failed: there is no such task, and its outputs can be sliced without harm.
         */
        void withdraw() {
            id = TaskId.NONE;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public Tensor output(int index) {
            if (index < 0 || index >= outputCount) {
                throw new IndexOutOfBoundsException("output=" + index + " of " + outputCount);
            }
            return outputs[index];
        }

        @Override
        public int outputCount() {
            return outputCount;
        }
    }
}
