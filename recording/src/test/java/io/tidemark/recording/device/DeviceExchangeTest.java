package io.tidemark.recording.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.recording.run.ClockWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceExchangeTest {
    @TempDir
    Path capture;

    @Test
    void theHostReadsTheClocksOfTheLastWholeBeat() throws IOException {
        try (DeviceExchange host = DeviceExchange.create(capture, List.of());
                DeviceExchange device = DeviceExchange.open(host.directory(), List.of())) {
            assertThat(host.lastClocks()).isEmpty();
            for (long beat = 1; beat <= 3; beat++) {
                ClockWatch.Passed clocks = new ClockWatch.Passed(100 * beat, 99 * beat, 101 * beat);
                device.beat(clocks);
                assertThat(host.beats()).isEqualTo(beat);
                assertThat(host.lastClocks()).contains(clocks);
            }
        }
    }
}
