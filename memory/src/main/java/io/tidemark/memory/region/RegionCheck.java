package io.tidemark.memory.region;

import io.tidemark.abi.AbiVersion;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.abi.catalog.RecordCatalog;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.StreamEntry;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a file's header and directory as if a stranger had written them. Every number that is later
 * used as an offset, a size or a count is held against the length of the file here, so that nothing
 * behind this check can run off the end. One thread.
 */
final class RegionCheck {
    private static final long MOST_ENTRIES = 1024; // five channels need nine; more is a damaged count

    private static final List<U32> RUN_COUNTS =
            List.of(RegionHeader.CORES, RegionHeader.AICPU_THREADS, RegionHeader.ARGS_LEVEL, RegionHeader.PMU_EVENT);

    private final MemorySegment file;
    private final long fileBytes;
    private final List<String> faults = new ArrayList<>();

    private RegionCheck(MemorySegment file) {
        this.file = file;
        fileBytes = file.byteSize();
    }

    /** One sentence per fault; empty when the region can be used. */
    static List<String> faults(MemorySegment file) {
        RegionCheck check = new RegionCheck(file);
        if (check.headerIsOurs() && check.headerIsWhole()) {
            check.directory();
        }
        return check.faults;
    }

    static Optional<String> tooShort(long fileBytes) {
        return fileBytes >= RegionHeader.PAGE_BYTES
                ? Optional.empty()
                : Optional.of("it has %d bytes and a region has at least %d: it was cut short or is another file."
                        .formatted(fileBytes, RegionHeader.PAGE_BYTES));
    }

    private boolean headerIsOurs() {
        long magic = RegionHeader.MAGIC_WORD.getAcquire(file, 0);
        if (magic == 0) {
            fault("byte 0 has no magic word: the run that was creating this region did not finish it.");
            return false;
        }
        if (magic != RegionHeader.MAGIC) {
            fault("byte 0 has 0x%016x where a region says TIDEMARK: this is another kind of file.", magic);
            return false;
        }
        long version = RegionHeader.ABI_VERSION.get(file, 0);
        if (!AbiVersion.canRead(version)) {
            fault(
                    "byte 8 says version %d and this program reads version %d: use the release that wrote it.",
                    version, AbiVersion.CURRENT);
            return false;
        }
        return true;
    }

    private boolean headerIsWhole() {
        long regionBytes = RegionHeader.REGION_BYTES.get(file, 0);
        if (regionBytes != fileBytes) {
            fault(
                    "byte 16 says the region has %d bytes, the file has %d: it was cut short or appended to.",
                    regionBytes, fileBytes);
        }
        long headerBytes = RegionHeader.HEADER_BYTES.get(file, 0);
        if (headerBytes != RegionHeader.PAGE_BYTES) {
            fault("byte 12 says the header has %d bytes, not %d.", headerBytes, RegionHeader.PAGE_BYTES);
        }
        long flags = RegionHeader.DFX_FLAGS.get(file, 0);
        if (!DfxFlags.isKnown(flags)) {
            fault("byte 24 has flags 0x%x of which some are reserved.", flags);
        }
        long platform = RegionHeader.PLATFORM.get(file, 0);
        if (Platform.ofCode(platform).isEmpty()) {
            fault("byte 32 has platform %d, which does not exist.", platform);
        }
        long clockHz = RegionHeader.CLOCK_HZ.get(file, 0);
        if (clockHz < 1) {
            fault("byte 56 says the clock runs at %d Hz.", clockHz);
        }
        long facts = RegionHeader.FACTS_BYTES.get(file, 0);
        if (facts > RegionHeader.PAGE_BYTES - RegionHeader.FACTS_AT) {
            fault("byte 112 says %d bytes of facts, more than the header page holds.", facts);
        }
        for (U32 field : RUN_COUNTS) {
            if (field.get(file, 0) > Integer.MAX_VALUE) {
                fault("byte %d has %d, which no run can have.", field.offset(), field.get(file, 0));
            }
        }
        return faults.isEmpty();
    }

    private void directory() {
        long at = RegionHeader.DIRECTORY_AT.get(file, 0);
        long entries = RegionHeader.DIRECTORY_ENTRIES.get(file, 0);
        long stride = RegionHeader.DIRECTORY_ENTRY_BYTES.get(file, 0);
        if (stride < StreamEntry.LAYOUT.sizeBytes() || stride % 8 != 0 || entries > MOST_ENTRIES) {
            fault("byte 48 says %d directory entries of %d bytes.", entries, stride);
            return;
        }
        if (!fits("the directory", at, entries, stride)) {
            return;
        }
        long boardAt = RegionHeader.BOARD_AT.get(file, 0);
        if (boardAt != 0) {
            int cores = (int) RegionHeader.CORES.get(file, 0);
            fits("the board", boardAt, 1, DeviceBoard.sizeBytes(cores));
        }
        for (int i = 0; i < entries; i++) {
            entry(i, at + i * stride);
        }
    }

