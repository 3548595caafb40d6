package io.tidemark.memory.region;

import io.tidemark.abi.AbiVersion;
import io.tidemark.abi.ClockAnchor;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.abi.region.RegionHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * What a region says about its run. Immutable.
 *
 * @param facts text for a later reader, one {@code name=value} per line: case, capture directory
 *     and so on
 * @param run whose region it is
 */
public record RegionSettings(
        Platform platform,
        boolean simulated,
        DfxFlags flags,
        int argsLevel,
        int pmuEvent,
        int cores,
        int aicpuThreads,
        long clockHz,
        ClockAnchor anchor,
        String facts,
        RunMark run) {
    private static final int FACTS_LIMIT = RegionHeader.PAGE_BYTES - RegionHeader.FACTS_AT;

    public RegionSettings {
        StreamLayout.requireAtLeast("argsLevel", argsLevel, 0);
        StreamLayout.requireAtLeast("pmuEvent", pmuEvent, 0);
        StreamLayout.requireAtLeast("cores", cores, 0);
        StreamLayout.requireAtLeast("aicpuThreads", aicpuThreads, 0);
        StreamLayout.requireAtLeast("clockHz", clockHz, 1);
        int factsBytes = facts.getBytes(StandardCharsets.UTF_8).length;
        if (factsBytes > FACTS_LIMIT) {
            throw new IllegalArgumentException(
                    "facts=" + factsBytes + " bytes, the header has room for " + FACTS_LIMIT);
        }
    }

    /**
     * A chip at its platform's own frequency, nothing but the given diagnostics, no anchor, no
     * facts.
     */
    public static RegionSettings simulated(Platform platform, DfxFlags flags, int cores, int aicpuThreads) {
        return new RegionSettings(
                platform,
                platform.isSimulated(),
                flags,
                0,
                0,
                cores,
                aicpuThreads,
                platform.clockHz(),
                ClockAnchor.NONE,
                "",
                RunMark.NONE);
    }

    public RegionSettings withAnchor(ClockAnchor newAnchor) {
        return new RegionSettings(
                platform, simulated, flags, argsLevel, pmuEvent, cores, aicpuThreads, clockHz, newAnchor, facts, run);
    }

    public RegionSettings withArgsLevel(int newLevel) {
        return new RegionSettings(
                platform, simulated, flags, newLevel, pmuEvent, cores, aicpuThreads, clockHz, anchor, facts, run);
    }

    public RegionSettings withPmuEvent(int newEvent) {
        return new RegionSettings(
                platform, simulated, flags, argsLevel, newEvent, cores, aicpuThreads, clockHz, anchor, facts, run);
    }

    public RegionSettings withFacts(String newFacts) {
        return new RegionSettings(
                platform, simulated, flags, argsLevel, pmuEvent, cores, aicpuThreads, clockHz, anchor, newFacts, run);
    }

    public RegionSettings withRun(RunMark newRun) {
        return new RegionSettings(
                platform, simulated, flags, argsLevel, pmuEvent, cores, aicpuThreads, clockHz, anchor, facts, newRun);
    }

    void writeTo(MemorySegment region) {
        RegionHeader.ABI_VERSION.set(region, 0, AbiVersion.CURRENT);
        RegionHeader.DFX_FLAGS.set(region, 0, flags.bits());
        RegionHeader.PLATFORM.set(region, 0, platform.code());
        RegionHeader.SIMULATED.set(region, 0, simulated ? 1 : 0);
        RegionHeader.CLOCK_HZ.set(region, 0, clockHz);
        writeAnchor(region, anchor);
        RegionHeader.CORES.set(region, 0, cores);
        RegionHeader.AICPU_THREADS.set(region, 0, aicpuThreads);
        RegionHeader.ARGS_LEVEL.set(region, 0, argsLevel);
        RegionHeader.PMU_EVENT.set(region, 0, pmuEvent);
        RegionHeader.RUN_ID.set(region, 0, run.id());
        RegionHeader.CAPTURE_DEVICE.set(region, 0, run.device());
        RegionHeader.CAPTURE_INODE.set(region, 0, run.inode());
        byte[] text = facts.getBytes(StandardCharsets.UTF_8);
        RegionHeader.FACTS_BYTES.set(region, 0, text.length);
        MemorySegment.copy(text, 0, region, ValueLayout.JAVA_BYTE, RegionHeader.FACTS_AT, text.length);
    }

    static void addFact(MemorySegment region, String line) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        long before = RegionHeader.FACTS_BYTES.get(region, 0);
        if (before + text.length <= FACTS_LIMIT) {
            MemorySegment.copy(text, 0, region, ValueLayout.JAVA_BYTE, RegionHeader.FACTS_AT + before, text.length);
            RegionHeader.FACTS_BYTES.setRelease(region, 0, before + text.length);
        }
    }

    static void writeAnchor(MemorySegment region, ClockAnchor anchor) {
        RegionHeader.ANCHOR_TICK.set(region, 0, anchor.tick());
        RegionHeader.ANCHOR_MONOTONIC_NANOS.set(region, 0, anchor.monotonicNanos());
        RegionHeader.ANCHOR_EPOCH_NANOS.set(region, 0, anchor.epochNanos());
        RegionHeader.ANCHOR_UNCERTAINTY_NANOS.setRelease(region, 0, anchor.uncertaintyNanos());
    }

    /** Reads the header; only after {@link RegionCheck} found no fault in it. */
    static RegionSettings readFrom(MemorySegment region) {
        int factsBytes = (int) RegionHeader.FACTS_BYTES.get(region, 0);
        byte[] text = region.asSlice(RegionHeader.FACTS_AT, factsBytes).toArray(ValueLayout.JAVA_BYTE);
        return new RegionSettings(
                Platform.ofCode(RegionHeader.PLATFORM.get(region, 0)).orElseThrow(),
                RegionHeader.SIMULATED.get(region, 0) != 0,
                new DfxFlags(RegionHeader.DFX_FLAGS.get(region, 0)),
                (int) RegionHeader.ARGS_LEVEL.get(region, 0),
                (int) RegionHeader.PMU_EVENT.get(region, 0),
                (int) RegionHeader.CORES.get(region, 0),
                (int) RegionHeader.AICPU_THREADS.get(region, 0),
                RegionHeader.CLOCK_HZ.get(region, 0),
                readAnchor(region),
                new String(text, StandardCharsets.UTF_8),
                new RunMark(
                        RegionHeader.RUN_ID.get(region, 0),
                        RegionHeader.CAPTURE_DEVICE.get(region, 0),
                        RegionHeader.CAPTURE_INODE.get(region, 0)));
    }

    static ClockAnchor readAnchor(MemorySegment region) {
        long uncertainty = RegionHeader.ANCHOR_UNCERTAINTY_NANOS.getAcquire(region, 0);
        return new ClockAnchor(
                RegionHeader.ANCHOR_TICK.get(region, 0),
                RegionHeader.ANCHOR_MONOTONIC_NANOS.get(region, 0),
                RegionHeader.ANCHOR_EPOCH_NANOS.get(region, 0),
                Math.max(0, uncertainty));
    }
}
