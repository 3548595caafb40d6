package io.tidemark.recording.device;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.OwnFiles;
import io.tidemark.recording.run.ClockWatch;
import io.tidemark.runtime.HostTensor;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * What host and device process exchange beside the region, in a directory of the capture. A mapped file holds the
 * device's sign of life and clocks, the host's request to stop and, after a good run, the bytes of the outputs. A text
 * file holds the result. The host makes it, the device opens it; each is used by one thread, except for {@link #beat}.
 */
public final class DeviceExchange implements AutoCloseable {
    /** Below the capture directory. */
    public static final String DIRECTORY = "device";

    private static final String OUTPUTS = "outputs.bytes"; // as in CaptureDirectory.EXCHANGED
    private static final String RESULT = "result.properties";
    private static final long HEADER_BYTES = 64;
    private static final long CLOCKS_AT = 8;
    private static final long CLOCKS_BYTES = 24; // twice: one is whole while the other is written
    private static final long STOP_AT = 56; // behind both
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Path directory;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment bytes;

    private DeviceExchange(Path directory, long sizeBytes, OpenOption... made) throws IOException {
        this.directory = directory;
        Set<OpenOption> options = new HashSet<>(List.of(made));
        options.addAll(List.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try (FileChannel channel = FileChannel.open(directory.resolve(OUTPUTS), options)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, arena);
        } catch (IOException | RuntimeException refused) {
            arena.close();
            throw refused;
        }
    }

    /** Creates the exchange for one run; called by the host. */
    static DeviceExchange create(Path capture, List<HostTensor> tensors) throws IOException {
        discard(capture);
        Path directory = OwnFiles.directory(capture.resolve(DIRECTORY));
        return new DeviceExchange(directory, sizeBytes(tensors), StandardOpenOption.CREATE_NEW);
    }

    /** Opens the exchange; called by the device. */
    public static DeviceExchange open(Path directory, List<HostTensor> tensors) throws IOException {
        return new DeviceExchange(directory, sizeBytes(tensors));
    }

    private static long sizeBytes(List<HostTensor> tensors) {
        return HEADER_BYTES
                + tensors.stream()
                        .filter(DeviceExchange::comesBack)
                        .mapToLong(tensor -> tensor.data().byteSize())
                        .sum();
    }

    private static boolean comesBack(HostTensor tensor) {
        return tensor.direction() != HostTensor.Direction.IN;
    }

    Path directory() {
        return directory;
    }

    /** The device lives, and its clocks say this. */
    void beat(ClockWatch.Passed clocks) {
        long beats = (long) WORD.getOpaque(bytes, 0L);
        long at = clocksAt(beats);
        WORD.setOpaque(bytes, at, clocks.deviceNanos());
        WORD.setOpaque(bytes, at + Long.BYTES, clocks.leastHostNanos());
        WORD.setOpaque(bytes, at + 2 * Long.BYTES, clocks.mostHostNanos());
        WORD.setRelease(bytes, 0L, beats + 1);
    }

    /** Changes as long as the device lives. */
    public long beats() {
        return (long) WORD.getAcquire(bytes, 0L);
    }

    /** Host to device: end the run. */
    void requestStop() {
        WORD.setRelease(bytes, STOP_AT, 1L);
    }

    boolean isStopRequested() {
        return (long) WORD.getAcquire(bytes, STOP_AT) != 0;
    }

    /** What the clocks of a device that is dead said at its last beat; empty without any. */
    public Optional<ClockWatch.Passed> lastClocks() {
        long beats = beats();
        long at = clocksAt(beats - 1);
        return beats == 0
                ? Optional.empty()
                : Optional.of(new ClockWatch.Passed(
                        (long) WORD.getOpaque(bytes, at), (long) WORD.getOpaque(bytes, at + Long.BYTES), (long)
                                WORD.getOpaque(bytes, at + 2 * Long.BYTES)));
    }

    private static long clocksAt(long beat) {
        return CLOCKS_AT + (beat & 1) * CLOCKS_BYTES;
    }

    /** Device to host. */
    void putOutputs(List<HostTensor> tensors) {
        move(tensors, true);
    }

    /** Copies the outputs that the device wrote into the case's outputs. */
    void takeOutputs(List<HostTensor> tensors) {
        move(tensors, false);
    }

    private void move(List<HostTensor> tensors, boolean put) {
        long at = HEADER_BYTES;
        for (HostTensor tensor : tensors) {
            if (comesBack(tensor)) {
                MemorySegment slice = bytes.asSlice(at, tensor.data().byteSize());
                if (put) {
                    slice.copyFrom(tensor.data());
                } else {
                    tensor.data().copyFrom(slice);
                }
                at += tensor.data().byteSize();
            }
        }
    }

    /** Last of all: with the result there, the outputs are too. */
    void putResult(Properties result) throws IOException {
        AtomicFile.write(directory.resolve(RESULT), part -> {
            try (Writer text = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
                result.store(text, null);
            }
        });
    }

    Optional<Properties> result() throws IOException {
        Path file = directory.resolve(RESULT);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Properties result = new Properties();
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            result.load(text);
        }
        return Optional.of(result);
    }

    /** Lets go of the file, which stays. */
    @Override
    public void close() {
        arena.close();
    }

    /** Removes what an exchange left in a capture; nothing happens where there was none. */
    public static void discard(Path capture) throws IOException {
        OwnFiles.delete(capture, CaptureDirectory.EXCHANGED);
    }
}
