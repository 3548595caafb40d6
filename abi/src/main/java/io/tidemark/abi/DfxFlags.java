package io.tidemark.abi;

import java.util.ArrayList;
import java.util.List;

/**
 * Which diagnostics a run records: one 64-bit word, one bit a feature, the same class in both
 * halves. Immutable. Implied bits are always set, reserved bits never. Values that are not on/off
 * (args level, counter event) travel beside it.
 */
public record DfxFlags(long bits) {
    /** Every bit of a feature of this version. */
    public static final long KNOWN = knownBits();

    /** From here on bits belong to programs that bring a channel of their own. */
    public static final int FIRST_PRIVATE_BIT = 56;

    /** The bits of private channels, whose meaning only the program knows that records them. */
    public static final long PRIVATE = -1L << FIRST_PRIVATE_BIT;

    public static final DfxFlags NONE = new DfxFlags(0);

    public static final int MAX_SWIMLANE_LEVEL = 4;

    private static final DfxFeature[] SWIMLANE_BY_LEVEL = {
        DfxFeature.CHIP_SWIMLANE_AICORE_TIMING,
        DfxFeature.CHIP_SWIMLANE_TASK_LIFECYCLE,
        DfxFeature.CHIP_SWIMLANE_PHASE_BUFFERS,
        DfxFeature.CHIP_SWIMLANE_ORCH_PHASES
    };

    public DfxFlags {
        if (!isKnown(bits)) {
            throw new IllegalArgumentException(
                    "bits=0x%x has reserved bits 0x%x".formatted(bits, bits & ~(KNOWN | PRIVATE)));
        }
        bits = close(bits);
    }

    public static DfxFlags of(DfxFeature... features) {
        long bits = 0;
        for (DfxFeature feature : features) {
            bits |= feature.closure();
        }
        return new DfxFlags(bits);
    }

    public static DfxFlags ofSwimlaneLevel(int level) {
        return NONE.withSwimlaneLevel(level);
    }

    public boolean has(DfxFeature feature) {
        return (bits & feature.mask()) != 0;
    }

    public DfxFlags with(DfxFeature feature) {
        return new DfxFlags(bits | feature.closure());
    }

    public DfxFlags plus(DfxFlags other) {
        return new DfxFlags(bits | other.bits);
    }

    /** The same flags with the swimlane at exactly this level, 0 (off) to 4. */
    public DfxFlags withSwimlaneLevel(int level) {
        SwimlaneLevel.of(SwimlaneLevel.CHIP, level);
        long others = bits & ~DfxFeature.CHIP_SWIMLANE_ORCH_PHASES.closure();
        return new DfxFlags(level == 0 ? others : others | SWIMLANE_BY_LEVEL[level - 1].mask());
    }

    public int swimlaneLevel() {
        int level = 0;
        while (level < MAX_SWIMLANE_LEVEL && has(SWIMLANE_BY_LEVEL[level])) {
            level++;
        }
        return level;
    }

    /** The same flags with the channel on; at its least level, where it has levels. */
    public DfxFlags with(Channel channel) {
        return new DfxFlags(bits | channel.flag());
    }

    /** Whether anything of the channel is recorded. */
    public boolean records(Channel channel) {
        return (bits & channel.flag()) != 0;
    }

    /** How many private channels are recorded. */
    public int privateChannels() {
        return Long.bitCount(bits & PRIVATE);
    }

    /** Whether a word read from elsewhere may be given to the constructor. */
    public static boolean isKnown(long bits) {
        return (bits & ~(KNOWN | PRIVATE)) == 0;
    }

    /** The names of the features that are on. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        for (DfxFeature feature : DfxFeature.values()) {
            if (has(feature)) {
                words.add(feature.label());
            }
        }
        for (int bit = FIRST_PRIVATE_BIT; bit < Long.SIZE; bit++) {
            if ((bits & 1L << bit) != 0) {
                words.add("private_" + bit);
            }
        }
        return words;
    }

    @Override
    public String toString() {
        return bits == 0 ? "none" : String.join("+", words());
    }

    private static long close(long bits) {
        long closed = bits;
        for (DfxFeature feature : DfxFeature.values()) {
            if ((bits & feature.mask()) != 0) {
                closed |= feature.closure();
            }
        }
        return closed;
    }

    private static long knownBits() {
        long known = 0;
        for (DfxFeature feature : DfxFeature.values()) {
            known |= feature.mask();
        }
        return known;
    }
}
