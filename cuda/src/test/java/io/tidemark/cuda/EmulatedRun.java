package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.SealedCapture;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One recorded run of a case on the emulated device. */
record EmulatedRun(RunResult result, Verification verification, Optional<String> doctor, SealedCapture sealed) {

    /** With everything but counters. */
    static EmulatedRun of(String title, RuntimeKind runtime, Path capture) throws Exception {
        return of(title, List.of(), plan -> plan.runtime(runtime), capture);
    }

    static EmulatedRun of(String title, List<String> options, UnaryOperator<EmulatedPlan> how, Path capture)
            throws IOException, PlatformRefusedException {
        return recorded(title, options, how, capture, 0);
    }

    /** The second run on a device. */
    static EmulatedRun second(String title, UnaryOperator<EmulatedPlan> how, Path capture)
            throws IOException, PlatformRefusedException {
        return recorded(title, List.of(), how, capture, 1);
    }

    private static EmulatedRun recorded(
            String title, List<String> options, UnaryOperator<EmulatedPlan> how, Path capture, int before)
            throws IOException, PlatformRefusedException {
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(options, 1);
        Program program = new Program(title, prepared.orchestration(), prepared.hostTensors(), prepared.kernels());
        EmulatedPlan plan = new EmulatedPlan(title, prepared.kernels())
                .rings(prepared.rings().orElse(RingSizes.defaults()))
                .memory(prepared.memoryBytes());
        try (Recorder recorder = how.apply(plan).open(capture)) {
            for (int i = 0; i < before; i++) {
                recorder.run(program);
            }
            RunResult result = recorder.record(program);
            return new EmulatedRun(result, prepared.verify(result), recorder.diagnosis(), recorder.seal());
        }
    }

    /** The golden and every record are there. */
    void isVerified() {
        assertThat(result.isOk()).as(result.sentence()).isTrue();
        assertThat(verification.ok()).as(verification.sentence()).isTrue();
        assertThat(sealed.verdict().kind()).as(sealed.verdict().line()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    /** The same, and the device has resolved the graph. */
    void isVerifiedOnDevice() {
        isVerified();
        assertThat(result.notes()).isEmpty();
    }

    /** How the clock of a stream is known, by the certificate. */
    static Certificate.ClockDomain clock(Certificate certificate, String stream) {
        return certificate.clocks().stream()
                .filter(clock -> clock.stream().equals(stream))
                .findFirst()
                .orElseThrow();
    }
}
