package io.tidemark.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoreMaskTest {
    @Test
    void everyOneOf128CoresIsItsOwn() {
        for (int core = 0; core < CoreMask.CAPACITY; core++) {
            CoreMask mask = new CoreMask();
            mask.set(core);
            for (int other = 0; other < CoreMask.CAPACITY; other++) {
                assertThat(mask.has(other)).isEqualTo(other == core);
            }
            assertThat(mask.firstIn(mask)).isEqualTo(core);
            assertThat(mask.nextIn(mask, core + 1)).isEqualTo(-1);
            mask.clear(core);
            assertThat(mask.isEmpty()).isTrue();
        }
    }

    @Test
    void setsBehaveLikeSets() {
        Seeds.each(
                200,
                seed -> {
                    Random random = Seeds.random(seed);
                    BitSet[] sets = {new BitSet(), new BitSet()};
                    CoreMask[] masks = {new CoreMask(), new CoreMask()};
                    for (int i = 0; i < 120; i++) {
                        int which = random.nextInt(2);
                        int core = random.nextInt(CoreMask.CAPACITY);
                        boolean in = random.nextBoolean();
                        sets[which].set(core, in);
                        if (in) {
                            masks[which].set(core);
                        } else {
                            masks[which].clear(core);
                        }
                    }
                    BitSet both = (BitSet) sets[0].clone();
                    both.and(sets[1]);
                    assertThat(masks[0].count()).isEqualTo(sets[0].cardinality());
                    assertThat(masks[0].countIn(masks[1])).isEqualTo(both.cardinality());
                    assertThat(masks[0].firstIn(masks[1])).isEqualTo(both.nextSetBit(0));
                    for (int from = 0; from <= CoreMask.CAPACITY; from++) {
                        assertThat(masks[0].nextIn(masks[1], from))
                                .isEqualTo(both.nextSetBit(from));
                    }
                });
    }

    @Test
    void clustersAreFoundInAllOfTheMaskAlsoAcrossItsTwoWords() {
        Seeds.each(
                300,
                seed -> {
                    Random random = Seeds.random(seed);
                    CoreMask mask = new CoreMask();
                    CoreMask other = new CoreMask();
                    int density = 1 + random.nextInt(20);
                    for (int core = 0; core < 126; core++) {
                        if (random.nextInt(20) < density) {
                            (random.nextBoolean() ? mask : other).set(core);
                        }
                    }
                    CoreMask both = new CoreMask();
                    both.union(mask, other);
                    for (int positions = 1; positions < 8; positions++) {
                        int first = -1;
                        int count = 0;
                        for (int cluster = 41; cluster >= 0; cluster--) {
                            boolean all = true;
                            for (int p = 0; p < 3; p++) {
                                int core = 3 * cluster + p;
                                boolean in = mask.has(core) || other.has(core);
                                all &= in || (positions >>> p & 1) == 0;
                            }
                            first = all ? 3 * cluster : first;
                            count += all ? 1 : 0;
                        }
                        assertThat(both.firstCluster(positions)).isEqualTo(first);
                        assertThat(both.clusterCount(positions)).isEqualTo(count);
                    }
                });
    }

    @Test
    void everyClusterOfALargeChipIsFoundAlone() {
        for (int cluster = 0; cluster < 42; cluster++) {
            for (int positions = 1; positions < 8; positions++) {
                CoreMask mask = new CoreMask();
                for (int p = 0; p < 3; p++) {
                    if ((positions >>> p & 1) != 0) {
                        mask.set(3 * cluster + p);
                    }
                }
                assertThat(mask.firstCluster(positions)).isEqualTo(3 * cluster);
                assertThat(mask.clusterCount(positions)).isEqualTo(1);
                if (positions != 7) {
                    assertThat(mask.firstCluster(7)).isEqualTo(-1);
                }
            }
        }
    }
}
