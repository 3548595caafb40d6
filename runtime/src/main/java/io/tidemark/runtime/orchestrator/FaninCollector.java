package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.task.FanoutHead;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.Arrays;

/**
 * Gathers the fan-in of one submit into its slot and then links the task to producers that are not
 * complete. Each producer is pinned at most once, and only if its outputs must stay. This very thread recycles slots,
 * so a producer found here keeps its slot until the submit ends. Orchestrator thread only.
 */
final class FaninCollector implements FaninSink {
    private static final int FLAGGED = 1; // some producer asked that its consumers be staged early
    private static final int UNFLAGGED = 1 << 1; // some did not
    private static final long RING_BITS = -1L << 32; // of a task id; a node has them, too

    private final OrchestratorSite site;
    private final TaskTable table;
    private final RingResources resources;
    private final int cores;
    private TaskSlot[] awaited = new TaskSlot[TaskSlot.INLINE_EDGES]; // those to link behind
    private int awaitedCount;
    private TaskRing lastRing; // of the producer before
    private TaskSlot slot;
    private int ring;
    private int bodyProducers;
    private long epoch;
    private int heldWaits; // what the task waits for besides; none but for faults
    private int extraWaits; // the same of the task that comes next
    private int kinds; // of producers: whether consumers may be staged early
    private int toldEarly; // of the flagged ones, how many need not be waited for
    private int spillFirst;
    private int spillCount;

    FaninCollector(OrchestratorSite site, RingResources resources) {
        this.site = site;
        this.table = site.table();
        this.lastRing = table.ring(0);
        this.cores = site.shape().coreCount();
        this.resources = resources;
    }

    @Override
    public boolean begin(TaskSlot newSlot, int newRing, SubmitArguments arguments) {
        begin(newSlot, newRing);
        return true;
    }

    @Override
    public boolean takesBodies() {
        return extraWaits == 0;
    }

    @Override
    public void beginInBody(TaskSlot newSlot, int newRing, int producers) {
        begin(newSlot, newRing);
        bodyProducers = producers;
    }

    private void begin(TaskSlot newSlot, int newRing) {
        slot = newSlot;
        ring = newRing;
        bodyProducers = 0;
        epoch++;
        heldWaits = extraWaits;
        extraWaits = 0;
        awaitedCount = 0;
        kinds = 0;
        toldEarly = 0;
        spillCount = 0;
    }

    @Override
    public void holdNext() {
        extraWaits = 1;
    }

    @Override
    public void closeCircle(long heldTaskId, long producerTaskId) {
        TaskSlot held = table.slot(heldTaskId);
        TaskSlot producer = table.slot(producerTaskId);
        held.addEdge(producerTaskId, EdgeFlags.WAIT);
        DependencyPool pool = table.fanout(TaskId.ring(heldTaskId));
        int node = pool.add(heldTaskId, producer.fanoutHeadAcquire());
        producer.tryLink(producer.fanoutHeadAcquire(), (long) TaskId.ring(heldTaskId) << 32 | node);
    }

    @Override
    public boolean explicit(long producer, int flags) {
        return appendNamed(producer, flags);
    }

    @Override
    public boolean creator(long producer, int argument) {
        return appendNamed(producer, EdgeFlags.WAIT | EdgeFlags.RETAIN);
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
        return append(producer, EdgeFlags.WAIT);
    }

    /** Links the task behind its producers, or makes it ready when there is nothing to wait for. */
    @Override
    public boolean wire(int local) {
        if (spillCount > 0) {
            slot.spill(spillFirst, spillCount);
        }
        DependencyPool pool = table.fanout(ring);
        int waits = heldWaits + awaitedCount;
        boolean ready = waits == 0;
        if (!ready) {
            if (!resources.awaitNodes(pool, ring, waits, "dependency list nodes")) {
                return false;
            }
            slot.awaitProducers(waits);
            if (kinds == FLAGGED && isStageable()) {
                stageBehind(waits);
            }
            int arrived = linkAll(pool);
            // Not ready before the last link, and then its last producer makes it ready.
            ready = arrived > 0 && slot.arrive(arrived);
            if (!ready && slot.isStageable() && slot.gate().arrive(toldEarly + 1)) {
                table.offerCandidate(slot);
                site.pacer().wakeLanes();
            }
        }
        pool.mark(local);
        table.faninSpill(ring).mark(local);
        if (ready) {
            table.route(slot);
            site.pacer().wakeLanes();
        }
        return true;
    }

    @Override
    public boolean wireHeld(int local) {
        if (spillCount > 0) {
            slot.spill(spillFirst, spillCount);
        }
        DependencyPool pool = table.fanout(ring);
        int waits = heldWaits + awaitedCount;
        slot.awaitProducers(waits + bodyProducers + 1); // one that letGo stands for
        if (waits > 0) {
            if (!resources.awaitNodes(pool, ring, waits, "dependency list nodes")) {
                return false;
            }
            if (kinds == FLAGGED && isStageable()) {
                stageBehind(waits);
            }
            int arrived = linkAll(pool);
            if (arrived > 0) {
                slot.arrive(arrived);
            }
            if (toldEarly > 0 && slot.isStageable()) {
                slot.gate().arrive(toldEarly);
            }
        }
        mark(ring, local);
        return true;
    }

