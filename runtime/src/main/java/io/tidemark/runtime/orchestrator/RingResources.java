package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.AwaitedResource;
import io.tidemark.runtime.ring.DeadlockDetector;
import io.tidemark.runtime.ring.DeadlockDetector.Verdict;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.TeamBoard;
import io.tidemark.runtime.tensormap.TensorMap;

/**
 * What a submit takes from its ring, and the waiting when there is none: task slot, heap, list
 * nodes, map entries. Slot and heap are checked before either is taken. A wait that cannot end is
 * told from one that can, and ends the run. Orchestrator thread only.
 */
final class RingResources implements SubmitResources {
    /** Retired tasks whose map entries may wait to be freed. */
    private static final int CLEAN_STRIDE = 64;

    private static final int REFRESH_STRIDE = 16;
    private static final int PAUSES_PER_CHECK = 64;

    private final OrchestratorSite site;
    private final TaskTable table;
    private final TensorMap map;
    private final HeapRing[] heaps = new HeapRing[TaskId.RINGS];
    private final long[] heapAddress = new long[TaskId.RINGS];
    private final int[] aliveSeen = new int[TaskId.RINGS];
    private final DeadlockDetector detector;
    private int pauses;
    private int untilRefresh = REFRESH_STRIDE;
    private boolean mapIsBehind;
    private volatile OrchestratorWait wait = OrchestratorWait.NONE; // stays when a wait fails

