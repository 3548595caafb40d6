package io.tidemark.runtime.tensormap;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The five-step test against sets of elements: slow, obvious and independent of strides. */
class RegionOverlapTest {
    private static final long BASE = 4096;

    /** A view with the bytes it touches and the elements it holds. */
    private record Sample(Tensor view, BitSet bytes, BitSet elements) {
        static Sample of(Tensor view) {
            BitSet bytes = new BitSet();
            BitSet elements = new BitSet();
            for (long index = 0; index < view.elements(); index++) {
                long element = view.elementOffset(index);
                int bits = view.dtype().bits();
                elements.set((int) element);
                bytes.set((int) (element * bits / 8), (int) ((element * bits + bits - 1) / 8) + 1);
            }
            return new Sample(view, bytes, elements);
        }

        boolean touches(Sample other) {
            return bytes.intersects(other.bytes);
        }

        boolean contains(Sample other) {
            BitSet outside = (BitSet) other.elements.clone();
            outside.andNot(elements);
            return view.dtype() == other.view.dtype() && outside.isEmpty();
        }
    }

    @Test
    void everyPairOfSmallStridedViewsIsJudgedOnTheSafeSide() {
        List<Sample> samples = new ArrayList<>();
        for (int start = 0; start < 8; start++) {
            for (int length = 1; length <= 4; length++) {
                for (int stride = 1; stride <= 3; stride++) {
                    addIfInside(samples, 16, start, new int[] {length}, stride);
                }
            }
            for (int rows = 1; rows <= 3; rows++) {
                for (int columns = 1; columns <= 3; columns++) {
                    for (int rowStride = 1; rowStride <= 6; rowStride++) {
                        for (int columnStride = 1; columnStride <= 2; columnStride++) {
                            addIfInside(samples, 16, start, new int[] {rows, columns}, rowStride, columnStride);
                        }
                    }
                }
            }
        }
        assertThat(samples.size()).isGreaterThan(500);
        Set<Overlap> answers = EnumSet.noneOf(Overlap.class);
        for (Sample input : samples) {
            for (Sample entry : samples) {
                answers.add(check(input, entry));
            }
        }
        assertThat(answers) // all three occur, so none is vacuous
                .containsExactlyInAnyOrder(Overlap.NO_OVERLAP, Overlap.COVERED, Overlap.OTHER);
    }

    @Test
    void boxesOfOneTensorAreJudgedExactly() {
        Tensor whole = Tensor.of(BASE, DType.FLOAT32, 2, 3, 4);
        List<Sample> boxes = new ArrayList<>();
        for (int code = 0; code < 2 * 3 * 4 * 2 * 3 * 4; code++) {
            int[] offsets = {code % 2, code / 2 % 3, code / 6 % 4};
            int[] lengths = {code / 24 % 2 + 1, code / 48 % 3 + 1, code / 144 + 1};
            if (offsets[0] + lengths[0] <= 2 && offsets[1] + lengths[1] <= 3 && offsets[2] + lengths[2] <= 4) {
                boxes.add(Sample.of(whole.view(lengths, offsets)));
            }
        }
        for (Sample input : boxes) {
            for (Sample entry : boxes) {
                Overlap exact = !input.touches(entry)
                        ? Overlap.NO_OVERLAP
                        : input.contains(entry) ? Overlap.COVERED : Overlap.OTHER;
                assertThat(RegionOverlap.of(input.view(), entry.view()))
                        .as(input + " / " + entry)
                        .isEqualTo(exact);
            }
        }
    }

    @Test
    void randomViewsOfAnyTypeAndRankAreJudgedOnTheSafeSide() {
        long seed = 7_919;
        Random random = new Random(seed);
        DType[] types = {DType.FLOAT32, DType.BFLOAT16, DType.INT8, DType.INT64, DType.FP4E2M1};
        for (int round = 0; round < 60_000; round++) {
            DType type = types[random.nextInt(types.length)];
            DType other = random.nextInt(3) > 0 ? type : types[random.nextInt(types.length)];
            try {
                check(randomView(random, type), randomView(random, other));
            } catch (AssertionError e) {
                throw new AssertionError("seed=" + seed + " round=" + round, e);
            }
        }
    }

