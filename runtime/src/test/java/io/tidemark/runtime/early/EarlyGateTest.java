package io.tidemark.runtime.early;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EarlyGateTest {
    private static final int CORES = 200;

    private final EarlyGate gate = new EarlyGate(CORES);

    @Test
    void theLastArrivalMakesTheCandidateAndOnlyOnce() {
        gate.begin(2);
        assertThat(gate.arrive(1)).isFalse();
        assertThat(gate.arrive(1)).isFalse();
        assertThat(gate.arrive(1)).isTrue();
        assertThat(gate.tryStage()).isTrue();
        assertThat(gate.tryStage()).isFalse();
        assertThat(gate.isStaging()).isTrue();
    }

    @Test
    void aTaskThatIsReadyIsNeverStagedAfterwards() {
        gate.begin(1);
        assertThat(gate.release()).as("nothing was staged").isFalse();
        assertThat(gate.tryStage()).isFalse();
    }

    @Test
    void aWithdrawnCandidateIsReleasedAsAnyOther() {
        gate.begin(1);
        gate.tryStage();
        gate.withdraw();
        assertThat(gate.isStaging()).isFalse();
        assertThat(gate.release()).isFalse();
        gate.withdraw();
        assertThat(gate.isReleased()).as("a release is final").isTrue();
    }

    @Test
    void aCohortIsLaunchedByOneAndNotBeforeAllItsCoresAreFreeAndItsProducersDone() {
        gate.begin(1);
        gate.tryStage();
        assertThat(gate.addRunning(2)).isEqualTo(2);
        assertThat(gate.tryLaunch(3)).as("a core is still busy").isFalse();
        assertThat(gate.addRunning(1)).isEqualTo(3);
        assertThat(gate.tryLaunch(3)).as("a producer still runs").isFalse();
        gate.release();
        assertThat(gate.tryLaunch(3)).isTrue();
        assertThat(gate.tryLaunch(3)).isFalse();
        gate.launched();
        assertThat(gate.isLaunched()).isTrue();
    }

    @Test
    void everyDoorbellHasOneOwnerInEveryOrderOfStagersAndRelease() {
        Random seeds = Seeds.random(0xBE11);
        for (int round = 0; round < 5_000; round++) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            int[] rung = new int[CORES];
            gate.begin(1);
            gate.tryStage();
            boolean released = false;
            CoreBits staged = new CoreBits(CORES);
            int core = 0;
            while (core < rung.length) {
                CoreBits own = new CoreBits(CORES);
                for (int n = 1 + random.nextInt(9); n > 0 && core < rung.length; n--) {
                    own.add(core);
                    staged.add(core++);
                }
                boolean between = !released && random.nextInt(8) == 0;
                if (between && random.nextBoolean()) {
                    released = releaseAndRing(rung);
                }
                gate.stage(own);
                if (between && !released) {
                    released = releaseAndRing(rung);
                }
                if (gate.isReleased()) {
                    gate.takeOwn(own);
                    ring(own, rung);
                }
            }
            if (!released) {
                releaseAndRing(rung);
            }
            assertThat(rung).as("seed %d", seed).containsOnly(1);
            assertThat(staged.count()).isEqualTo(rung.length);
        }
    }

    @Test
    void bitsOfAllWordsAreTakenLowestFirst() {
        CoreBits bits = new CoreBits(CORES);
        bits.add(199);
        bits.add(64);
        bits.add(63);
        bits.add(0);
        assertThat(bits.has(64)).isTrue();
        assertThat(bits.has(65)).isFalse();
        assertThat(new int[] {bits.removeFirst(), bits.removeFirst(), bits.removeFirst(), bits.removeFirst()})
                .containsExactly(0, 63, 64, 199);
        assertThat(bits.isEmpty()).isTrue();
    }

    private boolean releaseAndRing(int[] rung) {
        CoreBits taken = new CoreBits(CORES);
        gate.release();
        gate.takeAll(taken);
        ring(taken, rung);
        return true;
    }

    private static void ring(CoreBits bits, int[] rung) {
        while (!bits.isEmpty()) {
            rung[bits.removeFirst()]++;
        }
    }
}