    @Override
    public void letGo(TaskSlot held) {
        if (held.arrive(1)) {
            table.route(held);
            site.pacer().wakeLanes();
        } else if (held.isStageable() && held.gate().arrive(1)) {
            table.offerCandidate(held);
            site.pacer().wakeLanes();
        }
    }

    private void stageBehind(int waits) {
        slot.stageBehind(waits, cores);
        boolean areTold = heldWaits == 0;
        for (int i = 0; i < awaitedCount; i++) {
            areTold &= awaited[i].tellsEnd();
        }
        if (areTold) {
            slot.namesProducers();
        }
    }

    /** How many producers need not be waited for. */
    private int linkAll(DependencyPool pool) {
        int arrived = 0;
        TaskSlot[] producers = awaited; // no field is read twice: a compare-and-set lies between
        long consumer = slot.taskId();
        for (int i = 0, count = awaitedCount; i < count; i++) {
            arrived += link(pool, producers[i], consumer);
        }
        return arrived;
    }

    @Override
    public void allocated(int onRing, int local) {
        mark(onRing, local);
    }

    @Override
    public void enclosed(int onRing, int firstLocal, int count) {
        table.fanout(onRing).mark(firstLocal, count);
        table.faninSpill(onRing).mark(firstLocal, count);
    }

    private void mark(int onRing, int local) {
        table.fanout(onRing).mark(local);
        table.faninSpill(onRing).mark(local);
    }

    /** One producer that did not ask for it, or a predicate, and the task is never staged. */
    private boolean isStageable() {
        return bodyProducers == 0 && !slot.isPredicated() && slot.kernel() != null;
    }

    /** A task that a caller names may never have been, or be gone. */
    private boolean appendNamed(long producer, int flags) {
        TaskRing producers = table.ring(TaskId.ring(producer));
        int local = TaskId.local(producer);
        if (!TaskId.isBefore(local, producers.nextLocal()) || producer == slot.taskId()) {
            site.latches()
                    .failOrchestrator(RunFailure.of(
                            ErrorCode.INVALID_ARGS,
                            "task %s depends on task %s, which does not exist"
                                    .formatted(TaskTable.text(slot.taskId()), TaskTable.text(producer))));
            return false;
        }
        return producers.slot(local).taskId() != producer // reclaimed: the slot is another task's
                || append(producer, flags);
    }

    /**
     * The task is alive in the map, so its slot is not reused: this thread takes slots, then reports the retired tasks
     * to the map, and only then asks the map.
     */
    private boolean append(long producer, int flags) {
        TaskRing producers = ringOf(producer);
        TaskSlot other = producers.slot(TaskId.local(producer));
        assert other.taskId() == producer : other.taskId() + " is not " + producer;
        long now = epoch;
        int claimed = other.claimedFlags(now);
        int news = flags & ~claimed;
        if (news == flags) {
            kinds |= other.isEarlyResolve() ? FLAGGED : UNFLAGGED;
        }
        if ((news & EdgeFlags.RETAIN) != 0 && !producers.pin(other, producer)) {
            return true; // consumed
        }
        if ((news & EdgeFlags.WAIT) != 0) {
            if (other.isCompleteAcquire()) {
                news &= ~EdgeFlags.WAIT;
            } else {
                await(other);
            }
        }
        if (news == 0) {
            return true;
        }
        other.claim(now, claimed | flags);
        return slot.addEdge(producer, news) || spill(TaskSlot.edgeWord(producer, news));
    }

    /**
     * Mostly the ring of the previous producer, which is at hand when the id comes. Otherwise table, ring and slot are
     * loaded one after the other, and a submit waits for that once for every edge.
     */
    private TaskRing ringOf(long producer) {
        TaskRing found = lastRing;
        if (found.number() != TaskId.ring(producer)) {
            found = table.ring(TaskId.ring(producer));
            lastRing = found;
        }
        return found;
    }

    private void await(TaskSlot producer) {
        int count = awaitedCount;
        if (count == awaited.length) {
            awaited = Arrays.copyOf(awaited, 2 * count);
        }
        awaited[count] = producer;
        awaitedCount = count + 1;
    }

    private boolean spill(long edge) {
        DependencyPool pool = table.faninSpill(ring);
        if (!resources.awaitNodes(pool, ring, 1, "fan-in spill entries")) {
            return false;
        }
        int node = pool.add(edge, DependencyPool.END);
        if (spillCount++ == 0) {
            spillFirst = node;
        }
        return true;
    }

    /** 1 when the producer need not be waited for, 0 when the task now hangs on its list. */
    private int link(DependencyPool pool, TaskSlot producer, long consumer) {
        long head = producer.fanoutHeadAcquire();
        if (head == TaskSlot.CLOSED) {
            toldEarly++;
            return 1;
        }
        long node = consumer & RING_BITS | pool.add(consumer, FanoutHead.node(head));
        while (!producer.tryLink(head, node)) {
            head = producer.fanoutHeadAcquire(); // closed, or marked: no other thread adds nodes
            if (head == TaskSlot.CLOSED) {
                toldEarly++;
                return 1;
            }
        }
        if (FanoutHead.isMarked(head)) {
            toldEarly++;
            if (slot.isStageable() && producer.isStageable() && !producer.gate().isReleased()) {
                slot.gate().goAhead(); // where cores open gates, a staged producer is marked, too
            }
        }
        return 0;
    }
}
