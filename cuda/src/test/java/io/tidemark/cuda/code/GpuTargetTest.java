package io.tidemark.cuda.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GpuTargetTest {
    private static final int KIB = 1024;

    @Test
    void blocksThatShareAMultiprocessorShareItsMemory() {
        for (int blocks = 1; blocks <= 3; blocks++) {
            GpuTarget target = GpuTarget.of("sm_90", blocks, 228 * KIB, 227 * KIB); // an H200
            assertThat(target.blocksPerMultiprocessor()).isEqualTo(blocks);
            assertThat(blocks * (target.scratchBytes() + 18 * KIB)).isLessThanOrEqualTo(228 * KIB);
        }
        assertThat(GpuTarget.of("sm_90", 1, 228 * KIB, 227 * KIB).scratchBytes())
                .as("more would be taken from the cache")
                .isEqualTo(96 * KIB);
        assertThat(GpuTarget.of("sm_90", 3, 228 * KIB, 227 * KIB).scratchBytes())
                .isEqualTo(58 * KIB);
    }

    @Test
    void aBlockHasNoMoreThanItsOwnLimit() {
        assertThat(GpuTarget.of("sm_75", 1, 96 * KIB, 64 * KIB).scratchBytes()).isEqualTo(46 * KIB);
    }

    @Test
    void kernelsKeepWhatTheyNeedWhereBlocksDoNotFit() { // the driver then says how many do
        GpuTarget target = GpuTarget.of("sm_86", 9, 100 * KIB, 99 * KIB);
        assertThat(target.blocksPerMultiprocessor()).isEqualTo(3);
        assertThat(target.scratchBytes()).isEqualTo(40 * KIB);
    }
}
