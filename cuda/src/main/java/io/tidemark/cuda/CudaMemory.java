package io.tidemark.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.HostMirror;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Memory of the GPU, by its own addresses. The host cannot map it: what it reads or writes through
 * {@link #map} goes by a copy that is brought up to date piece by piece, beside the running kernel.
 * Grows by moving, between runs only.
 */
final class CudaMemory implements TensorMemory, HostMirror {
    private static final long BOUNCE_BYTES = 1 << 20;
    private static final Path DIRECTORY = Path.of(System.getProperty("java.io.tmpdir"));

    private final CudaAccelerator accelerator;
    private final MemorySegment bounce; // what the driver copies to and from; guarded by this
    private final HostCopies copies = new HostCopies();
    private OwnedArena arena;
    private DeviceMemory memory;
    private long address;

    CudaMemory(CudaAccelerator accelerator, long sizeBytes) {
        this.accelerator = accelerator;
        this.bounce = accelerator.share(BOUNCE_BYTES);
        create(sizeBytes);
    }

    @Override
    public long baseAddress() {
        return address;
    }

    @Override
    public long sizeBytes() {
        return memory.sizeBytes();
    }

    @Override
    public void require(long sizeBytes) {
        if (memory.sizeBytes() < sizeBytes) {
            release();
            create(sizeBytes);
        }
    }

    @Override
    public void copyIn(MemorySegment source, long target) {
        send(source, target);
        copies.add(target, source);
    }

    private synchronized void send(MemorySegment source, long target) {
        accelerator.enter();
        for (long done = 0; done < source.byteSize(); ) {
            long size = Math.min(BOUNCE_BYTES, source.byteSize() - done);
            MemorySegment.copy(source, done, bounce, 0, size);
            write(target + done, size);
            done += size;
        }
    }

    @Override
    public synchronized void copyOut(long source, MemorySegment target) {
        accelerator.enter();
        for (long done = 0; done < target.byteSize(); ) {
            long size = Math.min(BOUNCE_BYTES, target.byteSize() - done);
            read(source + done, size);
            MemorySegment.copy(bounce, 0, target, done, size);
            done += size;
        }
    }

    private void write(long target, long size) {
        CudaApi api = accelerator.api();
        accelerator.require(api.toDevice(target, bounce, size, accelerator.copyStream()), "cuMemcpyHtoDAsync");
        accelerator.require(api.streamSynchronize(accelerator.copyStream()), "cuStreamSynchronize");
    }

    private void read(long source, long size) {
        CudaApi api = accelerator.api();
        accelerator.require(api.toHost(bounce, source, size, accelerator.copyStream()), "cuMemcpyDtoHAsync");
        accelerator.require(api.streamSynchronize(accelerator.copyStream()), "cuStreamSynchronize");
    }

    @Override
    public DeviceMemory map() {
        return memory;
    }

    /** Leaves the copy unchanged if the GPU was lost. */
    @Override
    public void pull(long at, long sizeBytes) {
        if (!accelerator.isLost()) {
            copyOut(address + at, memory.segment().asSlice(at, sizeBytes));
        }
    }

    @Override
    public void pullElement(long at, long sizeBytes) {
        if (!copies.tryRead(address + at, memory.segment().asSlice(at, sizeBytes))) {
            pull(at, sizeBytes);
        }
    }

    @Override
    public void push(long at, long sizeBytes) {
        copies.mayChange(address + at);
        if (!accelerator.isLost()) {
            send(memory.segment().asSlice(at, sizeBytes), address + at);
        }
    }

    @Override
    public void mayChange(long tensorAddress) {
        copies.mayChange(tensorAddress);
    }

    @Override
    public void endRun() {
        copies.clear();
    }

    @Override
    public void close() {
        release();
    }

    private void release() {
        if (!accelerator.isLost()) {
            accelerator.enter();
            accelerator.require(accelerator.api().free(address), "cuMemFree");
        }
        arena.close();
    }

    private void create(long sizeBytes) {
        accelerator.enter();
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment pointer = confined.allocate(JAVA_LONG);
            accelerator.require(
                    accelerator.api().alloc(pointer, sizeBytes), "an allocation of " + sizeBytes + " bytes on the GPU");
            address = pointer.get(JAVA_LONG, 0);
        }
        arena = OffHeap.shared("device-mirror");
        try {
            memory = new DeviceMemory(arena.mapAnonymous(DIRECTORY, sizeBytes), address, this);
        } catch (IOException refused) {
            arena.close();
            throw new UncheckedIOException(
                    "no copy of device memory of " + sizeBytes + " bytes: " + refused.getMessage(), refused);
        }
    }
}
