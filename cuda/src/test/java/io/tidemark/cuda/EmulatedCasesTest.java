package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases with device code, run by the sources that a GPU is given. */
class EmulatedCasesTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final DfxFlags LEVEL_4 = DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "vector:random, TMR",
        "vector:random, HBG",
        "bgemm:bgemm64, TMR",
        "bgemm:bgemm64, HBG",
        "mixed:small, TMR",
        "mixed:small, HBG",
        "paged-attention:varseq4, TMR",
        "paged-attention:varseq4, HBG",
        "paged-attention:spmd-mix, TMR",
        "decoder:small, TMR",
        "decoder:small, HBG",
        "moe:small, TMR",
        "moe:small, HBG",
        "spmd:multiblock-mix, TMR",
        "spmd:sync-start, TMR",
        "spmd:early-dispatch, TMR",
        "spmd:barrier, TMR"
    })
    void aCaseGivesItsGoldenAndEveryRecord(String title, RuntimeKind runtime) throws Exception {
        EmulatedRun.of(title, runtime, directory.resolve("capture")).isVerified();
    }

    /** Cores open the gates themselves, and the schedulers learn of it in the usual order. */
    @ParameterizedTest
    @CsvSource({"noop:chain, tasks=2000 early=on", "spmd:early-dispatch, ''"})
    void aCaseWithStagedConsumersIsCompleteWhereNothingKeepsThemFromBeingStaged(String title, String options)
            throws Exception {
        EmulatedRun.of(
                        title,
                        options.isEmpty() ? List.of() : List.of(options.split(" ")),
                        plan -> plan.records(DfxFlags.ofSwimlaneLevel(4)),
                        directory.resolve("capture"))
                .isVerified();
    }

    @Test
    void theCertificateSaysHowWellTheClockOfTheCoresIsKnown() throws Exception {
        EmulatedRun run =
                EmulatedRun.of("noop:layered", List.of("tasks=500"), plan -> plan, directory.resolve("capture"));
        assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
        ClockDomain clock = EmulatedRun.clock(
                CertificateReader.read(run.sealed().directory().resolve("certificate.json"), new Findings())
                        .orElseThrow(),
                "swimlane.aicore_task");
        assertThat(clock.domain()).isEqualTo("cuda-emu_globaltimer");
        assertThat(clock.uncertaintyNanos()).isPositive();
    }

    /** Its producers take a millisecond each, by the clock of the device. */
    @Test
    void theCyclesOfEveryKernelAreCounted() throws Exception {
        EmulatedRun run = EmulatedRun.of(
                "spmd:early-dispatch",
                List.of(),
                plan -> plan.records(DfxFlags.of(DfxFeature.PMU)),
                directory.resolve("capture"));
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
        PmuTable table = PmuReader.read(run.sealed().directory().resolve("pmu.csv"), new Findings())
                .orElseThrow();
        int column = table.counterNames().indexOf("sm_cycles");
        long longest = 0;
        for (int row = 0; row < table.size(); row++) {
            assertThat(table.hasCounter(row, column)).isTrue();
            assertThat(table.counter(row, column)).isPositive();
            longest = Math.max(longest, table.counter(row, column));
        }
        assertThat(longest).isGreaterThan(990_000); // emulated: one cycle is a nanosecond
    }

    @Test
    void countersThatTheDeviceDoesNotHaveAreRefused() {
        RuntimeConfig config =
                RuntimeConfig.builder().platform(Platform.CUDA_EMU).build();
        CallConfig pipes =
                CallConfig.builder().flags(DfxFlags.of(DfxFeature.PMU)).build();
        assertThatThrownBy(() -> RecordingPlan.into(directory)
                        .config(config)
                        .chip(new CudaSource(config, "none", List.of(), DfxFlags.NONE))
                        .call(pipes)
                        .build())
                .hasMessage("pmuEvent=2 is no event group of cuda-emu; that of bare --pmu is 100");
    }

    @Test
    void aKernelThatNeverReturnsIsNamedAndLosesNothingThatWasWhole() throws Exception {
        EmulatedRun run = hang("hang:kernel");
        assertThat(run.result().errorName()).isEqualTo("SCHEDULER_TIMEOUT");
        assertThat(run.result().sentence()).contains("block ").contains("of cuda-emu");
        assertThat(run.doctor().orElseThrow())
                .contains("of kernel stuck on core")
                .contains("has not returned and is frozen");
        assertThat(run.sealed().verdict().gaps()).hasSize(1);
        assertThat(run.sealed().verdict().gaps().getFirst().missingRecords()).isEqualTo(1);
        theNextRunWorks();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang:stop", "hang:signal", "hang:count"})
    void aKernelThatIsToldToStopReturnsAndItsRecordIsThere(String title) throws Exception {
        EmulatedRun run = hang(title);
        assertThat(run.doctor().orElseThrow()).contains("returned only when it was asked to stop");
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
        assertThat(run.result().abandonedThreads()).isEmpty();
    }

    @Test
    void aCircleOfTasksIsNamed() throws Exception {
        EmulatedRun run = hang("hang:deps");
        assertThat(run.doctor().orElseThrow()).contains("each of these waits for the next");
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    /** Without a dump: by hbg the task that keeps a core is given a cell that others write to. */
    @ParameterizedTest
    @CsvSource({"TMR, r1t41", "HBG, t41"})
    void aCohortThatCannotStartNamesWhoHasItsCore(RuntimeKind runtime, String cohort) throws Exception {
        EmulatedRun run = EmulatedRun.of(
                "hang:cohort",
                List.of(),
                plan -> plan.runtime(runtime).records(LEVEL_4).endedAfter(SECOND),
                directory.resolve("hung"));
        assertThat(run.result().errorName()).isEqualTo("SCHEDULER_TIMEOUT");
        assertThat(run.doctor().orElseThrow())
                .contains("of kernel stuck on core", "returned only when it was asked to stop")
                .contains("the 8 blocks of task " + cohort + " of kernel step start together");
        assertThat(run.sealed().verdict().kind())
                .as(run.sealed().verdict().line())
                .isEqualTo(Verdict.Kind.COMPLETE);
        assertThat(run.result().abandonedThreads()).isEmpty();
    }

    @Test
    void aKernelThatFailsEndsTheRunWithItsName() throws Exception {
        EmulatedRun run = EmulatedRun.of("hang:trap", RuntimeKind.TMR, directory.resolve("failed"));
        assertThat(run.result().errorName()).isEqualTo("KERNEL_FAILED");
        assertThat(run.result().sentence()).contains("kernel stuck of task (1, 40)");
        theNextRunWorks();
    }

    @Test
    void aCaseWithoutDeviceCodeIsRefusedByName() {
        EmulatedPlan.requireCompiler();
        assertThatThrownBy(() -> EmulatedRun.of("fatal:window", RuntimeKind.TMR, directory.resolve("none")))
                .isInstanceOf(PlatformRefusedException.class)
                .hasMessage("case fatal:window has no device code for its kernel noop");
    }

    private EmulatedRun hang(String title) throws Exception {
        return EmulatedRun.of(title, List.of(), plan -> plan.endedAfter(SHORT), directory.resolve("hung"));
    }

    private void theNextRunWorks() throws Exception {
        EmulatedRun next = EmulatedRun.of("vector:constant", RuntimeKind.TMR, directory.resolve("next"));
        assertThat(next.verification().ok()).as(next.verification().sentence()).isTrue();
    }
}
