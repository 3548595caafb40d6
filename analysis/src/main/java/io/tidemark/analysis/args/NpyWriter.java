package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes NumPy's {@code .npy} format, version 1.0. Types that NumPy does not have (bfloat16, the 8-
 * and 4-bit floats) become float32, which holds each of their values exactly. Pure, one thread.
 */
public final class NpyWriter {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    private static final int ALIGNMENT = 64; // what follows the head may be mapped
    private static final int CHUNK_BYTES = 1 << 16;

    private NpyWriter() {}

    /** Elements of {@code shape}; when fewer are there than it promises, a flat array of those. */
    public static void write(OutputStream out, List<Long> shape, Elements elements) throws IOException {
        long promised = 1;
        for (long size : shape) {
            promised *= size;
        }
        List<Long> written = promised == elements.count() ? shape : List.of(elements.count());
        writeHead(out, descriptor(elements.type()), written);
        long most = Math.min(CHUNK_BYTES, elements.count() * Long.BYTES + Long.BYTES);
        ByteBuffer chunk = ByteBuffer.allocate((int) most).order(ByteOrder.LITTLE_ENDIAN);
        for (long index = 0; index < elements.count(); index++) {
            if (chunk.remaining() < Long.BYTES) {
                flush(out, chunk);
            }
            put(chunk, elements.type(), elements.raw(index));
        }
        flush(out, chunk);
    }

    /** A single number without dimensions. */
    public static void writeScalar(OutputStream out, DType type, double number, long bits) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        boolean whole = !type.isFloating() && type != DType.UNKNOWN;
        writeHead(out, whole ? descriptor(type) : "<f8", List.of());
        if (whole) {
            put(chunk, type, bits);
        } else {
            chunk.putDouble(number);
        }
        flush(out, chunk);
    }

    private static void flush(OutputStream out, ByteBuffer chunk) throws IOException {
        out.write(chunk.array(), 0, chunk.position());
        chunk.clear();
    }

    private static void put(ByteBuffer chunk, DType type, long raw) {
        switch (type) {
            case BFLOAT16, FP8E4M3FN, FP8E8M0, FP4E2M1 -> chunk.putFloat(type.toFloat(raw));
            case BOOL -> chunk.put((byte) type.toLong(raw));
            default -> {
                switch (type.bits()) {
                    case 64 -> chunk.putLong(raw);
                    case 32 -> chunk.putInt((int) raw);
                    case 16 -> chunk.putShort((short) raw);
                    default -> chunk.put((byte) raw);
                }
            }
        }
    }

    private static String descriptor(DType type) {
        return switch (type) {
            case FLOAT32, BFLOAT16, FP8E4M3FN, FP8E8M0, FP4E2M1 -> "<f4";
            case FLOAT16 -> "<f2";
            case INT64 -> "<i8";
            case INT32 -> "<i4";
            case INT16 -> "<i2";
            case INT8 -> "|i1";
            case UINT64 -> "<u8";
            case UINT32 -> "<u4";
            case UINT16 -> "<u2";
            case BOOL -> "|b1";
            case UINT8, UNKNOWN -> "|u1";
        };
    }

    private static void writeHead(OutputStream out, String descriptor, List<Long> shape) throws IOException {
        List<String> sizes = new ArrayList<>();
        shape.forEach(size -> sizes.add(Long.toString(size)));
        String tuple = "(" + String.join(", ", sizes) + (sizes.size() == 1 ? ",)" : ")");
        String head = "{'descr': '" + descriptor + "', 'fortran_order': False, 'shape': " + tuple + ", }";
        int unpadded = MAGIC.length + 2 + head.length() + 1;
        int padding = (ALIGNMENT - unpadded % ALIGNMENT) % ALIGNMENT;
        byte[] text = (head + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
        out.write(MAGIC);
        out.write(text.length & 0xFF);
        out.write(text.length >>> 8);
        out.write(text);
    }
}
