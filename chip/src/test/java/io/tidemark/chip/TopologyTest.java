package io.tidemark.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class TopologyTest {
    @Test
    void coresAreNumberedInBlocks() {
        Topology eight = new Topology(8);
        assertThat(eight.coreCount()).isEqualTo(24);
        assertThat(new int[] {eight.core(3, 0), eight.core(3, 1), eight.core(3, 2)})
                .containsExactly(3, 14, 15);
        assertThat(eight.type(7)).isEqualTo(CoreType.AIC);
        assertThat(eight.type(8)).isEqualTo(CoreType.AIV);
        assertThat(new int[] {eight.subBlock(3), eight.subBlock(14), eight.subBlock(15)})
                .containsExactly(0, 0, 1);
    }

    @Test
    void everyCoreHasOneClusterAndOneOwner() {
        for (int clusters = 1; clusters <= Topology.MOST_CLUSTERS; clusters++) {
            Topology topology = new Topology(clusters);
            BitSet seen = new BitSet();
            for (int cluster = 0; cluster < clusters; cluster++) {
                for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
                    int core = topology.core(cluster, position);
                    assertThat(seen.get(core)).isFalse();
                    seen.set(core);
                    assertThat(topology.cluster(core)).isEqualTo(cluster);
                }
            }
            assertThat(seen.cardinality()).isEqualTo(topology.coreCount());
            for (int schedulers = 1; schedulers <= 4; schedulers++) {
                assertThat(Topology.owner(clusters - 1, schedulers)).isLessThan(schedulers);
            }
        }
    }

    @Test
    void clustersOutsideTheLargestPlatformAreRefused() {
        assertThatThrownBy(() -> new Topology(37)).hasMessageContaining("clusters=37");
        assertThatThrownBy(() -> new Topology(0)).hasMessageContaining("clusters=0");
    }
}
