package io.tidemark.runtime.team;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipShape;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoreMaskTest {
    /** One scheduler that owns all clusters, each of so many cores. */
    private static CoreNumbering numbering(int clusters, int coresPerCluster) {
        List<CoreType> positions = new ArrayList<>(Collections.nCopies(coresPerCluster, CoreType.AIV));
        return new CoreNumbering(new ChipShape(positions, clusters, 2), 0, 1);
    }

    @Test
    void everyCoreOfEveryShapeHasANumberOfItsOwnAndItsClusterLiesInOneWord() {
        for (int width : new int[] {1, 2, 3, 5, 7, 16}) {
            for (int clusters : new int[] {1, 20, 21, 22, 64, 65, 200}) {
                for (int schedulers = 1; schedulers <= 4; schedulers++) {
                    ChipShape shape = new ChipShape(Collections.nCopies(width, CoreType.AIV), clusters, 5);
                    BitSet seen = new BitSet();
                    for (int scheduler = 0; scheduler < schedulers; scheduler++) {
                        CoreNumbering own = new CoreNumbering(shape, scheduler, schedulers);
                        for (int i = 0; i < own.numbers().length; i++) {
                            int number = own.numbers()[i];
                            assertThat(number / Long.SIZE).isEqualTo(own.numbers()[i / width * width] / Long.SIZE);
                            assertThat(own.position(number)).isEqualTo(i % width);
                            assertThat(seen.get(own.core(number))).isFalse();
                            seen.set(own.core(number));
                        }
                        List<Integer> cores = new ArrayList<>();
                        for (int number : own.numbers()) {
                            cores.add(own.core(number));
                        }
                        assertThat(cores).isEqualTo(shape.coresOf(scheduler, schedulers));
                    }
                    assertThat(seen.cardinality()).isEqualTo(shape.coreCount());
                }
            }
        }
    }

    @Test
    void everyOneOf256CoresIsItsOwn() {
        CoreNumbering numbering = numbering(256, 1);
        for (int core = 0; core < 256; core++) {
            CoreMask mask = new CoreMask(numbering);
            mask.set(core);
            for (int other = 0; other < 256; other++) {
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
        Seeds.each(200, seed -> {
            Random random = Seeds.random(seed);
            int cores = 64 * (1 + random.nextInt(4));
            CoreNumbering numbering = numbering(cores, 1);
            BitSet[] sets = {new BitSet(), new BitSet()};
            CoreMask[] masks = {new CoreMask(numbering), new CoreMask(numbering)};
            for (int i = 0; i < cores; i++) {
                int which = random.nextInt(2);
                int core = random.nextInt(cores);
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
            for (int from = 0; from <= cores; from++) {
                assertThat(masks[0].nextIn(masks[1], from)).isEqualTo(both.nextSetBit(from));
            }
        });
    }

    @Test
    void clustersOfEveryWidthAreFoundInAllWordsOfTheMask() {
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            int width = 2 + random.nextInt(5);
            int clusters = 1 + random.nextInt(90);
            CoreNumbering numbering = numbering(clusters, width);
            CoreMask mask = new CoreMask(numbering);
            CoreMask other = new CoreMask(numbering);
            int density = 1 + random.nextInt(20);
            for (int number : numbering.numbers()) {
                if (random.nextInt(20) < density) {
                    (random.nextBoolean() ? mask : other).set(number);
                }
            }
            CoreMask both = new CoreMask(numbering);
            both.union(mask, other);
            for (int positions = 1; positions < 1 << width; positions++) {
                int first = -1;
                int count = 0;
                for (int cluster = clusters - 1; cluster >= 0; cluster--) {
                    boolean all = true;
                    for (int p = 0; p < width; p++) {
                        int number = numbering.numbers()[width * cluster + p];
                        boolean in = mask.has(number) || other.has(number);
                        all &= in || (positions >>> p & 1) == 0;
                    }
                    first = all ? numbering.numbers()[width * cluster] : first;
                    count += all ? 1 : 0;
                }
                assertThat(both.firstCluster(positions)).isEqualTo(first);
                assertThat(both.clusterCount(positions)).isEqualTo(count);
            }
        });
    }

    @Test
    void everyClusterOfALargeChipIsFoundAlone() {
        CoreNumbering numbering = numbering(70, 3);
        for (int cluster = 0; cluster < 70; cluster++) {
            for (int positions = 1; positions < 8; positions++) {
                CoreMask mask = new CoreMask(numbering);
                int base = numbering.numbers()[3 * cluster];
                for (int p = 0; p < 3; p++) {
                    if ((positions >>> p & 1) != 0) {
                        mask.set(base + p);
                    }
                }
                assertThat(mask.firstCluster(positions)).isEqualTo(base);
                assertThat(mask.clusterCount(positions)).isEqualTo(1);
                if (positions != 7) {
                    assertThat(mask.firstCluster(7)).isEqualTo(-1);
                }
            }
        }
    }
}
