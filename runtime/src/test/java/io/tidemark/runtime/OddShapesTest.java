package io.tidemark.runtime;

import static io.tidemark.abi.CoreType.AIC;
import static io.tidemark.abi.CoreType.AIV;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Chips that no platform has: the runtime asks the shape and assumes nothing. */
class OddShapesTest {
    private static final long HERTZ = 50_000_000L;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    static Stream<Arguments> shapes() {
        return Stream.of(
                        new ChipShape(List.of(AIC, AIV), 5, 4),
                        new ChipShape(List.of(AIV), 7, 3),
                        new ChipShape(List.of(AIC), 1, 2),
                        new ChipShape(List.of(AIV, AIC), 3, 2),
                        new ChipShape(List.of(AIC, AIV, AIV, AIV, AIV), 9, 5),
                        new ChipShape(List.of(AIC, AIC, AIV), 4, 9), // schedulers without clusters
                        new ChipShape(List.of(AIC, AIV, AIV), 70, 2), // 210 cores, one scheduler
                        new ChipShape(List.of(AIC, AIV, AIV, AIV, AIV), 40, 3), // 200 cores
                        new ChipShape(Collections.nCopies(16, AIV), 13, 4))
                .flatMap(shape -> Stream.of(RuntimeKind.values()).map(runtime -> Arguments.of(shape, runtime)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void randomProgramsRunOnEveryShapeInAnyOrderOfSteps(ChipShape shape, RuntimeKind runtime) {
        Seeds.each(4, seed -> {
            VirtualClock clock = new VirtualClock(HERTZ);
            run(shape, runtime, seed, () -> new SimulatedDriver(clock, new SeededStepper(seed, clock)));
        });
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void randomProgramsRunOnEveryShapeWithThreads(ChipShape shape, RuntimeKind runtime) {
        Seeds.each(
                4,
                seed -> run(
                        shape,
                        runtime,
                        seed,
                        () -> new SimulatedDriver(new RealClock(HERTZ), new CarrierPool(2, 10_000_000_000L))));
    }

    private static void run(ChipShape shape, RuntimeKind runtime, long seed, Supplier<ChipDriver> drivers) {
        Random random = Seeds.random(seed);
        RuntimeConfig config = RuntimeConfig.builder().runtime(runtime).build();
        FakeEngine engine = new FakeEngine(random.nextInt(60));
        RandomProgram program =
                RandomProgram.ofEverything(seed, 150, 20, 0, engine).on(shape);
        try (Chip chip = chip(shape, drivers);
                ChipWorker worker = ChipWorker.open(config, chip)) {
            int threads = 2 + random.nextInt(shape.controlThreads() - 1);
            RunResult result = worker.run(
                    program,
                    program.hostTensors(),
                    CallConfig.builder().aicpuThreads(threads).build(),
                    RunSetup.unrecorded(chip.driver()).withProbes(core -> null, engine.beside(number -> null), null));
            assertThat(result.sentence()).isEqualTo("The run completed.");
        }
        assertThat(program.wrongs()).isEmpty();
        assertThat(program.kernelRuns()).isEqualTo(program.expectedRuns());
    }

    @Test
    void aKernelForWhichTheChipHasNoCoreIsRefusedInASentence() {
        Kernel matrix = Kernel.aic(1, "MATMUL", context -> {});
        Kernel vector = Kernel.aiv(2, "ADD", context -> {});
        assertThat(sentence(List.of(AIV, AIV), graph -> graph.task(matrix).submit()))
                .contains("cannot be submitted: kernel MATMUL is for AIC cores, and odd has none");
        assertThat(sentence(
                        List.of(AIC, AIV),
                        graph -> graph.task(MixedKernels.of(matrix, vector, vector))
                                .submit()))
                .contains("kernel ADD is for an AIV core at position 2 of a cluster, and a cluster of"
                        + " odd is [AIC, AIV]");
        assertThat(sentence(
                        List.of(AIV, AIC),
                        graph -> graph.task(MixedKernels.of(matrix, vector, null))
                                .submit()))
                .contains("kernel MATMUL is for an AIC core at position 0");
    }

    @Test
    void aSimulatedChipRefusesDeviceCodeInASentence() {
        Kernel foreign = Kernel.of(AIV, 3, "SOFTMAX", new KernelCode.DeviceCode("softmax.cu", "", "softmax"));
        assertThat(sentence(List.of(AIC, AIV), graph -> graph.task(foreign).submit()))
                .contains("cannot be submitted: kernel SOFTMAX is device code (softmax of"
                        + " softmax.cu), and odd runs Java only");
        assertThat(sentence(
                        List.of(AIC, AIV),
                        graph -> graph.task(MixedKernels.of(Kernel.aic(4, "MM", context -> {}), foreign, null))
                                .submit()))
                .contains("kernel SOFTMAX is device code");
    }

    private static String sentence(List<CoreType> positions, Orchestration orchestration) {
        VirtualClock clock = new VirtualClock(HERTZ);
        try (Chip chip = chip(
                        new ChipShape(positions, 2, 2), () -> new SimulatedDriver(clock, new SeededStepper(1, clock)));
                ChipWorker worker = ChipWorker.open(RuntimeConfig.builder().build(), chip)) {
            RunResult result = worker.run(orchestration, List.of());
            assertThat(result.isOk()).isFalse();
            return result.sentence();
        }
    }

    private static Chip chip(ChipShape shape, Supplier<ChipDriver> drivers) {
        return new SimulatedChip("odd", shape, 1 << 20, drivers);
    }
}
