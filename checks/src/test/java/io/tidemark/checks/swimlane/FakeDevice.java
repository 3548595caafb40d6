package io.tidemark.checks.swimlane;

import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.probe.swimlane.OrchestratorSwimlaneProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Cores and schedulers as actors on a few carrier threads, and an orchestrator on a thread of its
 * own.
 */
final class FakeDevice {
    final List<FakeCore> cores = new ArrayList<>();
    final List<FakeScheduler> schedulers = new ArrayList<>();
    final Written submits = new Written();
    final Written fanins = new Written();
    private final OrchestratorSwimlaneProbe orchestrator;
    private final LongSupplier clock;
    private final int submitCount;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;
    private volatile Throwable failure;

    FakeDevice(
            SwimlaneProbes probes,
            int[] coreToThread,
            int schedulerCount,
            int tasksPerCore,
            LongSupplier clock,
            Random random) {
        this.clock = clock;
        orchestrator = probes.orchestrator();
        submitCount = tasksPerCore * coreToThread.length;
        for (int core = 0; core < coreToThread.length; core++) {
            cores.add(new FakeCore(core, probes.core(core), clock));
        }
        for (int thread = 0; thread < schedulerCount; thread++) {
            List<FakeCore> owned = new ArrayList<>();
            for (FakeCore core : cores) {
                if (coreToThread[core.index] == thread) {
                    owned.add(core);
                }
            }
            schedulers.add(new FakeScheduler(
                    thread, owned, probes.scheduler(thread), clock, tasksPerCore, new Random(random.nextLong())));
        }
    }

    void start(int carriers) {
        for (int carrier = 0; carrier < carriers; carrier++) {
            int first = carrier;
            threads.add(Thread.ofPlatform().start(guarded(() -> carry(first, carriers))));
        }
        threads.add(Thread.ofPlatform().start(guarded(this::orchestrate)));
    }

    private Runnable guarded(Runnable body) {
        return () -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure = e;
            }
        };
    }

    private void carry(int first, int carriers) {
        while (!stopping) {
            boolean progress = false;
            boolean done = true;
            for (int i = first; i < schedulers.size(); i += carriers) {
                progress |= schedulers.get(i).step();
            }
            for (int i = first; i < cores.size(); i += carriers) {
                progress |= cores.get(i).step();
            }
            for (FakeScheduler scheduler : schedulers) {
                done &= scheduler.isFlushed();
            }
            if (done) {
                return;
            }
            if (!progress) {
                Thread.yield();
            }
        }
    }

    private void orchestrate() {
        for (int i = 0; i < submitCount; i++) {
            long begin = clock.getAsLong();
            if (orchestrator.recordsFanin()) {
                long producer = i * 7L & 0x3_FFFF_FFFFL;
                orchestrator.faninBegin(i, 0);
                orchestrator.producer(producer);
                orchestrator.faninEnd();
                int rings = FaninRecord.ring(0, producer);
                fanins.add(Written.print(FaninRecord.head(i, 0, 1, rings), (int) producer));
            }
            long end = clock.getAsLong();
            orchestrator.submitted(begin, end, i, i);
            submits.add(Written.print(begin, end, i, i));
        }
        orchestrator.flush();
    }

    boolean isRunning() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Waits for the end of the run; false if it takes longer than that. */
    boolean join(long timeoutMillis) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutMillis * 1_000_000;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            if (thread.isAlive()) {
                return false;
            }
        }
        if (failure != null) {
            throw new AssertionError("the device failed", failure);
        }
        return true;
    }

    /** Stops the carriers wherever they are, as a death would, after a last turn. */
    void kill() {
        stopping = true;
    }
}
