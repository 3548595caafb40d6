package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.dispatch.DeviceControl;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The map between the clocks, against a device whose clock is known. */
class ClockMapTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;

    /** Another epoch, and 80 in a million faster. */
    private static long deviceTick(long nanos) {
        return nanos + nanos / 12_500 + EPOCH;
    }

    @Test
    void everyMomentIsWithinTheBoundAndKeepsItsOrder() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment control = arena.allocate(DeviceControl.LAYOUT.sizeBytes(), 64);
            AtomicBoolean ended = new AtomicBoolean();
            Thread device = Thread.ofPlatform().daemon().start(() -> answer(control, ended));
            ClockMap map = new ClockMap(control, System::nanoTime, false);
            long lastHost = Long.MIN_VALUE;
            int accepted = 0;
            while (accepted < 200) {
                if (map.exchange()) {
                    accepted++;
                }
                long now = System.nanoTime();
                if (accepted > 0) {
                    long host = map.toHost(deviceTick(now));
                    assertThat(host).isGreaterThanOrEqualTo(lastHost);
                    lastHost = host;
                    assertThat(Math.abs(host - now))
                            .as("exchanges=%d", map.exchanges())
                            .isLessThanOrEqualTo(map.boundNanos() + SINCE_EXCHANGE_NANOS);
                }
            }
            assertThat(map.boundNanos()).isPositive();
            ended.set(true);
            device.join();
        }
    }

    /** What a clock of this skew gains while a thread is held up between exchange and question. */
    private static final long SINCE_EXCHANGE_NANOS = 1_000_000;

    @Test
    void aMomentBeforeTheLastExchangeIsMappedAsItWasThen() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment control = arena.allocate(DeviceControl.LAYOUT.sizeBytes(), 64);
            AtomicBoolean ended = new AtomicBoolean();
            Thread device = Thread.ofPlatform().daemon().start(() -> answer(control, ended));
            ClockMap map = new ClockMap(control, System::nanoTime, false);
            while (!map.exchange()) {
                Thread.onSpinWait();
            }
            long moment = deviceTick(System.nanoTime());
            while (!map.exchange()) {
                Thread.onSpinWait();
            }
            long said = map.toHost(moment);
            for (int i = 0; i < 50; i++) {
                map.exchange();
                assertThat(map.toHost(moment)).isEqualTo(said);
            }
            ended.set(true);
            device.join();
        }
    }

    /** Only questions count that were asked: the thread that asks may be held up, too. */
    @Test
    void aDeviceIsSilentFromItsFirstUnansweredQuestionOn() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment control = arena.allocate(DeviceControl.LAYOUT.sizeBytes(), 64);
            ClockMap map = new ClockMap(control, System::nanoTime, false);
            long before = System.nanoTime();
            assertThat(map.silentNanos()).isZero();
            assertThat(map.exchange()).isFalse();
            assertThat(map.exchange()).isFalse();
            assertThat(map.silentNanos()).isBetween(4_000_000L, System.nanoTime() - before);
            AtomicBoolean ended = new AtomicBoolean();
            Thread device = Thread.ofPlatform().daemon().start(() -> answer(control, ended));
            while (!map.exchange()) {
                Thread.onSpinWait();
            }
            assertThat(map.silentNanos()).isZero();
            ended.set(true);
            device.join();
        }
    }

    @Test
    void aMomentOfLongAgoIsFoundAmongThousandsOfPieces() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment control = arena.allocate(DeviceControl.LAYOUT.sizeBytes(), 64);
            ClockMap map = new ClockMap(control, () -> 0, false);
            int readings = 5_000;
            long apart = 3_000_000; // every reading begins two pieces, both before the next one
            long[] said = new long[readings];
            for (int i = 0; i < readings; i++) {
                long host = i * apart;
                map.relate(host, deviceTick(host + 100 + i % 7), host + 200);
                said[i] = i == 0 ? 0 : map.toHost(deviceTick(host - apart / 2));
            }
            for (int i = 1; i < readings; i++) {
                assertThat(map.toHost(deviceTick(i * apart - apart / 2))).isEqualTo(said[i]);
            }
        }
    }

    @Test
    void aDeviceThatOthersUseTooIsAskedUntilAnAnswerIsTight() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment control = arena.allocate(DeviceControl.LAYOUT.sizeBytes(), 64);
            SharedDevice device = new SharedDevice(control);
            ClockMap map = new ClockMap(control, device, true);
            assertThat(map.exchange()).isTrue();
            assertThat(device.answered).isGreaterThan(2);
            assertThat(map.boundNanos()).isLessThan(1_000);
        }
    }

    /**
     * The host's clock, 50 ns further with each reading, and a device that answers at the next
     * reading: the first question with the host held up behind the answer, the second not at all.
     */
    private static final class SharedDevice implements LongSupplier {
        private final MemorySegment control;
        private long now;
        private long answered;
        private boolean isHeldUp;

        SharedDevice(MemorySegment control) {
            this.control = control;
        }

        @Override
        public long getAsLong() {
            now += isHeldUp ? 6_000_000 : 50;
            isHeldUp = false;
            long asked = DeviceControl.PING.getAcquire(control, 0);
            if (asked != answered && asked != 2) {
                answered = asked;
                isHeldUp = asked == 1;
                DeviceControl.PONG_TICK.set(control, 0, deviceTick(now));
                DeviceControl.PONG.setRelease(control, 0, asked);
            }
            return now;
        }
    }

    private static void answer(MemorySegment control, AtomicBoolean ended) {
        long answered = 0;
        while (!ended.get()) {
            long asked = DeviceControl.PING.getAcquire(control, 0);
            if (asked != answered) {
                answered = asked;
                DeviceControl.PONG_TICK.set(control, 0, deviceTick(System.nanoTime()));
                DeviceControl.PONG.setRelease(control, 0, asked);
            }
            Thread.onSpinWait();
        }
    }
}
