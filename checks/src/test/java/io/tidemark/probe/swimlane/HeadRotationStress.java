package io.tidemark.probe.swimlane;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BackPressureGate;
import io.tidemark.probe.HandoverLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.WaitBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Rotation of a core's head while the core still writes the last record of the old buffer: three
 * tasks fill it, the third has said FIN and not committed yet, and its scheduler dispatches the
 * fourth. The host must see the old buffer whole or not at all, and the fourth record must be in
 * the new one. It lies in the package of the classes it stresses, which are not public.
 *
 * <p>First result: whether the host was given the old buffer. Second: what it then read, 321 if
 * whole. Third: the record that the new buffer begins with, 0 if the core never saw the dispatch.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "the core has not seen the dispatch yet")
@Outcome(id = "0, 0, 4", expect = ACCEPTABLE, desc = "its answer has not been seen yet")
@Outcome(id = "1, 321, 4", expect = ACCEPTABLE, desc = "handed over, whole")
@Outcome(expect = FORBIDDEN, desc = "handed over too early, or written to the wrong buffer")
@State
public class HeadRotationStress {
    private static final int CAPACITY = 3;

    private final StreamPlace stream = RotationMemory.stream(CAPACITY);
    private final HeadRotation rotation;
    private final LaneGroup group;
    private final CoreSwimlaneProbe core;
    private final ReadyQueueReader host;
    private volatile int dispatchRegister;
    private volatile int condition;

    public HeadRotationStress() {
        FreeQueueWriter free = new FreeQueueWriter(RotationMemory.TRANSPORT, stream.freeQueueAt(0), stream.freeSlots());
        free.offer(stream.bufferAt(0));
        free.offer(stream.bufferAt(1));
        BackPressureGate gate = new BackPressureGate(RotationMemory.MEMORY, stream.backPressureAt(), true);
        WaitBudget budget = new WaitBudget(0, () -> 0);
        rotation = new HeadRotation(RotationMemory.MEMORY, stream, 0);
        ReadyQueueWriter ready =
                new ReadyQueueWriter(RotationMemory.CELLS, stream.readyQueueAt(0), stream.readyCapacity());
        group = new LaneGroup(new HandoverLane[] {rotation}, ready, gate, budget);
        group.start();
        core = new CoreSwimlaneProbe(RotationMemory.MEMORY, stream, 0, gate, budget);
        host = new ReadyQueueReader(RotationMemory.TRANSPORT, stream.readyQueueAt(0), stream.readyCapacity());
        for (int token = 1; token <= CAPACITY; token++) {
            rotation.beforeDispatch(token);
            group.hasRoom();
            core.tryReserve();
            if (token < CAPACITY) {
                commit(token);
            }
        }
    }

    private void commit(int token) {
        core.commit(token, 0, token, 0, (long) Math.pow(10, token - 1) * token, 0);
    }

    @Actor
    public void coreEndsThirdAndRunsFourth() {
        commit(3);
        for (int look = 0; look < RotationMemory.LOOKS; look++) {
            if (dispatchRegister == 4) {
                core.tryReserve();
                condition = 4;
                core.commit(4, 0, 4, 0, 4, 0);
                return;
            }
        }
    }

    /** The host's look comes last on the same thread: the queue itself is stressed elsewhere. */
    @Actor
    public void schedulerDispatchesFourth(JJJ_Result result) {
        rotation.beforeDispatch(4);
        group.hasRoom();
        dispatchRegister = 4;
        for (int look = 0; look < RotationMemory.LOOKS && condition != 4; look++) {
            group.hasRoom();
        }
        if (condition == 4) {
            rotation.observed(4);
            group.hasRoom();
        }
        if (host.poll()) {
            result.r1 = host.sequence();
            long at = StreamPlace.recordsAt(host.bufferAt());
            for (int record = 0; record < host.records(); record++) {
                result.r2 += AicoreTaskRecord.START_TICK.get(RotationMemory.MEMORY, at + 32L * record);
            }
        }
    }

    @Arbiter
    public void newBuffer(JJJ_Result result) {
        long second = stream.bufferAt(1);
        boolean isNext = BufferHeader.SEQUENCE.getAcquire(RotationMemory.MEMORY, second) == 2;
        result.r3 = isNext ? AicoreTaskRecord.TASK.get(RotationMemory.MEMORY, StreamPlace.recordsAt(second)) : -1;
    }
}
