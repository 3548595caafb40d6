package io.tidemark.capture.table;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** CRC-32C of mapped bytes, of any length. One thread. */
final class Crc {
    private static final long MOST_BYTES = 1 << 30; // what one ByteBuffer holds with room to spare

    private final CRC32C crc = new CRC32C();

    Crc add(MemorySegment bytes, long at, long size) {
        for (long done = 0; done < size; done += MOST_BYTES) {
            crc.update(
                    bytes.asSlice(at + done, Math.min(MOST_BYTES, size - done)).asByteBuffer());
        }
        return this;
    }

    long value() {
        return crc.getValue();
    }

    static long of(MemorySegment bytes, long at, long size) {
        return new Crc().add(bytes, at, size).value();
    }
}
