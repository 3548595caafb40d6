package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.abi.spool.TableChunk;
import io.tidemark.abi.spool.TableFooter;
import io.tidemark.abi.spool.TableHeader;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Table files of any bytes, and the rows that are made from them. Digests are set right first:
 * behind them lies what a fuzzer would not get at otherwise.
 */
class TableFilesFuzzTest {
    private static final String HEAD = """
            {"chip_swimlane_level": 4, "metadata": {"clock_freq_hz": 50000000, "num_cores": 3,
            "core_types": ["aic", "aiv", "aiv"]}, "aicpu_scheduler_phases": [[], []]}
            """;

    @FuzzTest(maxDuration = "60s")
    void tablesOfAnyBytesAreReadOrRefused(byte[] content) {
        repair(content);
        FuzzedFile.write(SwimlaneTables.HEAD_NAME, HEAD.getBytes(StandardCharsets.UTF_8));
        FuzzedFile.write("swimlane.aicore_task.tide", content);
        FuzzedFile.read(
                SwimlaneTables.HEAD_NAME,
                HEAD.getBytes(StandardCharsets.UTF_8),
                (head, findings) -> SwimlaneReader.read(head, findings)
                        .ifPresent(table -> CaptureModel.of(table, Optional.empty(), NameMap.EMPTY)
                                .tasks()));
        look(content);
    }

    private static void look(byte[] content) {
        MemorySegment bytes = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(content.length));
        bytes.copyFrom(MemorySegment.ofArray(content));
        try (TableFile table = TableFile.of("a.tide", bytes)) {
            for (StoredChunk chunk : table.chunks()) {
                if (chunk.recordsAt() + chunk.sizeBytes() > content.length) {
                    throw new AssertionError("a chunk beyond the end of the file");
                }
            }
            table.damage();
        } catch (IOException refused) {
            if (refused.getMessage().lines().count() != 1) {
                throw new AssertionError("not one line: " + refused.getMessage());
            }
        }
    }

    /** Sets every digest right that the bytes have room for. */
    private static void repair(byte[] content) {
        MemorySegment bytes = MemorySegment.ofArray(content);
        int headerBytes = TableHeader.LAYOUT.sizeBytes();
        int lineBytes = TableChunk.LAYOUT.sizeBytes();
        int footerAt = content.length - TableFooter.LAYOUT.sizeBytes();
        if (content.length < headerBytes) {
            return;
        }
        for (int at = 0; at + lineBytes <= content.length; at += Long.BYTES) {
            if (get(content, at) == TableChunk.MAGIC) {
                put(content, at + 4, crc(content, at + 8, at + lineBytes));
            }
        }
        long chunksAt = TableHeader.CHUNKS_AT.get(bytes, 0);
        int digestAt = (int) TableHeader.DIGEST.offset();
        if (chunksAt >= headerBytes && chunksAt <= content.length) {
            CRC32C crc = new CRC32C();
            crc.update(content, 0, digestAt);
            crc.update(content, digestAt + 4, (int) chunksAt - digestAt - 4);
            put(content, digestAt, crc.getValue());
        }
        if (footerAt >= headerBytes && TableFooter.MAGIC_WORD.get(bytes, footerAt) == TableFooter.MAGIC) {
            long index = TableFooter.INDEX_AT.get(bytes, footerAt);
            if (index >= 0 && index <= footerAt) {
                put(content, footerAt + (int) TableFooter.INDEX_DIGEST.offset(), crc(content, (int) index, footerAt));
            }
            put(content, footerAt + (int) TableFooter.HEADER_DIGEST.offset(), get(content, digestAt));
            int own = footerAt + (int) TableFooter.DIGEST.offset();
            put(content, own, crc(content, footerAt, own));
        }
    }

    private static long crc(byte[] content, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(content, from, to - from);
        return crc.getValue();
    }

    private static int get(byte[] content, int at) {
        return (content[at] & 0xFF)
                | (content[at + 1] & 0xFF) << 8
                | (content[at + 2] & 0xFF) << 16
                | (content[at + 3] & 0xFF) << 24;
    }

    private static void put(byte[] content, int at, long value) {
        for (int i = 0; i < 4; i++) {
            content[at + i] = (byte) (value >>> 8 * i);
        }
    }
}
