package io.tidemark.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodesTest {
    @Test
    void everyFeatureHasItsPublishedBit() {
        assertThat(Arrays.stream(DfxFeature.values()).map(f -> f.bit() + " " + f.label()))
                .containsExactly(
                        "0 chip_swimlane_aicore_timing",
                        "1 chip_swimlane_task_lifecycle",
                        "2 chip_swimlane_phase_buffers",
                        "3 dump_args_enable",
                        "4 chip_swimlane_orch_phases",
                        "5 scope_stats",
                        "6 dep_gen",
                        "7 pmu");
    }

    @Test
    void swimlaneLevelsAreStrictSupersetsAndComeBack() {
        long[] bits = {0b00000, 0b00001, 0b00011, 0b00111, 0b10111};
        for (int level = 0; level <= 4; level++) {
            assertThat(DfxFlags.ofSwimlaneLevel(level).bits()).isEqualTo(bits[level]);
            assertThat(new DfxFlags(bits[level]).swimlaneLevel()).isEqualTo(level);
        }
        assertThatThrownBy(() -> DfxFlags.ofSwimlaneLevel(5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chip_swimlane_level=5");
    }

    @Test
    void impliedBitsCloseByThemselves() {
        assertThat(DfxFlags.of(DfxFeature.CHIP_SWIMLANE_ORCH_PHASES).bits()).isEqualTo(0b10111);
        assertThat(new DfxFlags(0b10000).swimlaneLevel()).isEqualTo(4);
        assertThat(new DfxFlags(0b00100).bits()).isEqualTo(0b00111);
        assertThat(DfxFlags.of(DfxFeature.PMU).bits()).isEqualTo(0x80);
    }

    @Test
    void loweringTheLevelLeavesOtherFeaturesAlone() {
        DfxFlags all = new DfxFlags(0xFF);
        assertThat(all.withSwimlaneLevel(0).bits()).isEqualTo(0b11101000);
        assertThat(all.withSwimlaneLevel(2).bits()).isEqualTo(0b11101011);
        assertThat(all.withSwimlaneLevel(0).records(SwimlaneChannel.CHANNEL)).isFalse();
        assertThat(all.withSwimlaneLevel(0).records(DepsChannel.CHANNEL)).isTrue();
        assertThat(DfxFlags.NONE.plus(all)).isEqualTo(all);
    }

    @Test
    void reservedBitsAreRefused() {
        assertThatThrownBy(() -> new DfxFlags(0x100)).hasMessageContaining("reserved bits 0x100");
        assertThatThrownBy(() -> new DfxFlags(1L << 55)).isInstanceOf(IllegalArgumentException.class);
        assertThat(DfxFlags.isKnown(0xFF)).isTrue();
        assertThat(DfxFlags.isKnown(0x1FF)).isFalse();
    }

    /** They belong to programs that record channels of their own. */
    @Test
    void theHighestEightBitsArePrivateAndMeanNoFeature() {
        DfxFlags flags = new DfxFlags(1L << 63 | 1L << 56 | 1);
        assertThat(flags.privateChannels()).isEqualTo(2);
        assertThat(flags).hasToString("chip_swimlane_aicore_timing+private_56+private_63");
        assertThat(DfxFlags.KNOWN & DfxFlags.PRIVATE).isZero();
    }

    @Test
    void platformsAreWhatTheChipsAre() {
        assertThat(Platform.A2A3.maxCores()).isEqualTo(72);
        assertThat(Platform.A5.maxCores()).isEqualTo(108);
        assertThat(Platform.A2A3.maxAicpuThreads()).isEqualTo(4);
        assertThat(Platform.A5.maxAicpuThreads()).isEqualTo(5);
        assertThat(Platform.A2A3.clockHz()).isEqualTo(50_000_000);
        assertThat(Platform.A5.clockHz()).isEqualTo(1_000_000_000);
        assertThat(Platform.named("a2a3sim")).contains(Platform.A2A3);
        assertThat(Platform.named("a5")).contains(Platform.A5);
        assertThat(Platform.named("A5")).isEmpty();
        for (Platform platform : Platform.values()) {
            assertThat(Platform.ofCode(platform.code())).contains(platform);
        }
    }

    @Test
    void everyErrorHasItsNumberAndUnknownOnesStillGetASentence() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number))
                .containsExactly(
                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109);
        assertThat(ErrorCode.values())
                .allSatisfy(code -> assertThat(code.hint()).isNotBlank())
                .allSatisfy(code -> assertThat(code.meaning()).isNotBlank());
        assertThat(ErrorCode.describe(2)).startsWith("HEAP_RING_DEADLOCK (2): ");
        assertThat(ErrorCode.describe(4711)).startsWith("UNKNOWN (4711): ");
        assertThat(ErrorCode.TENSORMAP_OVERFLOW.isOrchestrator()).isTrue();
        assertThat(ErrorCode.SCHEDULER_TIMEOUT.isOrchestrator()).isFalse();
    }

    @Test
    void stallsAndChannelsKeepTheirCodes() {
        assertThat(Arrays.stream(StallDetail.values()).map(StallDetail::code)).containsExactly(0, 1, 3, 4, 5, 99);
        assertThat(StallDetail.ofCode(2)).isEqualTo(StallDetail.UNKNOWN);
        assertThat(ChannelCatalog.all().stream().map(c -> c.code() + " " + c.word()))
                .containsExactly("1 swimlane", "2 args", "3 scope", "4 deps", "5 pmu");
        assertThat(ChannelCatalog.ofCode(6)).isEmpty();
    }

    /** A hint ends the message itself, and stands alone on the page of the code. */
    @Test
    void noHintSpeaksOfTheMessageThatItIsPartOf() {
        Stream.concat(Arrays.stream(ErrorCode.values()), Arrays.stream(StallDetail.values()))
                .forEach(code -> assertThat(code.hint())
                        .as(code.name())
                        .doesNotContain("the message names", "its message", "is named"));
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(code.hintOnHost()).doesNotContain("the message names", "its message");
        }
    }
}
