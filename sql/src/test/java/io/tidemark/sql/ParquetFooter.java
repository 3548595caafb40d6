package io.tidemark.sql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a Parquet file says of itself, read by the format's own description (magic, length, Thrift
 * compact protocol) and without the engine that wrote it. Values are not decoded.
 *
 * @param columns names of the leaves
 * @param codecs compression of every column chunk, by the format's numbers
 */
record ParquetFooter(long rows, List<String> columns, List<Long> codecs) {
    static final long ZSTD = 6;

    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    static ParquetFooter read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int size = bytes.capacity();
        require(bytes.getInt(0) == 0x31524150 && bytes.getInt(size - 4) == 0x31524150, "no magic");
        bytes.position(size - 8 - bytes.getInt(size - 8));
        Map<Integer, Object> top = struct(bytes);
        List<String> columns = new ArrayList<>();
        for (Object element : list(top.get(2)).subList(1, list(top.get(2)).size())) {
            columns.add(new String((byte[]) fields(element).get(4), StandardCharsets.UTF_8));
        }
        List<Long> codecs = new ArrayList<>();
        for (Object group : list(top.get(4))) {
            for (Object chunk : list(fields(group).get(1))) {
                codecs.add((Long) fields(fields(chunk).get(3)).get(4));
            }
        }
        return new ParquetFooter((Long) top.get(3), columns, codecs);
    }

    private static void require(boolean holds, String what) throws IOException {
        if (!holds) {
            throw new IOException(what);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<Integer, Object> fields(Object value) {
        return (Map<Integer, Object>) value;
    }

    private static Map<Integer, Object> struct(ByteBuffer in) throws IOException {
        Map<Integer, Object> fields = new HashMap<>();
        int id = 0;
        while (true) {
            int head = in.get() & 0xFF;
            int type = head & 0x0F;
            if (type == STOP) {
                return fields;
            }
            id = head >>> 4 == 0 ? (int) zigzag(in) : id + (head >>> 4);
            fields.put(id, value(in, type));
        }
    }

    private static Object value(ByteBuffer in, int type) throws IOException {
        return switch (type) {
            case TRUE -> true;
            case FALSE -> false;
            case BYTE -> (long) in.get();
            case 4, 5, I64 -> zigzag(in);
            case DOUBLE -> in.getDouble();
            case BINARY -> {
                byte[] text = new byte[(int) varint(in)];
                in.get(text);
                yield text;
            }
            case LIST -> {
                int head = in.get() & 0xFF;
                long count = head >>> 4 == 15 ? varint(in) : head >>> 4;
                List<Object> items = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    items.add(value(in, head & 0x0F));
                }
                yield items;
            }
            case STRUCT -> struct(in);
            default -> throw new IOException("type " + type);
        };
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = in.get();
            value |= (long) (part & 0x7F) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }

    private static long zigzag(ByteBuffer in) {
        long value = varint(in);
        return value >>> 1 ^ -(value & 1);
    }
}
