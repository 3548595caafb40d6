package io.tidemark.cuda;

import io.tidemark.abi.Platform;
import io.tidemark.cuda.code.NativeLibrary;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Device code as a library of the host: blocks are threads of this process. */
final class EmulatedAccelerator implements Accelerator {
    private static final long PAGE_BYTES = 4096;
    private static final int MOST_BLOCKS = 1 << 10;

    private final OwnedArena words = OffHeap.shared("emulated-device");
    private final MethodHandle start;
    private final MethodHandle running;
    private final MethodHandle free;
    private MemorySegment emulation = MemorySegment.NULL;

    private EmulatedAccelerator(NativeLibrary library) {
        start = library.function("tm_emu_start", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        running = library.function("tm_emu_running", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        free = library.function("tm_emu_free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    }

    static EmulatedAccelerator open(Path library) {
        return new EmulatedAccelerator(NativeLibrary.of(library));
    }

    @Override
    public String name() {
        return "cuda-emu";
    }

    @Override
    public Platform platform() {
        return Platform.CUDA_EMU;
    }

    @Override
    public int mostBlocks() {
        return MOST_BLOCKS;
    }

    @Override
    public boolean leavesCpusAlone() {
        return false;
    }

    @Override
    public MemorySegment share(long sizeBytes) {
        return words.allocate(sizeBytes, PAGE_BYTES);
    }

    @Override
    public long deviceAddress(MemorySegment shared) {
        return shared.address();
    }

    @Override
    public long mailboxes(long sizeBytes) {
        return 0;
    }

    @Override
    public TensorMemory tensorMemory(long sizeBytes) {
        return new EmulatedMemory(sizeBytes);
    }

    @Override
    public void start(MemorySegment launch, int blocks) {
        try {
            emulation = (MemorySegment) start.invokeExact(launch);
        } catch (Throwable failed) {
            throw new IllegalStateException("tm_emu_start failed: " + failed, failed);
        }
        if (emulation.equals(MemorySegment.NULL)) {
            throw new IllegalStateException("the system gives no threads for " + blocks + " blocks");
        }
    }

    @Override
    public boolean isRunning() {
        if (emulation.equals(MemorySegment.NULL)) {
            return false;
        }
        try {
            if ((int) running.invokeExact(emulation) > 0) {
                return true;
            }
            free.invokeExact(emulation);
        } catch (Throwable failed) {
            throw new IllegalStateException("tm_emu_running failed: " + failed, failed);
        }
        emulation = MemorySegment.NULL;
        return false;
    }

    @Override
    public void close() {
        words.close();
    }
}
