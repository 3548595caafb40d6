package io.tidemark.chip.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.chip.Actor;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.ChipShape;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EventStepperTest {
    /** With moments at which something else happens, so that there are many stretches. */
    @Test
    void roundsInVainThatAreLeftOutChangeNothingButTheWork() {
        Seeds.each(20, seed -> {
            Team taken = new Team(seed, false);
            Team leftOut = new Team(seed, true);
            assertThat(leftOut.log).isEqualTo(taken.log);
            assertThat(leftOut.stepped() * 3).isLessThan(taken.stepped());
        });
    }

    /** Actors that ask one another again and again for something that never comes. */
    private static final class Team {
        private static final ChipProfile FREE = new ChipProfile(
                "free",
                new ChipProfile.Control(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new ChipProfile.Link(0, 0),
                new ChipProfile.Cores(0, 0, 1, 0, 0),
                new ChipProfile.Cores(0, 0, 1, 0, 0),
                ChipProfile.Records.FREE);
        private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

        final List<String> log = new ArrayList<>();
        private final boolean tells;
        private final ModelClock clock = new ModelClock(1_000_000_000);
        private final EventStepper stepper =
                new EventStepper(clock, FREE, null, LIMIT_NANOS, TimeUnit.MINUTES.toNanos(2));
        private final long begin = clock.nanos();
        private final Asker[] askers;
        private long question;
        private boolean isOver;

        Team(long seed, boolean tells) {
            this.tells = tells;
            RandomGenerator random = Seeds.random(seed);
            askers = new Asker[random.nextInt(2, 6)];
            Arrays.setAll(askers, number -> new Asker(number, cost(random)));
            List<Lane> lanes = new ArrayList<>();
            for (Asker asker : askers) {
                lanes.add(new Lane(asker, List.of()));
            }
            try (SimulatedChip chip =
                    new SimulatedChip("test", ChipShape.of(Platform.A2A3, 1), 1 << 20, () -> null, true)) {
                stepper.attach(chip);
                stepper.drive(lanes, () -> disturb(random));
            }
        }

        private static long cost(RandomGenerator random) {
            return random.nextInt(5, 8) * 20 * ChipProfile.NANO; // with small common multiples
        }

        /** What a turn takes changes now and then, as when a core has something else to say. */
        private void disturb(RandomGenerator random) {
            for (int i = random.nextInt(4); i > 0; i--) {
                Asker asker = askers[random.nextInt(askers.length)];
                long cost = cost(random);
                stepper.after(random.nextLong(LIMIT_NANOS) * ChipProfile.NANO, () -> {
                    asker.cost = cost;
                    log.add("at " + clock.picos() + ": " + Arrays.toString(askers));
                });
            }
        }

        long stepped() {
            return Arrays.stream(askers).mapToLong(asker -> asker.stepped).sum();
        }

        /** The first one asks anew when all others have answered. */
        private final class Asker implements Actor {
            private static final int STEPS_PER_CHECK = 64;

            private final int number;
            private long cost;
            private long steps; // with those that were left out
            private long stepped;
            private long answered = -1;
            private boolean isFinished;

            Asker(int number, long cost) {
                this.number = number;
                this.cost = cost;
            }

            @Override
            public boolean step() {
                steps++;
                stepped++;
                stepper.spend(cost);
                isOver |= steps % STEPS_PER_CHECK == 0 && clock.nanos() >= begin + LIMIT_NANOS;
                if (isOver) {
                    isFinished = true;
                    log.add("end at " + clock.picos() + ": " + this);
                    return true;
                }
                if (answered != question && (number > 0 || haveOthersAnswered())) {
                    answered = question;
                    question += number == 0 ? 1 : 0;
                    stepper.pacer().wakeLanes();
                }
                return false;
            }

            private boolean haveOthersAnswered() {
                return Arrays.stream(askers).skip(1).allMatch(other -> other.answered == question);
            }

            @Override
            public boolean isFinished() {
                return isFinished;
            }

            @Override
            public long stallState() {
                return tells ? answered == question ? 1 : 0 : NO_STALL;
            }

            @Override
            public long stallLimitNanos() {
                return begin + LIMIT_NANOS;
            }

            @Override
            public void skipSteps(long count) {
                steps += count;
            }

            @Override
            public String toString() {
                return number + " after " + steps + " steps";
            }
        }
    }
}
