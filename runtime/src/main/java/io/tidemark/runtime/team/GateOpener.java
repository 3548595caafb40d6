package io.tidemark.runtime.team;

import io.tidemark.chip.Chip;
import io.tidemark.runtime.early.CoreBits;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

/**
 * One scheduler's part in early dispatch after staging. It notifies consumers that their producer is on its cores,
 * opens gates of tasks that have become ready, and rings doorbells. For the thread that steps the scheduler.
 *
 * <p>Where cores open gates themselves, the consumers of a task are notified already when the task is staged. They are
 * staged early, and start one after the other without this class. Elsewhere they are notified when the task's own gate
 * is opened.
 *
 * <p>The scheduler that notifies a task's consumers holds one of its doorbells, or has one of its
 * blocks on a core that it has yet to poll. So the task cannot end meanwhile, its consumers cannot
 * be gone, and their list can be walked.
 */
public final class GateOpener {
    private final TaskTable table;
    private final Doorbells doorbells;
    private final boolean enabled;
    private final boolean goesAhead;
    private final CoreBits taken;

    /**
     * @param enabled whether consumers may be staged at all
     * @param coresOpenGates as {@link Chip#opensGates}
     */
    public GateOpener(TaskTable table, Doorbells doorbells, boolean enabled, boolean coresOpenGates) {
        this.taken = new CoreBits(doorbells.cores());
        this.table = table;
        this.doorbells = doorbells;
        this.enabled = enabled;
        this.goesAhead = enabled && coresOpenGates;
    }

    /** A kernel run of a task whose consumers may be staged was sent to its core, not gated. */
    public void sent(TaskSlot task) {
        if (enabled && task.publishSubtasks(1)) {
            propagate(task, false);
        }
    }

    /**
     * Kernel runs of such a task wait on their cores. Call it before their doorbells are offered: until then no thread
     * can open the gate, and the task cannot end.
     */
    public void staged(TaskSlot task, int runs) {
        boolean areAll = task.publishSubtasks(runs);
        if (areAll && goesAhead && task.tellsEnd() && task.awaitedCount() > 0) {
            propagate(task, true);
        }
    }

    /** The last producer of a candidate is done. */
    public void open(TaskSlot task) {
        boolean blocksLeft = task.releaseBlocks();
        if (task.isSyncStart()) {
            if (blocksLeft) {
                table.push(task); // a part of a cohort is never staged
            } else {
                launchIfComplete(task);
            }
            return;
        }
        if (blocksLeft) {
            table.push(task);
        }
        task.gate().takeAll(taken);
        ring(task, taken);
    }

    /** For a gated cohort: this many more of its cores have nothing to run before it. */
    public void cohortRuns(TaskSlot task, int cores) {
        task.gate().addRunning(cores);
        launchIfComplete(task);
    }

    /** Rings doorbells that the caller has taken, and empties the set. */
    public void ring(TaskSlot task, CoreBits owned) {
        if (owned.isEmpty()) {
            return;
        }
        int last = owned.removeFirst();
        while (!owned.isEmpty()) {
            doorbells.ring(owned.removeFirst());
        }
        if (enabled && task.isEarlyResolve() && task.isAllPublished()) {
            propagate(task, false);
        }
        doorbells.ring(last);
    }

    private void launchIfComplete(TaskSlot task) {
        if (task.gate().tryLaunch(task.subtasks())) {
            task.gate().takeAll(taken);
            task.gate().launched();
            ring(task, taken);
        }
    }

    /**
     * Once per task: consumers that link later see the mark and count themselves.
     *
     * @param isGated whether the task itself still waits
     */
    private void propagate(TaskSlot task, boolean isGated) {
        long node = task.markPropagated();
        while (node != DependencyPool.END) {
            DependencyPool pool = table.fanout((int) (node >>> 32));
            int index = (int) node;
            TaskSlot consumer = table.slot(pool.consumer(index));
            node = pool.next(index);
            if (consumer.isStageable()) {
                if (isGated) {
                    consumer.gate().goAhead();
                }
                if (consumer.gate().arrive(1)) {
                    table.offerCandidate(consumer);
                }
            }
        }
    }
}
