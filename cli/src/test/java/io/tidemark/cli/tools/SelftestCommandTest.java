package io.tidemark.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.cli.Tidemark;
import io.tidemark.lab.fault.ChaosFault;
import io.tidemark.recording.JvmCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The chaos suite as a process of its own, and that it would notice. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SelftestCommandTest {
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime() & 0xFFFF);

    @TempDir
    Path directory;

    @Test
    void everyFaultIsShown() throws Exception {
        List<String> command = new ArrayList<>(JvmCommand.ofThisProcess());
        command.add(Tidemark.class.getName());
        command.add("selftest");
        command.add("--json");
        command.add("--seed=" + SEED);
        Process selftest = new ProcessBuilder(command).start();
        String out = new String(selftest.getInputStream().readAllBytes());
        String err = new String(selftest.getErrorStream().readAllBytes());
        assertThat(selftest.waitFor()).as("seed %d: %s%s", SEED, out, err).isZero();
        assertThat(out.lines()).hasSize(1);
        for (ChaosFault fault : ChaosFault.values()) {
            assertThat(out).contains("\"fault\":\"" + fault.word() + "\"");
        }
        assertThat(out).doesNotContain("\"shown\":false");
    }

    /** The certificate of a healthy run shows none of the faults. */
    @ParameterizedTest
    @EnumSource(value = ChaosFault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aRunWithoutFaultWouldNotPassForOneWith(ChaosFault fault) throws Exception {
        Path place = directory.resolve(fault.name());
        Certificate certificate = new ChaosRun(Tidemark.class, ChaosFault.NONE, place.resolve("capture"), SEED).run();
        assertThat(ChaosFault.NONE.isShownBy(certificate)).isTrue();
        assertThat(fault.isShownBy(certificate)).isFalse();
    }
}
