package io.tidemark.chip;

import static io.tidemark.abi.CoreType.AIC;
import static io.tidemark.abi.CoreType.AIV;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.Platform;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChipShapeTest {
    @Test
    void coresOfAPlatformAreNumberedInBlocks() {
        ChipShape eight = ChipShape.of(Platform.A2A3, 8);
        assertThat(eight.coreCount()).isEqualTo(24);
        assertThat(new int[] {eight.core(3, 0), eight.core(3, 1), eight.core(3, 2)})
                .containsExactly(3, 14, 15);
        assertThat(eight.type(7)).isEqualTo(AIC);
        assertThat(eight.type(8)).isEqualTo(AIV);
        assertThat(new int[] {eight.subBlock(3), eight.subBlock(14), eight.subBlock(15)})
                .containsExactly(0, 0, 1);
        assertThat(eight.controlThreads()).isEqualTo(Platform.A2A3.maxAicpuThreads());
        assertThat(ChipShape.of(Platform.A5, 36).coreCount()).isEqualTo(Platform.A5.maxCores());
    }

    @Test
    void everyCoreHasOnePlaceAndOneOwnerInEveryShape() {
        List<List<CoreType>> clusters = List.of(
                List.of(AIV),
                List.of(AIC, AIV),
                List.of(AIV, AIC, AIV),
                List.of(AIC, AIV, AIV, AIV, AIV),
                List.of(AIC, AIC, AIV, AIV, AIV, AIV, AIV));
        for (List<CoreType> positions : clusters) {
            for (int count : new int[] {1, 2, 7, 36, 200}) {
                ChipShape shape = new ChipShape(positions, count, 5);
                BitSet seen = new BitSet();
                int aic = 0;
                for (int cluster = 0; cluster < count; cluster++) {
                    for (int position = 0; position < positions.size(); position++) {
                        int core = shape.core(cluster, position);
                        assertThat(seen.get(core)).isFalse();
                        seen.set(core);
                        assertThat(shape.cluster(core)).isEqualTo(cluster);
                        assertThat(shape.position(core)).isEqualTo(position);
                        assertThat(shape.type(core)).isEqualTo(positions.get(position));
                        aic += shape.type(core) == AIC ? 1 : 0;
                    }
                }
                assertThat(seen.cardinality()).isEqualTo(shape.coreCount());
                assertThat(seen.length()).isEqualTo(shape.coreCount());
                assertThat(shape.count(AIC)).isEqualTo(aic);
                assertThat(shape.count(AIV)).isEqualTo(shape.coreCount() - aic);
                BitSet owned = new BitSet();
                for (int scheduler = 0; scheduler < 4; scheduler++) {
                    shape.coresOf(scheduler, 4).forEach(owned::flip); // each once
                }
                assertThat(owned.cardinality()).isEqualTo(shape.coreCount());
            }
        }
    }

    @Test
    void aShapeWithoutCoresOrControlIsRefused() {
        assertThatThrownBy(() -> ChipShape.of(Platform.A2A3, 0)).hasMessageContaining("clusters=0");
        assertThatThrownBy(() -> new ChipShape(List.of(), 1, 2)).hasMessageContaining("positions=0");
        assertThatThrownBy(() -> new ChipShape(List.of(AIC), 1, 1)).hasMessageContaining("controlThreads=1");
    }
}
