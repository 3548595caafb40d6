package io.tidemark.chip.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Actor;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.KernelRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarrierPoolTest {
    private static final long JOIN_NANOS = TimeUnit.SECONDS.toNanos(20);

    @Test
    void aKernelThatDoesNotReturnDoesNotStopTheOthers() {
        CountDownLatch others = new CountDownLatch(11 * 20);
        Bench bench = new Bench(4, 20, core -> {
            if (core == 0) {
                await(others); // returns only once every other core has run all
                // its tasks
            } else {
                others.countDown();
            }
        });
        assertThat(new CarrierPool(1, JOIN_NANOS).drive(bench.lanes, () -> {}).abandonedThreads())
                .isEmpty();
        assertThat(others.getCount()).isZero();
        assertThat(bench.runs).hasValue(12 * 20);
    }

    @Test
    void kernelsThatWaitForEachOtherAllGetTheirTurn() {
        int clusters = 36;
        CountDownLatch together = new CountDownLatch(3 * clusters);
        Bench bench = new Bench(clusters, 1, core -> {
            together.countDown();
            await(together); // all 108 kernels must be inside at once
        });
        assertThat(new CarrierPool(2, JOIN_NANOS).drive(bench.lanes, () -> {}).abandonedThreads())
                .isEmpty();
        assertThat(bench.runs).hasValue(3 * clusters);
    }

    /** With many CPUs, and with carriers that are many on a machine that has few. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void longKernelsOfOneLaneAreAllRunAndShortOnesAfterThem(int cpus) {
        int tasks = 60;
        AtomicInteger[] done = new AtomicInteger[3];
        Arrays.setAll(done, core -> new AtomicInteger());
        Bench bench = new Bench(1, tasks, core -> {
            if (done[core].incrementAndGet() <= 20) {
                long until = System.nanoTime() + 4 * Carrier.NEGLECT_NANOS;
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
        });
        assertThat(new CarrierPool(6, JOIN_NANOS, cpus)
                        .drive(bench.lanes, () -> {})
                        .abandonedThreads())
                .isEmpty();
        assertThat(bench.runs).hasValue(3 * tasks);
        assertThat(done).allMatch(count -> count.get() == tasks);
    }

    /** Carriers that are not started: who is where is what the test says. */
    @Test
    void aCarrierInALongKernelNeitherLooksAtLanesNorSpins() {
        CarrierPool pool = new CarrierPool(2, JOIN_NANOS, 8);
        Carrier busy = pool.addCarrier(new Lane[0]);
        Carrier idle = pool.addCarrier(new Lane[0]);
        assertThat(pool.mayCompanySpin(busy)).isTrue();
        pool.goesToSleep(idle);
        busy.entersKernel(); // short, as far as anyone knows
        assertThat(pool.isAnyoneAwake()).isTrue();
        assertThat(pool.mayCompanySpin(idle)).isFalse();
        busy.leavesKernel();

        pool.kernelsAre(CarrierPool.KernelLengths.LONG);
        busy.entersKernel();
        assertThat(pool.isAnyoneAwake()).isFalse();
        assertThat(pool.mayCompanySpin(idle)).isTrue();
        assertThat(pool.mayCompanySpin(busy)).isFalse();
        pool.wakesUp();
        assertThat(pool.isAnyoneAwake()).isTrue();
        pool.goesToSleep(idle);
        busy.leavesKernel();
        assertThat(pool.isAnyoneAwake()).isTrue();
    }

    /** All others may sleep, so that nobody sees how long it stays inside of kernels. */
    @Test
    void aCarrierFindsOutItselfThatKernelsAreLong() {
        CarrierPool pool = new CarrierPool(8, JOIN_NANOS, 8);
        Carrier carrier = pool.addCarrier(new Lane[0]);
        longKernel(carrier);
        assertThat(pool.kernelLengths()).isEqualTo(CarrierPool.KernelLengths.TIMED);
        longKernel(carrier);
        assertThat(pool.kernelLengths()).isEqualTo(CarrierPool.KernelLengths.LONG);

        CarrierPool few = new CarrierPool(2, JOIN_NANOS, 2);
        Carrier alone = few.addCarrier(new Lane[0]);
        longKernel(alone);
        longKernel(alone);
        assertThat(few.kernelLengths()).isEqualTo(CarrierPool.KernelLengths.SHORT);
    }

    private static void longKernel(Carrier carrier) {
        carrier.entersKernel();
        long end = System.nanoTime() + 2 * Carrier.LONG_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        carrier.leavesKernel();
    }

    @Test
    void noThreadIsLeftAndAllCoresGetEqualTurns() {
        Bench bench = new Bench(36, 50, core -> {});
        new CarrierPool(2, JOIN_NANOS).drive(bench.lanes, () -> {});
        assertThat(bench.runs).hasValue(108 * 50);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("tidemark-") && thread.isAlive());
    }

    @Test
    void threadsThatNeverReturnAreNamedAndLeft() throws InterruptedException {
        Thread[] stubborn = new Thread[1];
        CountDownLatch release = new CountDownLatch(1);
        Bench bench = new Bench(1, 1, core -> {});
        DriveOutcome outcome = new CarrierPool(1, TimeUnit.MILLISECONDS.toNanos(50)).drive(bench.lanes, () -> {
            stubborn[0] = Thread.currentThread();
            boolean interrupted = true;
            while (interrupted) {
                try {
                    release.await();
                    interrupted = false;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        });
        assertThat(outcome.abandonedThreads()).containsExactly("tidemark-orchestrator");
        release.countDown();
        stubborn[0].join();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Lanes of one cluster each, whose scheduler gives every core the same number of tasks. */
    private static final class Bench implements KernelRunner {
        final List<Lane> lanes = new ArrayList<>();
        private final IntConsumer kernel;
        final AtomicInteger runs = new AtomicInteger();

        Bench(int clusters, int tasksPerCore, IntConsumer kernel) {
            ChipShape shape = ChipShape.of(Platform.A5, clusters);
            CoreRegisters registers = new CoreRegisters(shape.coreCount());
            DispatchPayloads payloads = new DispatchPayloads(shape.coreCount());
            this.kernel = kernel;
            DeviceClock clock = new RealClock(1_000_000_000L);
            for (int cluster = 0; cluster < clusters; cluster++) {
                List<Core> cores = new ArrayList<>();
                for (int position = 0; position < shape.coresPerCluster(); position++) {
                    int core = shape.core(cluster, position);
                    cores.add(new Core(core, shape.type(core), registers, payloads, this, clock, null));
                }
                lanes.add(new Lane(new Feeder(registers, cores, tasksPerCore), cores));
            }
        }

        @Override
        public boolean run(int core, int buffer) {
            runs.incrementAndGet();
            kernel.accept(core);
            return true;
        }

        @Override
        public void failed(int core, int buffer, Throwable cause) {
            throw new AssertionError("core " + core, cause);
        }
    }

    /** The least scheduler: one task at a time on each core, then the exit signal. */
    private static final class Feeder implements Actor {
        private final CoreRegisters registers;
        private final List<Core> cores;
        private final int tasksPerCore;
        private final int[] sent;
        private final boolean[] told;

        Feeder(CoreRegisters registers, List<Core> cores, int tasksPerCore) {
            this.registers = registers;
            this.cores = cores;
            this.tasksPerCore = tasksPerCore;
            this.sent = new int[cores.size()];
            this.told = new boolean[cores.size()];
        }

        @Override
        public boolean step() {
            boolean progress = false;
            for (int i = 0; i < sent.length; i++) {
                int core = cores.get(i).index();
                boolean idle = sent[i] == 0 || registers.statusAcquire(core) == DispatchToken.finished(sent[i]);
                if (idle && sent[i] < tasksPerCore) {
                    int token = ++sent[i];
                    registers.dispatchRelease(core, token);
                    progress = true;
                } else if (idle && !told[i]) {
                    registers.dispatchRelease(core, DispatchToken.EXIT_SIGNAL);
                    told[i] = true;
                    progress = true;
                }
            }
            return progress;
        }

        @Override
        public boolean isFinished() {
            for (Core core : cores) {
                if (registers.statusAcquire(core.index()) != DispatchToken.CORE_EXITED) {
                    return false;
                }
            }
            return true;
        }
    }
}