    RingResources(OrchestratorSite site) {
        this.site = site;
        this.table = site.table();
        this.map = site.map();
        this.detector = new DeadlockDetector(site.config().allocatorTimeout().toNanos(), new Schedulers(site.board()));
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            heaps[ring] =
                    new HeapRing(table.sizes().heapBytes(ring), table.ring(ring).window());
            heapAddress[ring] = site.heapAddress() + table.sizes().heapOffset(ring);
        }
    }

    @Override
    public OrchestratorWait orchestratorWait() {
        return wait;
    }

    /** Says what is waited for; {@link OrchestratorWait#NONE} when the wait is over. */
    void waitingFor(OrchestratorWait what) {
        wait = what;
    }

    @Override
    public HeapRing heap(int ring) {
        return heaps[ring];
    }

    /**
     * A scope that fills its window can only be helped by closing it, which a blocked orchestrator
     * cannot.
     */
    @Override
    public boolean admits(ScopeStack scopes) {
        int most = table.ring(scopes.ring()).window().mostAlive();
        if (scopes.taskCount() < most) {
            return true;
        }
        fail(
                ErrorCode.SCOPE_DEADLOCK,
                "the scope at depth %d holds %d tasks, and the window of ring %d holds no more"
                        .formatted(scopes.depth(), scopes.taskCount(), scopes.ring()));
        return false;
    }

    @Override
    public long allocate(int ring, long sizeBytes) {
        TaskRing tasks = table.ring(ring);
        HeapRing heap = heaps[ring];
        if (--untilRefresh == 0) {
            untilRefresh = REFRESH_STRIDE;
            refreshAll();
        }
        int local = tasks.nextLocal();
        if (!tasks.window().admits(local, aliveSeen[ring]) || !heap.fits(sizeBytes)) {
            if (!awaitSlotAndHeap(ring, sizeBytes)) {
                return HeapRing.FULL;
            }
        }
        return heapAddress[ring] + heap.allocate(local, sizeBytes);
    }

    @Override
    public boolean haveRoom(ScopeStack scopes, int tasks, long heapBytes) {
        int ring = scopes.ring();
        refresh(ring);
        TaskRing slots = table.ring(ring);
        return scopes.taskCount() + tasks <= slots.window().mostAlive()
                && slots.window().admits(slots.nextLocal() + tasks - 1, aliveSeen[ring])
                && heaps[ring].fitsInPieces(heapBytes);
    }

    @Override
    public long take(int ring, int local, long sizeBytes) {
        long offset = heaps[ring].allocate(local, sizeBytes);
        assert offset != HeapRing.FULL : "bytes=" + sizeBytes + " of ring " + ring;
        return heapAddress[ring] + offset;
    }

    @Override
    public void takeNothing(int ring, int firstLocal, int count) {
        heaps[ring].allocateNothing(firstLocal, count);
    }

    /** Waits for list nodes; false when the run has failed. */
    boolean awaitNodes(DependencyPool pool, int ring, int nodes, String what) {
        if (pool.hasRoom(nodes)) {
            return true;
        }
        beginWait(aliveSeen[ring]);
        waitingFor(OrchestratorWait.forRing(AwaitedResource.LIST_NODES, ring));
        Verdict last = Verdict.STRUCTURAL;
        while (nodes <= pool.capacity()) {
            refresh(ring);
            if (pool.hasRoom(nodes)) {
                waitingFor(OrchestratorWait.NONE);
                return true;
            }
            Verdict verdict = pause(ring);
            if (verdict == Verdict.FAILED_ELSEWHERE) {
                return false;
            }
            if (verdict != Verdict.WAIT) {
                last = verdict;
                break;
            }
        }
        fail(
                ErrorCode.DEP_POOL_OVERFLOW,
                "a task on ring %d needs %d more %s, but %d of %d are in use; %s"
                        .formatted(ring, nodes, what, pool.used(), pool.capacity(), why(last)));
        return false;
    }

    @Override
    public boolean awaitMapEntries(int entries) {
        if (map.free() >= entries) {
            return true;
        }
        beginWait(mapFreed());
        waitingFor(OrchestratorWait.forRing(AwaitedResource.MAP_ENTRIES, -1));
        while (true) {
            catchUp();
            for (int ring = 0; ring < TaskId.RINGS; ring++) {
                map.clean(ring);
            }
            if (map.free() >= entries) {
                waitingFor(OrchestratorWait.NONE);
                return true;
            }
            Verdict verdict = pause(mapFreed(), false);
            if (verdict == Verdict.FAILED_ELSEWHERE) {
                return false;
            }
            if (verdict != Verdict.WAIT) {
                fail(
                        ErrorCode.TENSORMAP_OVERFLOW,
                        "a task writes %d regions, but %d of %d map entries are in use"
                                .formatted(entries, map.used(), map.capacity()));
                return false;
            }
        }
    }

    /**
     * Reports the retired tasks to the map; only between the lookups of two submits. All lookups of one submit see the
     * same tasks, so a replay that knows these tasks finds the same edges.
     */
    @Override
    public void syncMap() {
        if (!mapIsBehind) {
            return;
        }
        mapIsBehind = false;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            if (aliveSeen[ring] != map.oldestAlive(ring)) {
                map.retireBefore(ring, aliveSeen[ring]);
                if (map.uncleaned(ring) >= CLEAN_STRIDE) {
                    map.clean(ring);
                }
            }
        }
    }

    @Override
    public void catchUp() {
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            refresh(ring);
        }
        syncMap();
    }

    /** Learns which tasks of a ring are gone, after helping them to go. */
    private void refresh(int ring) {
        table.ring(ring).advance();
        see(ring);
    }

    private void refreshAll() {
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            see(ring);
        }
    }

    @Override
    public void see(int ring) {
        int alive = table.ring(ring).lastTaskAliveAcquire();
        if (alive == aliveSeen[ring]) {
            return;
        }
        aliveSeen[ring] = alive;
        heaps[ring].retireBefore(alive);
        table.fanout(ring).retireBefore(alive);
        table.faninSpill(ring).retireBefore(alive);
        mapIsBehind = true;
    }

    private boolean awaitSlotAndHeap(int ring, long sizeBytes) {
        TaskRing tasks = table.ring(ring);
        HeapRing heap = heaps[ring];
        int local = tasks.nextLocal();
        beginWait(aliveSeen[ring]);
        while (heap.canEverFit(sizeBytes)) {
            refresh(ring);
            boolean slotFree = tasks.window().admits(local, aliveSeen[ring]);
            if (slotFree && heap.fits(sizeBytes)) {
                waitingFor(OrchestratorWait.NONE);
                return true;
            }
            AwaitedResource lacking = slotFree ? AwaitedResource.HEAP : AwaitedResource.TASK_SLOTS;
            if (wait.resource() != lacking) {
                waitingFor(OrchestratorWait.forRing(lacking, ring));
            }
            Verdict verdict = pause(ring);
            if (verdict == Verdict.FAILED_ELSEWHERE) {
                return false;
            }
            if (verdict != Verdict.WAIT) {
                failBlocked(ring, sizeBytes, slotFree, verdict);
                return false;
            }
        }
        failBlocked(ring, sizeBytes, true, Verdict.STRUCTURAL);
        return false;
    }

    private void failBlocked(int ring, long sizeBytes, boolean slotFree, Verdict verdict) {
        HeapRing heap = heaps[ring];
        String why = why(verdict);
        if (slotFree) {
            fail(
                    ErrorCode.HEAP_RING_DEADLOCK,
                    "a task needs %d bytes of ring %d, whose heap has %d of %d bytes in use; %s"
                            .formatted(sizeBytes, ring, heap.usedBytes(), heap.capacityBytes(), why));
        } else {
            fail(
                    ErrorCode.FLOW_CONTROL_DEADLOCK,
                    "all %d slots of ring %d are in use, oldest task %s; %s"
                            .formatted(
                                    table.ring(ring).window().mostAlive(),
                                    ring,
                                    TaskTable.text(TaskId.of(ring, aliveSeen[ring])),
                                    why));
        }
    }

    private String why(Verdict verdict) {
        return verdict == Verdict.STRUCTURAL
                ? "nothing can be reclaimed before an open scope closes"
                : "nothing was reclaimed for "
                        + site.config().allocatorTimeout().toMillis()
                        + " ms";
    }

    private long mapFreed() {
        return map.inserted() - map.used();
    }

    private void beginWait(long reclaimed) {
        pauses = 0;
        detector.reset(progress(reclaimed));
    }

    /** Grows with what is reclaimed, with each completed task and while anybody waits for the host. */
    private long progress(long reclaimed) {
        return reclaimed + site.board().completedAcquire() + site.board().hostWaitsOpaque();
    }

    /**
     * The oldest task that is asked about is the one after which this thread last made room. A newer one may belong to
     * the open scope although its freed room has not been looked at.
     */
    private Verdict pause(int ring) {
        return pause(aliveSeen[ring], table.ring(ring).isHeld(aliveSeen[ring]));
    }

    private Verdict pause(long reclaimed, boolean headHeld) {
        site.pacer().pause(pauses);
        return ++pauses % PAUSES_PER_CHECK != 0
                ? Verdict.WAIT
                : detector.check(
                        site.clock().nanos(),
                        progress(reclaimed),
                        site.latches().hasFailed(),
                        headHeld,
                        site.board().runningAcquire() > 0);
    }

    /** The schedulers, which free what a submit waits for. */
    private record Schedulers(TeamBoard board) implements DeadlockDetector.Others {
        @Override
        public void ask() {
            board.ask();
        }

        @Override
        public boolean haveAllLooked() {
            return board.haveAllAnswered();
        }
    }

    private void fail(ErrorCode code, String detail) {
        site.latches().failOrchestrator(RunFailure.of(code, detail));
    }
}
