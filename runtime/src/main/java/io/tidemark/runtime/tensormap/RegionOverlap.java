package io.tidemark.runtime.tensormap;

import static io.tidemark.runtime.tensormap.RegionWords.EXTENT;
import static io.tidemark.runtime.tensormap.RegionWords.START;

import io.tidemark.abi.DType;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;

/**
 * Finds whether a view touches a region written earlier in the same buffer. Exact where both lie on
 * one grid, otherwise on the safe side: an overlap is never missed, a view is called covering only
 * when it is. Pure: any thread may call it.
 */
public final class RegionOverlap {
    private RegionOverlap() {}

    /** The same test on two views of one buffer, for callers without a map. Allocates. */
    public static Overlap of(Tensor input, Tensor entry) {
        long[] words = new long[2 * RegionWords.WORDS];
        RegionWords.write(input, words, 0);
        RegionWords.write(entry, words, RegionWords.WORDS);
        return test(words, 0, words, RegionWords.WORDS);
    }

    static Overlap test(long[] input, int at, long[] entry, int entryAt) {
        if (RegionWords.version(input, at) > RegionWords.version(entry, entryAt)) {
            return Overlap.OTHER;
        }
        int form = RegionWords.form(input, at);
        DType dtype = DType.ofCode(form & 0xFF);
        if (form != RegionWords.form(entry, entryAt)) {
            return bytesAreDisjoint(input, at, entry, entryAt) ? Overlap.NO_OVERLAP : Overlap.OTHER;
        }
        long start = input[at + START];
        long entryStart = entry[entryAt + START];
        if (dtype.bits() < 8) {
            if (bytesAreDisjoint(input, at, entry, entryAt)) {
                return Overlap.NO_OVERLAP;
            }
        } else if (start + input[at + EXTENT] <= entryStart || entryStart + entry[entryAt + EXTENT] <= start) {
            return Overlap.NO_OVERLAP;
        }
        Overlap answer = onOneGrid(input, at, entry, entryAt);
        // packed neighbours share a byte, and a write of one rewrites the other
        return answer == Overlap.NO_OVERLAP && dtype.bits() < 8 ? Overlap.OTHER : answer;
    }

    /** Compared in bytes, because elements of two types do not count alike. */
    private static boolean bytesAreDisjoint(long[] input, int at, long[] entry, int entryAt) {
        return endByte(input, at) <= beginByte(entry, entryAt) || endByte(entry, entryAt) <= beginByte(input, at);
    }

    /** The first byte of its buffer that a view touches. */
    static long beginByte(Tensor view) {
        return view.startOffset() * view.dtype().bits() >>> 3;
    }

    /** The byte behind the last one that a view touches. */
    static long endByte(Tensor view) {
        return view.dtype().bytesFor(view.startOffset() + view.extent());
    }

    static long beginByte(long[] words, int at) {
        return words[at + START] * RegionWords.dtype(words, at).bits() >>> 3;
    }

    static long endByte(long[] words, int at) {
        return RegionWords.dtype(words, at).bytesFor(words[at + START] + words[at + EXTENT]);
    }

    /**
     * Both as boxes on the grid that their common strides span; OTHER if there is none or one
     * leaves it.
     */
    private static Overlap onOneGrid(long[] input, int at, long[] entry, int entryAt) {
        int last = RegionWords.rank(input, at) - 1;
        if (!stridesSpanAGrid(input, at, entry, entryAt, last)) {
            return Overlap.OTHER;
        }
        long rest = input[at + START];
        long entryRest = entry[entryAt + START];
        boolean disjoint = false;
        boolean contained = true;
        for (int axis = 0; axis <= last; axis++) {
            long stride = RegionWords.stride(input, at, axis);
            long begin = stride == 1 ? rest : rest / stride;
            long entryBegin = stride == 1 ? entryRest : entryRest / stride;
            rest -= begin * stride;
            entryRest -= entryBegin * stride;
            long end = begin + RegionWords.dimension(input, at, axis);
            long entryEnd = entryBegin + RegionWords.dimension(entry, entryAt, axis);
            if (axis > 0) {
                // a box that leaves its row continues in the next one and is no box
                long room = RegionWords.stride(input, at, axis - 1) / stride;
                if (end > room || entryEnd > room) {
                    return Overlap.OTHER;
                }
            }
            disjoint |= end <= entryBegin || entryEnd <= begin;
            contained &= begin <= entryBegin && entryEnd <= end;
        }
        if (disjoint) {
            return Overlap.NO_OVERLAP;
        }
        return contained ? Overlap.COVERED : Overlap.OTHER;
    }

    private static boolean stridesSpanAGrid(long[] input, int at, long[] entry, int entryAt, int last) {
        if (RegionWords.stride(input, at, last) != 1) {
            return false;
        }
        for (int axis = 0; axis <= last; axis++) {
            long stride = RegionWords.stride(input, at, axis);
            if (stride != RegionWords.stride(entry, entryAt, axis)) {
                return false;
            }
            if (axis > 0 && RegionWords.stride(input, at, axis - 1) % stride != 0) {
                return false;
            }
        }
        return true;
    }
}
