package io.tidemark.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.tidemark.cuda.code.NativeCall;
import io.tidemark.cuda.code.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the CUDA driver that a chip needs, as they are: each gives a code, and 0 is
 * success. Loaded when it is made. Any thread; most functions need a current context.
 */
final class CudaApi {
    static final int SUCCESS = 0;
    static final int NOT_READY = 600;

    static final int MULTIPROCESSORS = 16; // attributes of a device
    static final int CAPABILITY_MAJOR = 75;
    static final int CAPABILITY_MINOR = 76;
    static final int SHARED_BYTES_PER_MULTIPROCESSOR = 81;
    static final int SHARED_BYTES_PER_BLOCK = 97;

    private static final int MAX_DYNAMIC_SHARED_BYTES = 8; // attribute of a function
    private static final int PORTABLE_AND_MAPPED = 3;
    private static final int NON_BLOCKING_STREAM = 1;

    private final MethodHandle init;
    private final MethodHandle driverVersion;
    private final MethodHandle deviceCount;
    private final MethodHandle deviceGet;
    private final MethodHandle deviceName;
    private final MethodHandle deviceAttribute;
    private final MethodHandle contextRetain;
    private final MethodHandle contextRelease;
    private final MethodHandle contextSet;
    private final MethodHandle hostAlloc;
    private final MethodHandle hostPointer;
    private final MethodHandle hostFree;
    private final MethodHandle alloc;
    private final MethodHandle free;
    private final MethodHandle toDevice;
    private final MethodHandle toHost;
    private final MethodHandle fill;
    private final MethodHandle moduleLoad;
    private final MethodHandle moduleFunction;
    private final MethodHandle functionSet;
    private final MethodHandle occupancy;
    private final MethodHandle launch;
    private final MethodHandle streamCreate;
    private final MethodHandle streamQuery;
    private final MethodHandle streamSynchronize;
    private final MethodHandle errorName;
    private final MethodHandle errorString;

