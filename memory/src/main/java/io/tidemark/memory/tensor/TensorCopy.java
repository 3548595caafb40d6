package io.tidemark.memory.tensor;

import io.tidemark.abi.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Whole views to and from arrays, row by row: a contiguous view is one row, any other one row per
 * index of its outer dimensions. Allocates nothing. Any thread, as long as the graph gives it the
 * bytes.
 */
final class TensorCopy {
    private TensorCopy() {}

    static void read(DeviceMemory memory, Tensor tensor, float[] target, int targetAt) {
        checkRoom("target", target.length, targetAt, tensor);
        if (tensor.isContiguous()) {
            readRow(memory, tensor, tensor.startOffset(), 1, (int) tensor.elements(), target, targetAt);
        } else {
            readAxis(memory, tensor, 0, tensor.startOffset(), target, targetAt);
        }
    }

    static void write(DeviceMemory memory, Tensor tensor, float[] source, int sourceAt) {
        checkRoom("source", source.length, sourceAt, tensor);
        if (tensor.isContiguous()) {
            writeRow(memory, tensor, tensor.startOffset(), 1, (int) tensor.elements(), source, sourceAt);
        } else {
            writeAxis(memory, tensor, 0, tensor.startOffset(), source, sourceAt);
        }
    }

    static void read(DeviceMemory memory, Tensor tensor, int[] target, int targetAt) {
        checkNarrowInteger(tensor);
        checkRoom("target", target.length, targetAt, tensor);
        if (tensor.isContiguous() && tensor.dtype().bits() == 32) {
            long at = bufferAt(memory, tensor) + tensor.startOffset() * 4;
            MemorySegment.copy(memory.segment(), DeviceMemory.I32, at, target, targetAt, (int) tensor.elements());
            return;
        }
        for (int index = 0; index < tensor.elements(); index++) {
            target[targetAt + index] = (int) memory.getLong(tensor, index);
        }
    }

    static void write(DeviceMemory memory, Tensor tensor, int[] source, int sourceAt) {
        checkNarrowInteger(tensor);
        checkRoom("source", source.length, sourceAt, tensor);
        if (tensor.isContiguous() && tensor.dtype().bits() == 32) {
            long at = bufferAt(memory, tensor) + tensor.startOffset() * 4;
            MemorySegment.copy(source, sourceAt, memory.segment(), DeviceMemory.I32, at, (int) tensor.elements());
            return;
        }
        for (int index = 0; index < tensor.elements(); index++) {
            memory.setLong(tensor, index, source[sourceAt + index]);
        }
    }

    static void gather(DeviceMemory memory, Tensor tensor, MemorySegment target, long targetAt) {
        DType dtype = tensor.dtype();
        if (tensor.isContiguous() && (dtype.bits() >= 8 || (tensor.startOffset() & 1) == 0)) {
            long at = bufferAt(memory, tensor) + dtype.bytesFor(tensor.startOffset());
            MemorySegment.copy(memory.segment(), at, target, targetAt, tensor.sizeBytes());
            if (dtype.bits() < 8 && (tensor.elements() & 1) == 1) {
                clearLastHalf(target, targetAt + tensor.sizeBytes() - 1);
            }
            return;
        }
        if (dtype.bits() < 8) {
            clearLastHalf(target, targetAt + tensor.sizeBytes() - 1);
        }
        gatherAxis(memory, tensor, 0, tensor.startOffset(), target, targetAt, 0);
    }

    /**
     * The half byte after an odd number of packed elements belongs to a neighbour and is not shown.
     */
    private static void clearLastHalf(MemorySegment target, long at) {
        target.set(ValueLayout.JAVA_BYTE, at, (byte) (target.get(ValueLayout.JAVA_BYTE, at) & 0xF));
    }

    private static long gatherAxis(
            DeviceMemory memory,
            Tensor tensor,
            int axis,
            long element,
            MemorySegment target,
            long targetAt,
            long written) {
        boolean last = axis == tensor.rank() - 1;
        int bytes = tensor.dtype().bits() >>> 3;
        if (last && bytes > 0 && tensor.stride(axis) == 1) {
            int length = tensor.dimension(axis);
            MemorySegment.copy(
                    memory.segment(),
                    bufferAt(memory, tensor) + element * bytes,
                    target,
                    targetAt + written * bytes,
                    (long) length * bytes);
            return written + length;
        }
        long next = written;
        for (int index = 0; index < tensor.dimension(axis); index++) {
            long from = element + index * tensor.stride(axis);
            if (last) {
                long raw = memory.loadElement(tensor.dtype(), bufferAt(memory, tensor), from);
                DeviceMemory.store(target, tensor.dtype(), targetAt, next++, raw);
            } else {
                next = gatherAxis(memory, tensor, axis + 1, from, target, targetAt, next);
            }
        }
        return next;
    }

