package io.tidemark.memory.region;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ClockAnchor;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.RegionState;
import io.tidemark.abi.region.StreamEntry;
import io.tidemark.memory.HostOwned;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One mapped file that holds everything the two halves share. Its creator is the host half and owns
 * the file; the device half, or a reader after death, opens the same path. Any thread may read; who
 * writes what is said by the records of {@code io.tidemark.abi.region}. {@link #close} unmaps and
 * leaves the file, {@link #delete} removes it.
 */
public final class DeviceRegion implements AutoCloseable {
    public static final String OWNER = "region";

    private final Path file;
    private final OwnedArena arena;
    private final MemorySegment memory;
    private final RegionSettings settings;
    private final List<StreamPlace> streams;

    private DeviceRegion(
            Path file, OwnedArena arena, MemorySegment memory, RegionSettings settings, List<StreamPlace> streams) {
        this.file = file;
        this.arena = arena;
        this.memory = memory;
        this.settings = settings;
        this.streams = List.copyOf(streams);
    }

    /** Creates the file, which must not exist; its untouched pages take no room. */
    public static DeviceRegion create(Path file, RegionSettings settings, List<ChannelLayout> channels)
            throws IOException {
        RegionPlan plan = RegionPlan.of(channels, settings.cores());
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        OwnedArena arena = OffHeap.shared(OWNER);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
            return fill(file, channel, arena, settings, plan);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private static DeviceRegion fill(
            Path file, FileChannel channel, OwnedArena arena, RegionSettings settings, RegionPlan plan)
            throws IOException {
        try {
            MemorySegment memory = arena.map(channel, FileChannel.MapMode.READ_WRITE, plan.sizeBytes());
            settings.writeTo(memory);
            writeDirectory(memory, plan);
            DeviceRegion region = new DeviceRegion(file, arena, memory, settings, plan.streams());
            region.claimOwner();
            region.setState(RegionState.PREPARED);
            RegionHeader.MAGIC_WORD.setRelease(memory, 0, RegionHeader.MAGIC);
            return region;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file); // it is ours and could not be read
            throw e;
        }
    }

    /** Opens a region that exists, to take part in its run. */
    public static DeviceRegion open(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE), FileChannel.MapMode.READ_WRITE);
    }

    /** Opens a region that exists, to look at it; nothing in it can be changed. */
    public static DeviceRegion openReadOnly(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ), FileChannel.MapMode.READ_ONLY);
    }

    /**
     * Opens a region that exists, to finish its books: what is written here is seen here and never
     * reaches the file.
     */
    public static DeviceRegion openPrivate(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE), FileChannel.MapMode.PRIVATE);
    }

    private static DeviceRegion open(Path file, Set<OpenOption> options, FileChannel.MapMode mode) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no region file");
        }
        OwnedArena arena = OffHeap.shared(OWNER);
        try (FileChannel channel = FileChannel.open(file, options)) {
            Optional<String> tooShort = RegionCheck.tooShort(channel.size());
            if (tooShort.isPresent()) {
                throw new RegionDamagedException(file, List.of(tooShort.get()));
            }
            MemorySegment memory = arena.map(channel, mode, channel.size());
            List<String> faults = RegionCheck.faults(memory);
            if (!faults.isEmpty()) {
                throw new RegionDamagedException(file, faults);
            }
            return new DeviceRegion(file, arena, memory, RegionSettings.readFrom(memory), readDirectory(memory));
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    public Path file() {
        return file;
    }

    /** The whole region; offset 0 is the header. */
    public MemorySegment memory() {
        return memory;
    }

    public long sizeBytes() {
        return memory.byteSize();
    }

    /** What the header said when the region was created or opened. */
    public RegionSettings settings() {
        return settings;
    }

    public List<StreamPlace> streams() {
        return streams;
    }

    public Optional<StreamPlace> stream(Channel channel, int kind) {
        return streams.stream()
                .filter(s -> s.channelCode() == channel.code() && s.kind() == kind)
                .findFirst();
    }

    /** What the cores have; empty in a region of a chip without cores, or of an older maker. */
    public Optional<DeviceBoard> board() {
        long at = RegionHeader.BOARD_AT.get(memory, 0);
        return at == 0 ? Optional.empty() : Optional.of(new DeviceBoard(memory, at, settings.cores()));
    }

    /** How the device half failed, if it has. */
    public DeviceStatus status() {
        return new DeviceStatus(memory);
    }

    /** The ranges that only the host half may write. */
    public HostOwned hostOwned() {
        List<HostOwned.Range> ranges = new ArrayList<>();
        for (StreamPlace stream : streams) {
            addHostRanges(stream, ranges);
        }
        return new HostOwned(ranges);
    }

    /** Writes the anchor again, when the device clock was only known after the region was made. */
    public void setAnchor(ClockAnchor anchor) {
        RegionSettings.writeAnchor(memory, anchor);
    }

    public Optional<RegionState> state() {
        return RegionState.ofCode(RegionHeader.STATE.getAcquire(memory, 0));
    }

    public void setState(RegionState state) {
        RegionHeader.STATE.setRelease(memory, 0, state.code());
    }

    /**
     * Says that this process is the host half now: the creator is from the start, a recovery may
     * take over.
     */
    public void claimOwner() {
        Liveness self = Liveness.ofThisProcess();
        RegionHeader.OWNER_PID.set(memory, 0, self.pid());
        RegionHeader.OWNER_START_MILLIS.set(memory, 0, self.startMillis());
        RegionHeader.OWNER_MARK_NANOS.setRelease(memory, 0, self.markNanos());
    }

    /** Says that this process is the device half now. */
    public void claimDevice() {
        expectDevice(ProcessHandle.current());
    }

    /** Says that this process is or will be the device half. By the host, before the device opens the region. */
    public void expectDevice(ProcessHandle process) {
        Liveness device = Liveness.of(process);
        RegionHeader.DEVICE_PID.set(memory, 0, device.pid());
        RegionHeader.DEVICE_START_MILLIS.set(memory, 0, device.startMillis());
        RegionHeader.DEVICE_MARK_NANOS.setRelease(memory, 0, device.markNanos());
    }

    /** Says that no process is the host half any more, although this one continues to run. */
    public void releaseOwner() {
        RegionHeader.OWNER_PID.setRelease(memory, 0, 0);
    }

    /**
     * Adds a line to the facts; a recovery sees it whole or not at all. Nothing happens when the
     * page has no room for it.
     */
    public void addFact(String name, String value) {
        RegionSettings.addFact(memory, name + "=" + value + "\n");
    }

    public Liveness owner() {
        long mark = RegionHeader.OWNER_MARK_NANOS.getAcquire(memory, 0);
        return new Liveness(
                RegionHeader.OWNER_PID.get(memory, 0), RegionHeader.OWNER_START_MILLIS.get(memory, 0), mark);
    }

    /** The device half; its pid is 0 before it has said who it is. */
    public Liveness device() {
        long mark = RegionHeader.DEVICE_MARK_NANOS.getAcquire(memory, 0);
        return new Liveness(
                RegionHeader.DEVICE_PID.get(memory, 0), RegionHeader.DEVICE_START_MILLIS.get(memory, 0), mark);
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Removes the file; the mapping stays usable until {@link #close}. */
    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private static void addHostRanges(StreamPlace stream, List<HostOwned.Range> ranges) {
        ranges.add(new HostOwned.Range(stream.backPressureAt(), BackPressure.LAYOUT.sizeBytes()));
        for (int queue = 0; queue < stream.readyQueues(); queue++) {
            long headAt = stream.readyQueueAt(queue) + ReadyQueue.HEAD.offset();
            ranges.add(new HostOwned.Range(headAt, Long.BYTES));
        }
        for (int lane = 0; lane < stream.lanes(); lane++) {
            ranges.add(new HostOwned.Range(stream.laneTailAt(lane) + LaneTail.HOST_LINE, 64));
            long queueAt = stream.freeQueueAt(lane);
            ranges.add(new HostOwned.Range(queueAt + FreeQueue.TAIL.offset(), Integer.BYTES));
            ranges.add(new HostOwned.Range(queueAt + FreeQueue.SLOTS, stream.freeSlots() * FreeQueue.SLOT_BYTES));
        }
    }

    private static void writeDirectory(MemorySegment memory, RegionPlan plan) {
        RegionHeader.HEADER_BYTES.set(memory, 0, RegionHeader.PAGE_BYTES);
        RegionHeader.REGION_BYTES.set(memory, 0, plan.sizeBytes());
        RegionHeader.DIRECTORY_AT.set(memory, 0, RegionPlan.DIRECTORY_AT);
        RegionHeader.BOARD_AT.set(memory, 0, plan.boardAt());
        RegionHeader.DIRECTORY_ENTRIES.set(memory, 0, plan.streams().size());
        RegionHeader.DIRECTORY_ENTRY_BYTES.set(memory, 0, StreamEntry.LAYOUT.sizeBytes());
        long at = RegionPlan.DIRECTORY_AT;
        for (StreamPlace stream : plan.streams()) {
            stream.writeTo(memory, at);
            at += StreamEntry.LAYOUT.sizeBytes();
        }
    }

    private static List<StreamPlace> readDirectory(MemorySegment memory) {
        long at = RegionHeader.DIRECTORY_AT.get(memory, 0);
        long entries = RegionHeader.DIRECTORY_ENTRIES.get(memory, 0);
        long stride = RegionHeader.DIRECTORY_ENTRY_BYTES.get(memory, 0);
        List<StreamPlace> streams = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            streams.add(StreamPlace.readFrom(memory, at + i * stride));
        }
        return streams;
    }

    /** A region holds what kernels were given, so other users must not read it. */
    private static FileAttribute<?>[] ownerOnly(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
