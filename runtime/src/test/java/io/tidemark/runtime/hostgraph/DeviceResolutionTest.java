package io.tidemark.runtime.hostgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.GraphRunner;
import io.tidemark.chip.GraphSource;
import org.junit.jupiter.api.Test;

/** What a run may record and leave its graph to the chip. */
class DeviceResolutionTest {
    private static final DfxFlags ALL = DfxFlags.ofSwimlaneLevel(4)
            .with(DfxFeature.DEP_GEN)
            .with(DfxFeature.DUMP_ARGS_ENABLE)
            .with(DfxFeature.PMU);

    /** A chip whose cores can do some of it. */
    private record Cores(boolean dumpsArguments, boolean countsCycles) implements GraphRunner {
        @Override
        public void reserve(int tasks) {}

        @Override
        public boolean start(GraphSource graph) {
            return false;
        }

        @Override
        public long completed() {
            return 0;
        }

        @Override
        public long kernels() {
            return 0;
        }

        @Override
        public boolean isDrained() {
            return true;
        }

        @Override
        public int taskOn(int core) {
            return -1;
        }

        @Override
        public int blockOn(int core) {
            return 0;
        }

        @Override
        public boolean fetchStates() {
            return false;
        }

        @Override
        public boolean isComplete(int task) {
            return false;
        }
    }

    private static DeviceResolution of(Cores cores, DfxFlags records) {
        return DeviceResolution.of(cores, records, null);
    }

    @Test
    void coresThatCanTellEverythingAreLeftTheGraphWithAllChannelsOn() {
        DeviceResolution all = of(new Cores(true, true), ALL);
        assertThat(all.refusal()).isNull();
        assertThat(all.mayStart()).isTrue();
        assertThat(all.recordsDispatch()).isTrue();
        assertThat(all.recordsCycles()).isTrue();
        DeviceResolution starts = of(new Cores(true, true), DfxFlags.ofSwimlaneLevel(1));
        assertThat(starts.recordsDispatch()).isFalse();
        assertThat(starts.recordsCycles()).isFalse();
    }

    @Test
    void whatTheCodeOfTheCoresCannotTellKeepsTheGraphOnTheHost() {
        assertThat(of(new Cores(true, false), ALL).refusal())
                .isEqualTo("its code was made for runs that count no cycles");
        assertThat(of(new Cores(false, true), ALL).refusal())
                .isEqualTo("its code was made for runs that dump no arguments");
        assertThat(of(new Cores(false, false), DfxFlags.ofSwimlaneLevel(4)).mayStart())
                .isTrue();
    }

    @Test
    void aPrivateChannelKeepsTheGraphOnTheHost() {
        DfxFlags own = new DfxFlags(1L << DfxFlags.FIRST_PRIVATE_BIT);
        DeviceResolution refused = of(new Cores(true, true), own);
        assertThat(refused.refusal()).isEqualTo("schedulers record what a private channel asks for");
        assertThat(refused.mayStart()).isFalse();
    }

    @Test
    void aChipThatResolvesNothingSaysNothing() {
        assertThat(DeviceResolution.of(null, ALL, null)).isSameAs(DeviceResolution.NONE);
        assertThat(DeviceResolution.NONE.mayStart()).isFalse();
    }
}