    CudaApi(NativeLibrary library) {
        init = function(library, "cuInit", JAVA_INT);
        driverVersion = function(library, "cuDriverGetVersion", ADDRESS);
        deviceCount = function(library, "cuDeviceGetCount", ADDRESS);
        deviceGet = function(library, "cuDeviceGet", ADDRESS, JAVA_INT);
        deviceName = function(library, "cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
        deviceAttribute = function(library, "cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
        contextRetain = function(library, "cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
        contextRelease = function(library, "cuDevicePrimaryCtxRelease_v2", JAVA_INT);
        contextSet = function(library, "cuCtxSetCurrent", ADDRESS);
        hostAlloc = function(library, "cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT);
        hostPointer = function(library, "cuMemHostGetDevicePointer_v2", ADDRESS, ADDRESS, JAVA_INT);
        hostFree = function(library, "cuMemFreeHost", ADDRESS);
        alloc = function(library, "cuMemAlloc_v2", ADDRESS, JAVA_LONG);
        free = function(library, "cuMemFree_v2", JAVA_LONG);
        toDevice = function(library, "cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
        toHost = function(library, "cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
        fill = function(library, "cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, ADDRESS);
        moduleLoad = function(library, "cuModuleLoadData", ADDRESS, ADDRESS);
        moduleFunction = function(library, "cuModuleGetFunction", ADDRESS, ADDRESS, ADDRESS);
        functionSet = function(library, "cuFuncSetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
        occupancy =
                function(library, "cuOccupancyMaxActiveBlocksPerMultiprocessor", ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG);
        launch = function(
                library,
                "cuLaunchKernel",
                ADDRESS,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS);
        streamCreate = function(library, "cuStreamCreate", ADDRESS, JAVA_INT);
        streamQuery = function(library, "cuStreamQuery", ADDRESS);
        streamSynchronize = function(library, "cuStreamSynchronize", ADDRESS);
        errorName = function(library, "cuGetErrorName", JAVA_INT, ADDRESS);
        errorString = function(library, "cuGetErrorString", JAVA_INT, ADDRESS);
    }

    private static MethodHandle function(NativeLibrary library, String name, MemoryLayout... arguments) {
        return library.function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    int init() {
        return NativeCall.code(() -> (int) init.invokeExact(0));
    }

    int driverVersion(MemorySegment version) {
        return NativeCall.code(() -> (int) driverVersion.invokeExact(version));
    }

    int deviceCount(MemorySegment count) {
        return NativeCall.code(() -> (int) deviceCount.invokeExact(count));
    }

    int deviceGet(MemorySegment device, int number) {
        return NativeCall.code(() -> (int) deviceGet.invokeExact(device, number));
    }

    int deviceName(MemorySegment text, int device) {
        return NativeCall.code(() -> (int) deviceName.invokeExact(text, (int) text.byteSize(), device));
    }

    int deviceAttribute(MemorySegment value, int attribute, int device) {
        return NativeCall.code(() -> (int) deviceAttribute.invokeExact(value, attribute, device));
    }

    int contextRetain(MemorySegment context, int device) {
        return NativeCall.code(() -> (int) contextRetain.invokeExact(context, device));
    }

    int contextRelease(int device) {
        return NativeCall.code(() -> (int) contextRelease.invokeExact(device));
    }

    int contextSet(MemorySegment context) {
        return NativeCall.code(() -> (int) contextSet.invokeExact(context));
    }

    int hostAlloc(MemorySegment pointer, long sizeBytes) {
        return NativeCall.code(() -> (int) hostAlloc.invokeExact(pointer, sizeBytes, PORTABLE_AND_MAPPED));
    }

    int hostPointer(MemorySegment devicePointer, MemorySegment host) {
        return NativeCall.code(() -> (int) hostPointer.invokeExact(devicePointer, host, 0));
    }

    int hostFree(MemorySegment host) {
        return NativeCall.code(() -> (int) hostFree.invokeExact(host));
    }

    int alloc(MemorySegment devicePointer, long sizeBytes) {
        return NativeCall.code(() -> (int) alloc.invokeExact(devicePointer, sizeBytes));
    }

    int free(long devicePointer) {
        return NativeCall.code(() -> (int) free.invokeExact(devicePointer));
    }

    int toDevice(long target, MemorySegment source, long sizeBytes, MemorySegment stream) {
        return NativeCall.code(() -> (int) toDevice.invokeExact(target, source, sizeBytes, stream));
    }

    int toHost(MemorySegment target, long source, long sizeBytes, MemorySegment stream) {
        return NativeCall.code(() -> (int) toHost.invokeExact(target, source, sizeBytes, stream));
    }

    int fill(long target, byte value, long sizeBytes, MemorySegment stream) {
        return NativeCall.code(() -> (int) fill.invokeExact(target, value, sizeBytes, stream));
    }

    int moduleLoad(MemorySegment module, MemorySegment image) {
        return NativeCall.code(() -> (int) moduleLoad.invokeExact(module, image));
    }

    int moduleFunction(MemorySegment function, MemorySegment module, MemorySegment name) {
        return NativeCall.code(() -> (int) moduleFunction.invokeExact(function, module, name));
    }

    /** Lets blocks of a function have {@code bytes} bytes of shared memory beyond those it declares. */
    int allowScratch(MemorySegment function, int bytes) {
        return NativeCall.code(() -> (int) functionSet.invokeExact(function, MAX_DYNAMIC_SHARED_BYTES, bytes));
    }

    int occupancy(MemorySegment blocks, MemorySegment function, int threads, int scratchBytes) {
        return NativeCall.code(() -> (int) occupancy.invokeExact(blocks, function, threads, (long) scratchBytes));
    }

    int launch(
            MemorySegment function,
            int blocks,
            int threads,
            int scratchBytes,
            MemorySegment stream,
            MemorySegment arguments) {
        return NativeCall.code(() -> (int) launch.invokeExact(
                function, blocks, 1, 1, threads, 1, 1, scratchBytes, stream, arguments, MemorySegment.NULL));
    }

    int streamCreate(MemorySegment stream) {
        return NativeCall.code(() -> (int) streamCreate.invokeExact(stream, NON_BLOCKING_STREAM));
    }

    int streamQuery(MemorySegment stream) {
        return NativeCall.code(() -> (int) streamQuery.invokeExact(stream));
    }

    int streamSynchronize(MemorySegment stream) {
        return NativeCall.code(() -> (int) streamSynchronize.invokeExact(stream));
    }

    /** A code in the driver's words: {@code CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal ...}. */
    String text(int code) {
        return textBy(errorName, code) + " (" + code + "): " + textBy(errorString, code);
    }

    @SuppressWarnings("restricted")
    private static String textBy(MethodHandle function, int code) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            int found = NativeCall.code(() -> (int) function.invokeExact(code, pointer));
            MemorySegment text = pointer.get(ADDRESS, 0);
            return found != SUCCESS || text.equals(MemorySegment.NULL)
                    ? "unknown"
                    : text.reinterpret(Long.MAX_VALUE).getString(0);
        }
    }
}