    private static int readAxis(DeviceMemory memory, Tensor tensor, int axis, long element, float[] target, int at) {
        int length = tensor.dimension(axis);
        if (axis == tensor.rank() - 1) {
            readRow(memory, tensor, element, tensor.stride(axis), length, target, at);
            return at + length;
        }
        int next = at;
        for (int index = 0; index < length; index++) {
            long from = element + index * tensor.stride(axis);
            next = readAxis(memory, tensor, axis + 1, from, target, next);
        }
        return next;
    }

    private static int writeAxis(DeviceMemory memory, Tensor tensor, int axis, long element, float[] source, int at) {
        int length = tensor.dimension(axis);
        if (axis == tensor.rank() - 1) {
            writeRow(memory, tensor, element, tensor.stride(axis), length, source, at);
            return at + length;
        }
        int next = at;
        for (int index = 0; index < length; index++) {
            long to = element + index * tensor.stride(axis);
            next = writeAxis(memory, tensor, axis + 1, to, source, next);
        }
        return next;
    }

    private static void readRow(
            DeviceMemory memory, Tensor tensor, long element, long stride, int length, float[] target, int at) {
        DType dtype = tensor.dtype();
        MemorySegment segment = memory.segment();
        long bufferAt = bufferAt(memory, tensor);
        if (dtype == DType.FLOAT32 && stride == 1) {
            MemorySegment.copy(segment, DeviceMemory.F32, bufferAt + element * 4, target, at, length);
        } else if (dtype == DType.BFLOAT16) {
            for (int index = 0; index < length; index++) {
                short raw = segment.get(DeviceMemory.I16, bufferAt + (element + index * stride) * 2);
                target[at + index] = Float.intBitsToFloat(raw << 16);
            }
        } else if (dtype == DType.FLOAT16) {
            for (int index = 0; index < length; index++) {
                short raw = segment.get(DeviceMemory.I16, bufferAt + (element + index * stride) * 2);
                target[at + index] = Float.float16ToFloat(raw);
            }
        } else {
            for (int index = 0; index < length; index++) {
                long raw = memory.loadElement(dtype, bufferAt, element + index * stride);
                target[at + index] = dtype.toFloat(raw);
            }
        }
    }

    private static void writeRow(
            DeviceMemory memory, Tensor tensor, long element, long stride, int length, float[] source, int at) {
        DType dtype = tensor.dtype();
        MemorySegment segment = memory.segment();
        long bufferAt = bufferAt(memory, tensor);
        if (dtype == DType.FLOAT32 && stride == 1) {
            MemorySegment.copy(source, at, segment, DeviceMemory.F32, bufferAt + element * 4, length);
        } else if (dtype == DType.BFLOAT16 || dtype == DType.FLOAT16) {
            for (int index = 0; index < length; index++) {
                short raw = (short) dtype.fromFloat(source[at + index]);
                segment.set(DeviceMemory.I16, bufferAt + (element + index * stride) * 2, raw);
            }
        } else {
            for (int index = 0; index < length; index++) {
                long raw = dtype.fromFloat(source[at + index]);
                memory.storeElement(dtype, bufferAt, element + index * stride, raw);
            }
        }
    }

    private static long bufferAt(DeviceMemory memory, Tensor tensor) {
        return memory.offset(tensor.baseAddress());
    }

    private static void checkNarrowInteger(Tensor tensor) {
        if (tensor.dtype().isFloating() || tensor.dtype().bits() > 32) {
            throw new IllegalArgumentException("dtype=" + tensor.dtype() + " does not fit an int");
        }
    }

    private static void checkRoom(String name, int length, int at, Tensor tensor) {
        if (at < 0 || tensor.elements() > length - at) {
            throw new IllegalArgumentException(
                    name + "At=" + at + " length=" + length + " elements=" + tensor.elements());
        }
    }
}
