package io.tidemark.recording.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.recording.OrchestrationLog.Call;
import io.tidemark.runtime.recording.OrchestrationLog.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VirtualModelTest {
    private static final long TICK = 20_000; // picoseconds

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsRead() throws IOException {
        VirtualModel written = new VirtualModel(
                3,
                4,
                true,
                RingSizes.defaults().withTaskWindow(8, 16, 32, 64),
                ChipProfiles.shipped("a5").withFreeProfiler(),
                Map.of(7, new long[] {1, 2_000_000_000_001L}),
                Map.of(0, new long[] {5, 4}),
                true,
                Optional.of(List.of(
                        new Call(0, Kind.OPEN_SCOPE, List.of()),
                        new Call(2, Kind.WRITE, List.of(4_294_967_296L, 1L)))));
        written.write(folder);
        VirtualModel read = VirtualModel.read(folder).orElseThrow();
        assertEquals(written.clusters(), read.clusters());
        assertEquals(written.aicpuThreads(), read.aicpuThreads());
        assertTrue(read.serial() && read.asksChip());
        assertEquals(written.rings(), read.rings());
        assertEquals(written.profile(), read.profile());
        assertArrayEquals(written.kernelPicos().get(7), read.kernelPicos().get(7));
        assertArrayEquals(written.runPicos().get(0), read.runPicos().get(0));
        assertEquals(written.calls(), read.calls());
    }

    @Test
    void damagedFileSaysNothing() throws IOException {
        Path file = folder.resolve(VirtualModel.FILE_NAME);
        for (String text : List.of(
                "",
                "{}",
                "{\"tidemark_virtual_time\": 1}",
                "{\"tidemark_virtual_time\": 2}",
                "{\"tidemark_virtual_time\": 3}",
                "{\"tidemark_virtual_time\": 4}")) {
            Files.writeString(file, text);
            assertEquals(Optional.empty(), VirtualModel.read(folder), text);
        }
    }

    @Test
    void runsThatStampsDoNotTellApartAreListedOneByOne() {
        KernelTimes times = new KernelTimes();
        times.add(1, 10, 3 * TICK);
        times.add(1, 10, 3 * TICK + 1);
        times.add(0, 11, TICK); // its two times are far apart
        times.add(0, 11, 4 * TICK);
        times.add(1, 10, 3 * TICK);
        assertArrayEquals(new long[] {3 * TICK, 3 * TICK + 1}, times.byKernel().get(10));
        Map<Integer, long[]> byCore = times.byCore(TICK);
        assertEquals(1, byCore.size());
        assertArrayEquals(new long[] {3 * TICK, 3 * TICK + 1, 3 * TICK}, byCore.get(1));
    }
}
