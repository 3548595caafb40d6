package io.tidemark.analysis.diff.noise;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.align.Alignment.Change;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How long each kernel of each task took, task by task in every run that is compared. An item is a
 * kernel of a task of the reference run, the first one before; other runs give their values by
 * alignment. Pairs whose kernel or block count changed are left out: they did other work. One
 * thread.
 */
public final class KernelSample {
    private final CaptureModel reference;
    private final LongIndex kernels = new LongIndex(); // id to number
    private final int[] firstItem; // by task of the reference
    private final int[] kernelOf; // by item
    private final double[] base;
    private final CoreType[] kinds; // by number of a kernel
    private final double grainNanos;

    public KernelSample(CaptureModel reference) {
        this.reference = reference;
        KernelRuns runs = reference.runs();
        Tasks tasks = reference.tasks();
        firstItem = new int[tasks.size() + 1];
        int[] kernel = new int[runs.size()];
        double[] nanos = new double[runs.size()];
        int items = 0;
        for (int task = 0; task < tasks.size(); task++) {
            firstItem[task] = items;
            items += items(reference, task, items, kernel, nanos);
        }
        firstItem[tasks.size()] = items;
        kernelOf = new int[items];
        base = Arrays.copyOf(nanos, items);
        for (int item = 0; item < items; item++) {
            kernelOf[item] = kernels.add(kernel[item]);
        }
        kinds = new CoreType[kernels.size()];
        for (int run = runs.size() - 1; run >= 0; run--) {
            int number = kernels.find(runs.kernel(run));
            if (number >= 0) {
                kinds[number] = runs.coreType(run);
            }
        }
        grainNanos = reference.axis().microsPerTick() * 1000;
    }

    /** Writes the kernels of a task and the mean length of their runs; answers how many. */
    private static int items(CaptureModel model, int task, int at, int[] kernel, double[] nanos) {
        KernelRuns runs = model.runs();
        int first = model.tasks().firstRun(task);
        int end = first + model.tasks().runCount(task);
        int count = 0;
        for (int run = first; run < end; run++) {
            boolean isNew = runs.isTimed(run);
            for (int item = 0; item < count && isNew; item++) {
                isNew = kernel[at + item] != runs.kernel(run);
            }
            if (isNew) {
                kernel[at + count] = runs.kernel(run);
                nanos[at + count++] = mean(runs, first, end, runs.kernel(run));
            }
        }
        return count;
    }

    private static double mean(KernelRuns runs, int first, int end, int kernel) {
        double sum = 0;
        int count = 0;
        for (int run = first; run < end; run++) {
            if (runs.isTimed(run) && runs.kernel(run) == kernel) {
                sum += runs.end(run) - runs.start(run);
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    /** The values of the reference itself, by item. */
    public double[] values() {
        return base.clone();
    }

    /** The values of another run, NaN where it has none; the alignment is from the reference. */
    public double[] values(Alignment alignment) {
        CaptureModel other = alignment.after();
        Tasks tasks = other.tasks();
        double[] values = new double[base.length];
        Arrays.fill(values, Double.NaN);
        int[] partner = partners(other);
        for (int task = 0; task + 1 < firstItem.length; task++) {
            int counterpart = alignment.toAfter(task);
            boolean isSame = counterpart != Alignment.NONE
                    && tasks.hasRuns(counterpart)
                    && !alignment.isChanged(task, Change.KERNEL)
                    && !alignment.isChanged(task, Change.BLOCKS);
            if (isSame) {
                int first = tasks.firstRun(counterpart);
                int end = first + tasks.runCount(counterpart);
                for (int item = firstItem[task]; item < firstItem[task + 1]; item++) {
                    values[item] = mean(other.runs(), first, end, partner[kernelOf[item]]);
                }
            }
        }
        return values;
    }

    /**
     * The other run's id of each kernel: the one of its name where names are known, else its id.
     */
    private int[] partners(CaptureModel other) {
        LongIndex ran = new LongIndex();
        for (int run = 0; run < other.runs().size(); run++) {
            ran.add(other.runs().kernel(run));
        }
        Map<String, Integer> byName = new HashMap<>();
        for (int at = 0; at < ran.size(); at++) {
            int kernel = (int) ran.key(at);
            if (other.names().hasName(kernel)) {
                byName.putIfAbsent(other.names().of(kernel), kernel);
            }
        }
        int[] partners = new int[kernels.size()];
        for (int number = 0; number < partners.length; number++) {
            int id = (int) kernels.key(number);
            Integer named =
                    reference.names().hasName(id) ? byName.get(reference.names().of(id)) : null;
            partners[number] = named == null ? id : named;
        }
        return partners;
    }

    /** Names of the kernels by number. */
    public List<String> kernelNames() {
        return IntStream.range(0, kernels.size())
                .mapToObj(number -> reference.names().of((int) kernels.key(number)))
                .toList();
    }

    /** The kind of core that a kernel runs on, by its number. */
    CoreType kind(int kernel) {
        return kinds[kernel];
    }

    /** The items of each kernel, by its number. */
    public RowGroups itemsByKernel() {
        return RowGroups.of(kernels.size(), kernelOf.length, item -> kernelOf[item]);
    }

    /** The grain of a stamp. */
    double grainNanos() {
        return grainNanos;
    }
}
