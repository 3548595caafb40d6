package io.tidemark.viewer.resource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Writes a chunk of rows as columns the browser reads in place: u32 magic "TMC1", u32 rows, then
 * one column after the other, little-endian, each beginning at a multiple of 8. Reader and writer
 * agree on the order of columns by name of the resource. Used by one thread, grows as needed.
 */
final class Columns {
    static final int MAGIC = 0x31434D54;

    private final int rows;
    private ByteBuffer bytes;

    Columns(int rows) {
        this.rows = rows;
        this.bytes = ByteBuffer.allocate(64 + rows * 16).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(rows);
    }

    Columns ints(IntUnaryOperator value) {
        return ints(rows, value);
    }

    /** A column with its own length, for lists that several rows share. */
    Columns ints(int length, IntUnaryOperator value) {
        reserve(length * 4);
        for (int at = 0; at < length; at++) {
            bytes.putInt(value.applyAsInt(at));
        }
        return align();
    }

    Columns longs(IntToLongFunction value) {
        return longs(rows, value);
    }

    Columns longs(int length, IntToLongFunction value) {
        reserve(length * 8);
        for (int at = 0; at < length; at++) {
            bytes.putLong(value.applyAsLong(at));
        }
        return this;
    }

    Columns doubles(IntToDoubleFunction value) {
        return doubles(rows, value);
    }

    Columns doubles(int length, IntToDoubleFunction value) {
        reserve(length * 8);
        for (int at = 0; at < length; at++) {
            bytes.putDouble(value.applyAsDouble(at));
        }
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private void reserve(int more) {
        long needed = (long) bytes.position() + more + 8;
        if (needed > bytes.capacity()) {
            int capacity = Math.toIntExact(Math.max(needed, bytes.capacity() * 2L));
            byte[] grown = Arrays.copyOf(bytes.array(), capacity);
            int position = bytes.position();
            bytes = ByteBuffer.wrap(grown).order(ByteOrder.LITTLE_ENDIAN).position(position);
        }
    }

    private Columns align() {
        while (bytes.position() % 8 != 0) {
            bytes.put((byte) 0);
        }
        return this;
    }
}
