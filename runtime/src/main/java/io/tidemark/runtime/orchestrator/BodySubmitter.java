package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.graph.Binding;
import io.tidemark.runtime.graph.ScalarArgument;
import io.tidemark.runtime.graph.TaskRun;
import io.tidemark.runtime.ring.OutputLayout;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.task.BodyArguments;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * Submits the tasks of a recorded body together, for runs that record nothing of a submit. First every task is
 * described. A task that waits for nothing in the body, or has to be looked up outside the body, is linked to its
 * producers outside the body and held. So all tasks are described before one of them can run and notify its consumers.
 * Then the held tasks are released in order. Orchestrator thread only.
 */
final class BodySubmitter {
    private final OrchestratorSite site;
    private final TaskTable table;
    private final ScopeStack scopes;
    private final SubmitResources resources;
    private final FaninSink fanin;
    private final TaskSubmitter submitter;
    private final SubmitArguments arguments = new SubmitArguments();
    private int[] held = new int[64]; // those that are let go one by one
    private int heldCount;
    private int wired; // tasks before this one have been passed to the fan-in

    BodySubmitter(OrchestratorSite site, SubmitPolicy policy, ScopeStack scopes, TaskSubmitter submitter) {
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
            held = new int[run.size()];
        }
        resources.syncMap();
        TaskRing tasks = table.ring(ring);
        int first = tasks.nextLocal();
        tasks.holdNext(scopes.depth()); // a wait for room below must see what holds the room
        binding.replay().submitted(ring, first, run.size());
        scopes.add(ring, first, run.size());
        if (run.heapBytes() == 0) {
            resources.takeNothing(ring, first, run.size());
        }
        heldCount = 0;
        wired = 0;
        for (int task = 0; task < run.size(); task++) {
            if (!describe(run, task, ring, first + task, binding)) {
                return true; // the run has failed
            }
        }
        fanin.enclosed(ring, first + wired, run.size() - wired);
        tasks.publishNext(scopes.depth(), run.size());
        for (int i = 0; i < heldCount; i++) {
            site.pacer().yieldPoint();
            fanin.letGo(tasks.slot(first + held[i]));
        }
        return true;
    }

    private boolean describe(TaskRun run, int task, int ring, int local, Binding binding) {
        site.pacer().yieldPoint();
        long taskId = TaskId.of(ring, local);
        TaskSlot slot = table.ring(ring).slotAhead(local);
        begin(slot, taskId, run, task);
        slot.link(run.links(task), run.retainers(task));
        long address = run.heapBytes() == 0 ? 0 : resources.take(ring, local, run.outputBytes(task));
        BodyArguments shared = run.shared(task);
        if (shared != null) {
            int count = run.argumentEnd(task) - run.firstArgument(task);
            slot.tensors(shared, count, binding.tensors());
        } else {
            tensors(slot, run, task, address, binding);
        }
        if (run.hasScalars(task)) {
            for (ScalarArgument scalar : run.scalars(task)) {
                slot.addScalar(scalar.in(binding), scalar.typeCode());
            }
        }
        submitter.described(slot);
        boolean isOpen = run.isOpen(task, binding.replay());
        if (isOpen || run.producers(task) == 0) {
            fanin.enclosed(ring, local - task + wired, task - wired);
            wired = task + 1;
            held[heldCount++] = task;
            fanin.beginInBody(slot, ring, run.producers(task));
            return (!isOpen || lookUp(run, task, slot, binding)) && fanin.wireHeld(local);
        }
        slot.awaitProducers(run.producers(task));
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
            if (run.tag(i) == ArgumentTag.OUTPUT) {
                TensorSpec spec = run.argument(task, i).spec();
                tensor = submitter.create(spec, address + OutputLayout.aligned(offset), slot.taskId());
                offset = OutputLayout.after(offset, spec);
                binding.made(tensor);
            } else {
                tensor = run.tensor(task, i, binding);
            }
            slot.addTensor(run.tagCode(i), tensor);
        }
    }

    private boolean lookUp(TaskRun run, int task, TaskSlot slot, Binding binding) {
        arguments.clear();
        int first = run.firstArgument(task);
        for (int i = first; i < run.argumentEnd(task); i++) {
            ArgumentTag tag = run.tag(i);
            arguments.add(tag, tag == ArgumentTag.OUTPUT ? null : slot.tensor(i - first));
        }
        run.eachStatedBefore(task, (node, flags) -> arguments.dependOn(binding.taskId(node), flags));
        arguments.know(run.edges(task), binding.replay());
        return submitter.inference().infer(arguments, run.isManual(), fanin);
    }
}
