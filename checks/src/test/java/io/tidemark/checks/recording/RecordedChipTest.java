package io.tidemark.checks.recording;

import static io.tidemark.abi.CoreType.AIC;
import static io.tidemark.abi.CoreType.AIV;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.Recovery;
import io.tidemark.recording.plan.ChipSource;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A recording asks its plan's chip and assumes nothing: no cluster of three, no 128 cores. */
class RecordedChipTest {
    private static final long HERTZ = 200_000_000L; // no platform's

    @TempDir
    Path directory;

    private final WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);

    static Stream<Arguments> chips() {
        return Stream.of(
                        new ChipShape(List.of(AIV, AIC), 3, 3),
                        new ChipShape(List.of(AIC, AIV, AIV, AIV, AIV), 40, 5), // 200 cores
                        new ChipShape(Collections.nCopies(16, AIV), 33, 2)) // 528 cores
                .flatMap(shape -> Stream.of(RuntimeKind.values()).map(runtime -> Arguments.of(shape, runtime)));
    }

    private RecordingPlan plan(String name, ChipShape shape, RuntimeKind runtime) {
        return RecordingPlan.into(directory.resolve(name))
                .config(RuntimeConfig.builder().runtime(runtime).build())
                .chip(new OwnChip(shape, vector.memoryBytes()))
                .call(CallConfig.builder().flags(new DfxFlags(DfxFlags.KNOWN)).build())
                .regionDirectory(directory)
                .build();
    }

    @ParameterizedTest
    @MethodSource("chips")
    void everyChannelIsRecordedOnAChipOfTheCallers(ChipShape shape, RuntimeKind runtime) throws IOException {
        RecordingPlan plan = plan("own", shape, runtime);
        try (Recorder recorder = Recorder.open(plan)) {
            RunResult result = recorder.record(
                    new Program(vector.title(), vector.orchestration(), vector.hostTensors(), List.of()));
            assertThat(result.isOk()).as(result.sentence()).isTrue();
            recorder.seal();
        }
        assertRecorded(plan);
    }

    @ParameterizedTest
    @MethodSource("chips")
    void itIsRecoveredWithItsCoresAndItsClock(ChipShape shape, RuntimeKind runtime) throws IOException {
        RecordingPlan plan = plan("dead", shape, runtime);
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.owning(plan.config(), plan.chip().open())) {
            worker.run(vector.orchestration(), vector.hostTensors(), plan.call(), recording.start(worker.chip()));
        } // the host dies here
        Recovery.finish(plan.capture());
        assertRecorded(plan);
    }

    private static void assertRecorded(RecordingPlan plan) throws IOException {
        ChipShape shape = plan.chip().shape();
        StoredCapture capture = StoredCapture.open(plan.capture());
        assertThat(capture.verdict().line()).isEqualTo("COMPLETE");
        SwimlaneTable table = capture.swimlane().orElseThrow();
        assertThat(table.metadata().coreTypes())
                .isEqualTo(IntStream.range(0, shape.coreCount())
                        .mapToObj(shape::type)
                        .toList());
        assertThat(table.metadata().clockHz()).isEqualTo(HERTZ);
        Certificate certificate = CertificateReader.read(
                        plan.capture().resolve(CertificateWriter.FILE_NAME), new Findings())
                .orElseThrow();
        assertThat(certificate.origin().platform()).isEqualTo("own");
        assertThat(certificate.conditions().orElseThrow().cores()).isEqualTo(shape.coreCount());
    }

    /** A simulated chip of any shape, with a clock of its own. */
    private record OwnChip(ChipShape shape, long memoryBytes) implements ChipSource {
        @Override
        public String label() {
            return "own";
        }

        @Override
        public Platform platform() {
            return Platform.A2A3;
        }

        @Override
        public boolean isSimulated() {
            return true;
        }

        @Override
        public boolean sharesMemory() {
            return true;
        }

        @Override
        public DeviceClock clock() {
            return new RealClock(HERTZ);
        }

        @Override
        public long baseAddress() {
            return SimulatedChip.MEMORY_ADDRESS;
        }

        @Override
        public Chip open() {
            return new SimulatedChip(
                    label(), shape, RingSizes.defaults().totalHeapBytes() + memoryBytes, () -> driver(null, clock()));
        }

        @Override
        public ChipDriver driver(Chip chip, DeviceClock clock) {
            return new SimulatedDriver(clock, new CarrierPool(2, 5_000_000_000L));
        }
    }
}
