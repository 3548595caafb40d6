package io.tidemark.analysis.convert.encode;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A growing array that protobuf's own encoder writes fields into; one per nested message, used
 * again for every event. One thread.
 */
final class ProtoBuffer {
    private static final int LONGEST_FIELD = 20; // tag and a ten-byte number

    private byte[] bytes;
    private int base;
    private CodedOutputStream stream;

    ProtoBuffer(int capacity) {
        bytes = new byte[capacity];
        stream = CodedOutputStream.newInstance(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return base + stream.getTotalBytesWritten();
    }

    void clear() {
        base = 0;
        stream = CodedOutputStream.newInstance(bytes);
    }

    ProtoBuffer number(int field, long value) {
        ensure(LONGEST_FIELD);
        try {
            stream.writeUInt64(field, value);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // the room was made above
        }
        return this;
    }

    ProtoBuffer fixed(int field, long value) {
        ensure(LONGEST_FIELD);
        try {
            stream.writeFixed64(field, value);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    ProtoBuffer real(int field, double value) {
        ensure(LONGEST_FIELD);
        try {
            stream.writeDouble(field, value);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    ProtoBuffer text(int field, String text) {
        ensure(LONGEST_FIELD + 3 * text.length());
        try {
            stream.writeString(field, text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    /** Opens a nested message whose size is known; its fields follow. */
    ProtoBuffer open(int field, int size) {
        ensure(LONGEST_FIELD);
        try {
            stream.writeUInt32NoTag(field << 3 | 2);
            stream.writeUInt32NoTag(size);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    /** Appends fields that were encoded before. */
    ProtoBuffer raw(byte[] fields) {
        ensure(fields.length);
        try {
            stream.writeRawBytes(fields, 0, fields.length);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size());
    }

    static int sizeOf(int field, long value) {
        return CodedOutputStream.computeUInt64Size(field, value);
    }

    static int sizeOfMessage(int field, int size) {
        return CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt32SizeNoTag(size) + size;
    }

    ProtoBuffer message(int field, ProtoBuffer nested) {
        return bytes(field, nested.bytes, nested.size());
    }

    ProtoBuffer bytes(int field, byte[] content, int length) {
        ensure(LONGEST_FIELD + length);
        try {
            stream.writeUInt32NoTag(field << 3 | 2);
            stream.writeUInt32NoTag(length);
            stream.writeRawBytes(content, 0, length);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    private void ensure(int more) {
        if (stream.spaceLeft() >= more) {
            return;
        }
        int size = size();
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        base = size;
        stream = CodedOutputStream.newInstance(bytes, size, bytes.length - size);
    }
}
