package io.tidemark.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.tidemark.abi.Platform;
import io.tidemark.abi.dispatch.DeviceLaunch;
import io.tidemark.cuda.code.CodeCache;
import io.tidemark.cuda.code.DeviceSources;
import io.tidemark.cuda.code.GpuCompiler;
import io.tidemark.cuda.code.GpuTarget;
import io.tidemark.cuda.code.NativeLibrary;
import io.tidemark.cuda.code.PlatformRefusedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first GPU of the machine, through the CUDA driver. The kernel has one stream and copies
 * have another, so copies run concurrently with it. Any thread may copy.
 */
final class CudaAccelerator implements Accelerator {
    private static final String DRIVER = "libcuda.so.1";
    private static final String KERNEL = "tm_main";
    private static final int NAME_BYTES = 256;
    private static final int SPARE_CPUS = 5; // schedulers, orchestrator, watcher

    private final CudaApi api;
    private final Arena arena = Arena.ofShared();
    private final List<MemorySegment> shared = new ArrayList<>();
    private final int device;
    private final String name;
    private final int multiprocessors;
    private final MemorySegment context;
    private final MemorySegment kernelStream;
    private final MemorySegment copyStream;
    private final MemorySegment function;
    private final int scratchBytes;
    private final int blocksPerMultiprocessor;
    private long mailboxes;
    private long mailboxBytes;
    private boolean hasStarted;
    private volatile String fault; // null while the context is good

    private CudaAccelerator(CudaApi api, int blocks, GpuCompilerCall code) throws PlatformRefusedException {
        this.api = api;
        refuse(api.init(), "the NVIDIA driver does not start");
        MemorySegment word = arena.allocate(JAVA_LONG);
        refuse(api.deviceCount(word), "the NVIDIA driver does not list its GPUs");
        if (word.get(JAVA_INT, 0) == 0) {
            throw new PlatformRefusedException("there is no NVIDIA GPU in this machine");
        }
        refuse(api.deviceGet(word, 0), "the GPU cannot be had");
        device = word.get(JAVA_INT, 0);
        MemorySegment text = arena.allocate(NAME_BYTES);
        refuse(api.deviceName(text, device), "the GPU has no name");
        name = text.getString(0);
        multiprocessors = attribute(word, CudaApi.MULTIPROCESSORS);
        String architecture =
                "sm_" + attribute(word, CudaApi.CAPABILITY_MAJOR) + attribute(word, CudaApi.CAPABILITY_MINOR);
        MemorySegment pointer = arena.allocate(ADDRESS);
        refuse(api.contextRetain(pointer, device), "the GPU gives no context");
        context = pointer.get(ADDRESS, 0);
        refuse(api.contextSet(context), "the GPU's context cannot be used");
        refuse(api.streamCreate(pointer), "the GPU gives no stream");
        kernelStream = pointer.get(ADDRESS, 0);
        refuse(api.streamCreate(pointer), "the GPU gives no stream");
        copyStream = pointer.get(ADDRESS, 0);
        int blocksEach = (blocks + multiprocessors - 1) / multiprocessors;
        GpuTarget target = GpuTarget.of(
                architecture,
                blocksEach,
                attribute(word, CudaApi.SHARED_BYTES_PER_MULTIPROCESSOR),
                attribute(word, CudaApi.SHARED_BYTES_PER_BLOCK));
        byte[] cubin = code.cubin(target);
        MemorySegment image = arena.allocate(cubin.length, Long.BYTES);
        image.copyFrom(MemorySegment.ofArray(cubin));
        refuse(api.moduleLoad(pointer, image), "the GPU does not load the device code");
        MemorySegment module = pointer.get(ADDRESS, 0);
        refuse(
                api.moduleFunction(pointer, module, arena.allocateFrom(KERNEL)),
                "the device code has no function " + KERNEL);
        function = pointer.get(ADDRESS, 0);
        scratchBytes = target.scratchBytes();
        refuse(
                api.allowScratch(function, scratchBytes),
                "the GPU does not give " + scratchBytes + " bytes of shared memory to a block");
        refuse(
                api.occupancy(word, function, GpuCompiler.BLOCK_THREADS, scratchBytes),
                "the GPU does not say how many blocks fit");
        blocksPerMultiprocessor = word.get(JAVA_INT, 0);
    }

    /** How its code is made once the GPU is known. */
    @FunctionalInterface
    private interface GpuCompilerCall {
        byte[] cubin(GpuTarget target) throws PlatformRefusedException;
    }

    /**
     * @param blocks that are to run at once; {@link #mostBlocks} says whether they can
     */
    static CudaAccelerator open(DeviceSources sources, CodeCache cache, int blocks) throws PlatformRefusedException {
        Optional<NativeLibrary> driver = NativeLibrary.named(DRIVER);
        if (driver.isEmpty()) {
            throw new PlatformRefusedException(
                    "there is no NVIDIA driver on this machine (" + DRIVER + " was not found)");
        }
        return new CudaAccelerator(new CudaApi(driver.get()), blocks, target -> cubin(sources, cache, target));
    }

