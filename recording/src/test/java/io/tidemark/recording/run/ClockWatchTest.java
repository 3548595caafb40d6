package io.tidemark.recording.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.chip.DeviceClock;
import io.tidemark.recording.plan.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** A device clock is distrusted for what it does, not for what the machine does to its readers. */
class ClockWatchTest {
    private static final Recorded WHOLE = new Recorded(
            Verdict.complete(Verdict.Basis.CERTIFICATE), List.of(), List.of(), List.of(), List.of(), Optional.empty());

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final World world = new World();

    @Test
    void clocksThatAgreeAreTrusted() {
        ClockWatch watch = new ClockWatch(world, world.host());
        world.pass(5 * SECOND);

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.COMPLETE);
    }

    @Test
    void aReaderStoppedBetweenTheClocksIsNoStep() {
        ClockWatch watch = new ClockWatch(world, world.host());
        world.pass(2 * SECOND);
        world.betweenReadingsNanos = 300 * MILLI;

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.COMPLETE);
    }

    @Test
    void aReaderStoppedAtTheStartIsNoStepEither() {
        world.betweenReadingsNanos = 300 * MILLI;
        ClockWatch watch = new ClockWatch(world, world.host());
        world.betweenReadingsNanos = 0;
        world.pass(2 * SECOND);

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.COMPLETE);
    }

    @Test
    void aStepThatAnySlowReaderWouldHideIsSeenByTheFastestOfItsReadings() {
        ClockWatch watch = new ClockWatch(world, world.host());
        world.pass(2 * SECOND);
        world.stepNanos = 50 * MILLI;
        world.betweenReadingsNanos = 300 * MILLI;
        world.stopsLeft = 2;

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.UNTRUSTED);
    }

    @Test
    void aStepOfFiveMillisecondsIsSeen() {
        ClockWatch watch = new ClockWatch(world, world.host());
        world.pass(2 * SECOND);
        world.stepNanos = -5 * MILLI;

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.UNTRUSTED);
    }

    @Test
    void aHostClockThatStepsBackIsSeenToo() {
        long[] hostNanos = {9 * SECOND, 0};
        int[] reading = {0};
        ClockWatch watch = new ClockWatch(world, () -> hostNanos[reading[0]]);
        world.pass(2 * SECOND);
        reading[0] = 1;

        assertThat(verdict(watch.passed())).isEqualTo(Verdict.Kind.UNTRUSTED);
    }

    @Test
    void whatAnotherProcessWasToldIsJudgedAlike() {
        ClockWatch.Passed passed = new ClockWatch.Passed(-3, 40, 50);

        assertThat(ClockWatch.Passed.parse(passed.text())).contains(passed);
        assertThat(ClockWatch.Passed.parse("1/2")).isEmpty();
        assertThat(ClockWatch.Passed.parse("1/3/2")).isEmpty();
        assertThat(ClockWatch.Passed.parse(null)).isEmpty();
    }

    private static Verdict.Kind verdict(ClockWatch.Passed passed) {
        return passed.judge(WHOLE).verdict().kind();
    }

    /** Time that a test moves; a reader may be stopped after it has looked at the device. */
    private static final class World implements DeviceClock {
        private long nowNanos = 7 * SECOND;
        private long stepNanos;
        private long betweenReadingsNanos;
        private int stopsLeft = Integer.MAX_VALUE;

        void pass(long nanos) {
            nowNanos += nanos;
        }

        LongSupplier host() {
            return () -> nowNanos;
        }

        @Override
        public long nanos() {
            return nowNanos + stepNanos;
        }

        @Override
        public long ticks() {
            if (stopsLeft-- > 0) {
                nowNanos += betweenReadingsNanos; // stopped after the host's clock was read
            }
            return nanos();
        }

        @Override
        public long hertz() {
            return SECOND;
        }
    }
}
