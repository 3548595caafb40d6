package io.tidemark.viewer.index;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The format of an index: named pieces one after the other, then their list, then the end. The end identifies the data
 * that the index was made from. A digest covers every byte. The digest in the end covers the list and the end. The
 * digest in the list covers a piece. Big-endian.
 *
 * <pre>
 *   pieces: their bytes
 *   list:   per piece u16 length of its name, the name in UTF-8, u64 where it is, u32 size, u32 CRC-32C
 *   end:    u64 magic "TMVIEW01", u32 version, u32 pieces, u64 where the list is, u32 its size,
 *           32 bytes key, u32 CRC-32C of the list and of the end up to here
 * </pre>
 *
 * Pieces are read by position, not mapped: a file that is cut while it is open costs an answer and
 * not the process. Any thread may read.
 */
final class IndexFile implements Closeable {
    static final int VERSION = 1;

    private static final long MAGIC = 0x544D_5649_4557_3031L;
    private static final int END_BYTES = 8 + 4 + 4 + 8 + 4 + IndexKey.DIGEST_BYTES + 4;
    private static final int MOST_LIST_BYTES = 16 << 20;
    private static final int MOST_PIECE_BYTES = 256 << 20;

    private record Piece(long at, int size, int digest) {}

    private final FileChannel channel;
    private final Map<String, Piece> pieces;

    private IndexFile(FileChannel channel, Map<String, Piece> pieces) {
        this.channel = channel;
        this.pieces = pieces;
    }

    /**
     * Opens an index that was made from the files of this key; empty for any other file or none.
     */
    static Optional<IndexFile> open(Path file, IndexKey key) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            Optional<Map<String, Piece>> pieces = pieces(channel, key);
            if (pieces.isPresent()) {
                return Optional.of(new IndexFile(channel, pieces.get()));
            }
            channel.close();
        } catch (IOException | BufferUnderflowException | UnsupportedOperationException unusable) {
            closeQuietly(channel);
        }
        return Optional.empty();
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException gone) {
            return; // nothing was written through it
        }
    }

    private static Optional<Map<String, Piece>> pieces(FileChannel channel, IndexKey key) throws IOException {
        long endAt = channel.size() - END_BYTES;
        if (endAt < 0) {
            return Optional.empty();
        }
        ByteBuffer end = bytes(channel, endAt, END_BYTES);
        boolean isOurs = end.getLong() == MAGIC && end.getInt() == VERSION;
        int count = end.getInt();
        long listAt = end.getLong();
        int listBytes = end.getInt();
        byte[] made = new byte[IndexKey.DIGEST_BYTES];
        end.get(made);
        if (!isOurs
                || !key.isSame(made)
                || listBytes < 0
                || listBytes > MOST_LIST_BYTES
                || listAt + listBytes != endAt) {
            return Optional.empty();
        }
        ByteBuffer list = bytes(channel, listAt, listBytes);
        CRC32C digest = new CRC32C();
        digest.update(list.array());
        digest.update(end.array(), 0, END_BYTES - 4);
        if (end.getInt() != (int) digest.getValue()) {
            return Optional.empty();
        }
        Map<String, Piece> pieces = new HashMap<>();
        for (int at = 0; at < count; at++) {
            byte[] name = new byte[Short.toUnsignedInt(list.getShort())];
            list.get(name);
            Piece piece = new Piece(list.getLong(), list.getInt(), list.getInt());
            boolean fits = piece.at >= 0
                    && piece.size >= 0
                    && piece.size <= MOST_PIECE_BYTES
                    && piece.at <= listAt - piece.size;
            if (!fits) {
                return Optional.empty();
            }
            pieces.put(new String(name, StandardCharsets.UTF_8), piece);
        }
        return Optional.of(pieces);
    }

    private static ByteBuffer bytes(FileChannel channel, long at, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("the index ends too early");
            }
        }
        return bytes.flip();
    }

    Set<String> names() {
        return Set.copyOf(pieces.keySet());
    }

    boolean has(String name) {
        return pieces.containsKey(name);
    }

    /** A piece it has. Fails when its bytes are not the ones that were written. */
    byte[] read(String name) throws IOException {
        Piece piece = pieces.get(name);
        byte[] found = bytes(channel, piece.at, piece.size).array();
        CRC32C digest = new CRC32C();
        digest.update(found);
        if ((int) digest.getValue() != piece.digest) {
            throw new IOException("the index is damaged");
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Writes an index piece by piece. One thread. */
    static final class Writer {
        private final OutputStream out;
        private final Map<String, Piece> written = new LinkedHashMap<>();
        private long at;

        Writer(OutputStream out) {
            this.out = out;
        }

        void add(String name, byte[] bytes) throws IOException {
            CRC32C digest = new CRC32C();
            digest.update(bytes);
            out.write(bytes);
            written.put(name, new Piece(at, bytes.length, (int) digest.getValue()));
            at += bytes.length;
        }

        /** How large it is so far. */
        long bytes() {
            return at;
        }

        void finish(IndexKey key) throws IOException {
            ByteArrayOutputStream list = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(list);
            for (Map.Entry<String, Piece> entry : written.entrySet()) {
                byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
                data.writeShort(name.length);
                data.write(name);
                data.writeLong(entry.getValue().at);
                data.writeInt(entry.getValue().size);
                data.writeInt(entry.getValue().digest);
            }
            ByteBuffer end = ByteBuffer.allocate(END_BYTES);
            end.putLong(MAGIC).putInt(VERSION).putInt(written.size());
            end.putLong(at).putInt(list.size()).put(key.digest());
            CRC32C digest = new CRC32C();
            digest.update(list.toByteArray());
            digest.update(end.array(), 0, END_BYTES - 4);
            end.putInt((int) digest.getValue());
            out.write(list.toByteArray());
            out.write(end.array());
        }
    }
}