    private static byte[] cubin(DeviceSources sources, CodeCache cache, GpuTarget target)
            throws PlatformRefusedException {
        GpuCompiler compiler = GpuCompiler.find()
                .orElseThrow(() -> new PlatformRefusedException(
                        "there is no compiler for device code: neither" + " libnvrtc nor nvcc was found"));
        String name = sources.digest(compiler.identity() + GpuCompiler.flags(target));
        try {
            Path file =
                    cache.find(name + "." + target.architecture() + ".cubin", () -> compiler.compile(sources, target));
            return Files.readAllBytes(file);
        } catch (IOException refused) {
            throw new PlatformRefusedException(
                    "the compiled device code could not be kept: " + refused.getMessage(), refused);
        }
    }

    private int attribute(MemorySegment word, int attribute) throws PlatformRefusedException {
        refuse(api.deviceAttribute(word, attribute, device), "the GPU does not describe itself");
        return word.get(JAVA_INT, 0);
    }

    private void refuse(int code, String what) throws PlatformRefusedException {
        if (code != CudaApi.SUCCESS) {
            throw new PlatformRefusedException(what + ": " + api.text(code));
        }
    }

    /** For calls that fail only when the context is gone or the program is wrong. */
    void require(int code, String what) {
        if (code != CudaApi.SUCCESS) {
            throw new IllegalStateException(what + " failed: " + api.text(code));
        }
    }

    CudaApi api() {
        return api;
    }

    MemorySegment copyStream() {
        return copyStream;
    }

    /** Before a call of this thread. */
    void enter() {
        require(api.contextSet(context), "cuCtxSetCurrent");
    }

    /** Whether the context is of no use any more. */
    boolean isLost() {
        return fault != null;
    }

    @Override
    public String name() {
        return "cuda (" + name + ")";
    }

    @Override
    public Platform platform() {
        return Platform.CUDA;
    }

    @Override
    public int mostBlocks() {
        return multiprocessors * blocksPerMultiprocessor;
    }

    @Override
    public boolean leavesCpusAlone() {
        return Runtime.getRuntime().availableProcessors() > SPARE_CPUS;
    }

    @Override
    @SuppressWarnings("restricted")
    public MemorySegment share(long sizeBytes) {
        enter();
        MemorySegment pointer = arena.allocate(ADDRESS);
        require(api.hostAlloc(pointer, sizeBytes), "cuMemHostAlloc");
        MemorySegment memory = pointer.get(ADDRESS, 0).reinterpret(sizeBytes);
        memory.fill((byte) 0);
        shared.add(memory);
        return memory;
    }

    @Override
    public long deviceAddress(MemorySegment host) {
        enter();
        MemorySegment pointer = arena.allocate(JAVA_LONG);
        require(api.hostPointer(pointer, host), "cuMemHostGetDevicePointer");
        return pointer.get(JAVA_LONG, 0);
    }

    @Override
    public long mailboxes(long sizeBytes) {
        enter();
        MemorySegment pointer = arena.allocate(JAVA_LONG);
        require(api.alloc(pointer, sizeBytes), "cuMemAlloc");
        mailboxes = pointer.get(JAVA_LONG, 0);
        mailboxBytes = sizeBytes;
        return mailboxes;
    }

    @Override
    public TensorMemory tensorMemory(long sizeBytes) {
        return new CudaMemory(this, sizeBytes);
    }

    @Override
    public void start(MemorySegment launch, int blocks) {
        enter();
        MemorySegment arguments = arena.allocate(ADDRESS);
        MemorySegment copy = arena.allocate(DeviceLaunch.LAYOUT.sizeBytes(), Long.BYTES);
        copy.copyFrom(launch);
        arguments.set(ADDRESS, 0, copy);
        require(api.fill(mailboxes, (byte) 0, mailboxBytes, kernelStream), "cuMemsetD8Async");
        require(
                api.launch(function, blocks, GpuCompiler.BLOCK_THREADS, scratchBytes, kernelStream, arguments),
                "cuLaunchKernel");
        hasStarted = true;
    }

    @Override
    public boolean isRunning() throws DeviceFaultException {
        if (fault != null) {
            throw new DeviceFaultException(fault);
        }
        if (!hasStarted) {
            return false;
        }
        enter();
        int code = api.streamQuery(kernelStream);
        if (code == CudaApi.NOT_READY) {
            return true;
        }
        if (code != CudaApi.SUCCESS) {
            fault = "the GPU stopped with " + api.text(code);
            throw new DeviceFaultException(fault);
        }
        hasStarted = false;
        return false;
    }

    @Override
    public void close() {
        if (fault == null) {
            enter();
            for (MemorySegment memory : shared) {
                require(api.hostFree(memory), "cuMemFreeHost");
            }
            require(api.free(mailboxes), "cuMemFree");
            require(api.contextRelease(device), "cuDevicePrimaryCtxRelease");
        } // else the context goes with the process
        arena.close();
    }
}
