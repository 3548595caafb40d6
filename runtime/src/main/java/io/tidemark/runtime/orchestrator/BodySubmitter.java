package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.graph.Binding;
import io.tidemark.runtime.graph.ScalarArgument;
import io.tidemark.runtime.graph.TaskRun;
import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.OutputLayout;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * Submits the tasks of a recorded body together, for runs that record nothing of a submit. First
 * every task is described, and each that waits for nothing in the body, or has to be looked up
 * outside of it, is held back; so all of them are there before one can run and tell its consumers.
 * Then those are looked up and let go in order, as tasks submitted one by one are. Orchestrator
 * thread only.
 */
final class BodySubmitter {
    private static final byte OUTPUT = (byte) ArgumentTag.OUTPUT.code();

    private final OrchestratorSite site;
    private final TaskTable table;
    private final ScopeStack scopes;
    private final SubmitResources resources;
    private final FaninSink fanin;
    private final TaskSubmitter submitter;
    private final SubmitArguments arguments = new SubmitArguments();
    private boolean[] held = new boolean[64];

    BodySubmitter(
            OrchestratorSite site,
            SubmitPolicy policy,
            ScopeStack scopes,
            TaskSubmitter submitter) {
        this.site = site;
        this.table = site.table();
        this.scopes = scopes;
        this.resources = policy.resources();
        this.fanin = policy.fanin();
        this.submitter = submitter;
    }

    /** Whether tasks may come together in this run at all: a probe wants each by itself. */
    boolean isOfUse() {
        return site.probe() == null && fanin.takesBodies();
    }

    /** Submits all, or none when there is no room for all. */
    boolean submit(TaskRun run, Binding binding) {
        int ring = scopes.ring();
        if (!fanin.takesBodies() || !resources.haveRoom(scopes, run.size(), run.heapBytes())) {
            return false;
        }
        if (held.length < run.size()) {
            held = new boolean[run.size()];
        }
        resources.syncMap();
        int first = table.ring(ring).nextLocal();
        for (int i = 0; i < run.size(); i++) {
            held[i] = run.producers(i) == 0 || run.isOpen(i, binding.replay());
            if (!describe(run, i, ring, binding)) {
                return true; // the run has failed
            }
        }
        boolean goesOn = true;
        for (int i = 0; i < run.size() && goesOn; i++) {
            if (held[i]) {
                goesOn = release(run, i, ring, first + i, binding);
            } else {
                fanin.enclosed(ring, first + i);
            }
        }
        return true;
    }

    private boolean describe(TaskRun run, int task, int ring, Binding binding) {
        site.pacer().yieldPoint();
        TaskRing tasks = table.ring(ring);
        long address = resources.allocate(ring, run.outputBytes(task));
        if (address == HeapRing.FULL) {
            return false;
        }
        long taskId = TaskId.of(ring, tasks.nextLocal());
        TaskSlot slot = tasks.nextSlot();
        begin(slot, taskId, run, task);
        slot.link(run.links(task));
        binding.submitted(taskId);
        tensors(slot, run, task, address, binding);
        for (ScalarArgument scalar : run.scalars(task)) {
            slot.addScalar(scalar.in(binding), scalar.typeCode());
        }
        slot.awaitProducers(run.producers(task) + (held[task] ? 1 : 0));
        tasks.publishNext(scopes.depth());
        scopes.add(taskId);
        return true;
    }

    private static void begin(TaskSlot slot, long taskId, TaskRun run, int task) {
        Kernel kernel = run.kernel(task);
        if (kernel != null) {
            slot.begin(taskId, kernel, TaskShape.of(kernel.coreType()), run.blocks(task));
        } else if (run.mixed(task) != null) {
            slot.beginMixed(taskId, run.mixed(task), run.blocks(task));
        } else {
            slot.begin(taskId, null, TaskShape.DUMMY, 1);
        }
    }

    private void tensors(TaskSlot slot, TaskRun run, int task, long address, Binding binding) {
        long offset = 0;
        for (int i = run.firstArgument(task); i < run.argumentEnd(task); i++) {
            Tensor tensor;
            if (run.tag(i) == OUTPUT) {
                TensorSpec spec = run.argument(task, i).spec();
                tensor =
                        submitter.create(
                                spec, address + OutputLayout.aligned(offset), slot.taskId());
                offset = OutputLayout.after(offset, spec);
                binding.made(tensor);
            } else {
                tensor = run.tensor(task, i, binding);
            }
            slot.addTensor(run.tag(i), tensor);
        }
    }

    /** Links a task behind those outside of the run, if there are any, and lets it go. */
    private boolean release(TaskRun run, int task, int ring, int local, Binding binding) {
        site.pacer().yieldPoint();
        TaskSlot slot = table.ring(ring).slot(local);
        fanin.beginInBody(slot, ring, run.producers(task));
        return (!run.isOpen(task, binding.replay()) || lookUp(run, task, slot, binding))
                && fanin.wire(local);
    }

    private boolean lookUp(TaskRun run, int task, TaskSlot slot, Binding binding) {
        arguments.clear();
        int first = run.firstArgument(task);
        for (int i = first; i < run.argumentEnd(task); i++) {
            ArgumentTag tag = run.argument(task, i).tag();
            arguments.add(tag, tag == ArgumentTag.OUTPUT ? null : slot.tensor(i - first));
        }
        run.eachStatedBefore(
                task, (node, flags) -> arguments.dependOn(binding.taskId(node), flags));
        arguments.know(run.edges(task), binding.replay());
        return submitter.inference().infer(arguments, run.isManual(), fanin);
    }
}