    @Test
    void elementsOfAnotherTypeAreComparedByTheirBytes() {
        Tensor words = Tensor.of(BASE, DType.FLOAT32, 32).slice(0, 10, 10); // bytes 40 .. 80
        Tensor bytes = Tensor.of(BASE, DType.INT8, 128).slice(0, 40, 20); // bytes 40 .. 60, elements 40 .. 60
        assertThat(RegionOverlap.of(words, bytes)).isEqualTo(Overlap.OTHER);
        assertThat(RegionOverlap.of(words, Tensor.of(BASE, DType.INT8, 128).slice(0, 12, 8)))
                .isEqualTo(Overlap.NO_OVERLAP);
    }

    @Test
    void aNewerVersionDependsOnEveryOlderRegion() {
        Tensor whole = Tensor.of(BASE, DType.FLOAT32, 8);
        assertThat(RegionOverlap.of(whole.slice(0, 0, 4).withVersion(1), whole.slice(0, 4, 4)))
                .isEqualTo(Overlap.OTHER);
        assertThat(RegionOverlap.of(whole.slice(0, 0, 4), whole.slice(0, 4, 4).withVersion(1)))
                .isEqualTo(Overlap.NO_OVERLAP);
    }

    private static Sample randomView(Random random, DType type) {
        int[] shape = new int[1 + random.nextInt(5)];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = 1 + random.nextInt(4);
        }
        Tensor view = Tensor.of(BASE, type, shape);
        for (int step = random.nextInt(4); step > 0; step--) {
            int axis = random.nextInt(view.rank());
            int length = 1 + random.nextInt(view.dimension(axis));
            view = switch (random.nextInt(4)) {
                case 0 -> view.transpose(axis, random.nextInt(view.rank()));
                case 1 -> view.strided(axis, 1 + random.nextInt(3));
                case 2 -> view.select(axis, random.nextInt(view.dimension(axis)));
                default -> view.slice(axis, random.nextInt(view.dimension(axis) - length + 1), length);
            };
        }
        return Sample.of(view);
    }

    private static void addIfInside(List<Sample> samples, int elements, int start, int[] shape, long... strides) {
        long extent = 1;
        for (int axis = 0; axis < shape.length; axis++) {
            extent += (shape[axis] - 1) * strides[axis];
        }
        if (start + extent <= elements) {
            samples.add(Sample.of(Tensor.ofStrided(BASE, elements, DType.FLOAT32, shape, strides, start)));
        }
    }

    private static Overlap check(Sample input, Sample entry) {
        Overlap answer = RegionOverlap.of(input.view(), entry.view());
        switch (answer) {
            case NO_OVERLAP ->
                assertThat(input.touches(entry))
                        .as("missed: " + input + " / " + entry)
                        .isFalse();
            case COVERED ->
                assertThat(input.contains(entry))
                        .as("not covered: " + input + " / " + entry)
                        .isTrue();
            default -> {
                if (mustBeExact(input.view(), entry.view())) {
                    assertThat(input.touches(entry))
                            .as("needless: " + input + " / " + entry)
                            .isTrue();
                    assertThat(input.contains(entry))
                            .as("covered: " + input + " / " + entry)
                            .isFalse();
                }
            }
        }
        return answer;
    }

    /**
     * Both step along one grid without leaving a row; found by looking at each element, not at the
     * strides' sums.
     */
    private static boolean mustBeExact(Tensor input, Tensor entry) {
        if (input.dtype() != entry.dtype()
                || input.rank() != entry.rank()
                || input.dtype().bits() < 8) {
            return false;
        }
        for (int axis = 0; axis < input.rank(); axis++) {
            boolean nests = axis == 0 || input.stride(axis - 1) % input.stride(axis) == 0;
            if (input.stride(axis) != entry.stride(axis) || !nests) {
                return false;
            }
        }
        return input.stride(input.rank() - 1) == 1 && isBox(input) && isBox(entry);
    }

    private static boolean isBox(Tensor view) {
        long[] first = coordinates(view, view.startOffset());
        for (long index = 0; index < view.elements(); index++) {
            long[] here = coordinates(view, view.elementOffset(index));
            long rest = index;
            for (int axis = view.rank() - 1; axis >= 0; axis--) {
                if (here[axis] != first[axis] + rest % view.dimension(axis)) {
                    return false;
                }
                rest /= view.dimension(axis);
            }
        }
        return true;
    }

    private static long[] coordinates(Tensor grid, long element) {
        long[] result = new long[grid.rank()];
        long rest = element;
        for (int axis = 0; axis < result.length; axis++) {
            result[axis] = rest / grid.stride(axis);
            rest %= grid.stride(axis);
        }
        return result;
    }
}