    private void entry(int index, long at) {
        String name = "directory entry " + index;
        long recordBytes = StreamEntry.RECORD_BYTES.get(file, at);
        long lanes = StreamEntry.LANES.get(file, at);
        long perLane = StreamEntry.BUFFERS_PER_LANE.get(file, at);
        long records = StreamEntry.RECORDS_PER_BUFFER.get(file, at);
        long slots = StreamEntry.FREE_SLOTS.get(file, at);
        long queues = StreamEntry.READY_QUEUES.get(file, at);
        long capacity = StreamEntry.READY_CAPACITY.get(file, at);
        if (!counts(name, at, recordBytes, lanes, perLane, records, slots, queues, capacity)) {
            return;
        }
        Optional<RecordLayout> layout = RecordCatalog.ofId(StreamEntry.LAYOUT_ID.get(file, at));
        if (layout.isPresent() && layout.get().sizeBytes() != recordBytes) {
            fault(
                    "%s says %s has %d bytes, it has %d.",
                    name, layout.get().name(), recordBytes, layout.get().sizeBytes());
        }
        long readyStride = StreamEntry.READY_STRIDE_BYTES.get(file, at);
        long laneStride = StreamEntry.LANE_STRIDE_BYTES.get(file, at);
        long bufferStride = StreamEntry.BUFFER_STRIDE_BYTES.get(file, at);
        if (readyStride < RegionPlan.readyStrideBytes((int) capacity)
                || laneStride < RegionPlan.laneStrideBytes((int) slots)
                || bufferStride < RegionPlan.bufferStrideBytes((int) records, (int) recordBytes)
                || (readyStride | laneStride | bufferStride) % 64 != 0) {
            fault(
                    "%s has strides %d, %d and %d that do not hold what they should.",
                    name, readyStride, laneStride, bufferStride);
            return;
        }
        fits(name + " (back-pressure)", StreamEntry.BACK_PRESSURE_AT.get(file, at), 1, BackPressure.LAYOUT.sizeBytes());
        fits(name + " (ready queues)", StreamEntry.READY_AT.get(file, at), queues, readyStride);
        fits(name + " (lanes)", StreamEntry.LANES_AT.get(file, at), lanes, laneStride);
        fits(name + " (buffers)", StreamEntry.BUFFERS_AT.get(file, at), lanes * perLane, bufferStride);
        if (StreamEntry.ARENA_BYTES.get(file, at) != 0) {
            fits(name + " (arenas)", StreamEntry.ARENAS_AT.get(file, at), lanes, StreamEntry.ARENA_BYTES.get(file, at));
        }
        if (StreamEntry.EXTRA_BYTES.get(file, at) != 0) {
            fits(name + " (extra bytes)", StreamEntry.EXTRA_AT.get(file, at), 1, StreamEntry.EXTRA_BYTES.get(file, at));
        }
    }

    /**
     * Every count is a positive int, the two queues are powers of two, and the pool can be indexed.
     */
    private boolean counts(String name, long at, long... values) {
        boolean sane = true;
        for (long value : values) {
            sane &= value >= 1 && value <= 1 << 28;
        }
        long lanes = StreamEntry.LANES.get(file, at);
        long perLane = StreamEntry.BUFFERS_PER_LANE.get(file, at);
        sane &= StreamEntry.RECORD_BYTES.get(file, at) % 8 == 0;
        sane &= Long.bitCount(StreamEntry.FREE_SLOTS.get(file, at)) == 1;
        sane &= Long.bitCount(StreamEntry.READY_CAPACITY.get(file, at)) == 1;
        sane &= lanes * perLane <= Integer.MAX_VALUE;
        if (!sane) {
            fault("%s at byte %d has counts that no region can have.", name, at);
        }
        return sane;
    }

    private boolean fits(String what, long at, long count, long stride) {
        boolean inside = at >= RegionHeader.PAGE_BYTES
                && at <= fileBytes
                && at % 64 == 0
                && stride >= 0
                && Math.multiplyHigh(count, stride) == 0
                && count * stride >= 0
                && count * stride <= fileBytes - at;
        if (!inside) {
            fault(
                    "%s is said to lie at byte %d with %d times %d bytes, the file has %d.",
                    what, at, count, stride, fileBytes);
        }
        return inside;
    }

    private void fault(String sentence, Object... values) {
        faults.add(String.format(Locale.ROOT, sentence, values));
    }
}
