package io.tidemark.analysis.pmu;

import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How near the runs of each kernel came to what its core can do: to the roof of memory, to the roof
 * of arithmetic, and which pipe was busy longest. What the counters or the capture do not say is
 * left out, and {@link #limits} says why. Immutable.
 *
 * @param rates the roofs; empty where the capture has no chip profile
 * @param limits a sentence for each thing that is not known
 */
public record Roofline(Optional<ChipRates> rates, List<Entry> kernels, List<String> limits) {
    /**
     * One kernel on one type of core. Unknown figures are NaN.
     *
     * @param runs rows of the counter file
     * @param bytesPerNano that its runs asked for by their arguments
     * @param operationsPerNano that its runs did
     * @param intensity operations for each byte
     * @param ofMemory share of the roof of memory
     * @param ofArithmetic share of the roof of arithmetic
     * @param pipe that was busy longest; empty where pipes were not counted
     * @param ofPipe share of the cycles in which it was busy
     */
    public record Entry(
            int functionId,
            String name,
            String cores,
            long runs,
            double bytesPerNano,
            double operationsPerNano,
            double intensity,
            double ofMemory,
            double ofArithmetic,
            String pipe,
            double ofPipe) {}

    /** Operations for each count, as the vendor's own profiler multiplies these counters. */
    private static final Map<String, Integer> OPERATIONS = Map.of(
            "cube_fp16_exec", 2 * 16 * 16 * 16,
            "cube_int8_exec", 2 * 16 * 16 * 32,
            "vec_fp32_exec", 32,
            "vec_fp16_128lane_exec", 128,
            "vec_fp16_64lane_exec", 64,
            "vec_int32_exec", 64,
            "vec_misc_exec", 32);

    private static final Map<String, String> PIPES = Map.ofEntries(
            Map.entry("vec_busy_cycles", "vector"),
            Map.entry("cube_busy_cycles", "cube"),
            Map.entry("scalar_busy_cycles", "scalar"),
            Map.entry("mte1_busy_cycles", "mte1"),
            Map.entry("mte2_busy_cycles", "mte2"),
            Map.entry("mte3_busy_cycles", "mte3"),
            Map.entry("pmu_idc_aic_vec_busy_o", "vector"),
            Map.entry("cube_instr_busy", "cube"),
            Map.entry("scalar_instr_busy", "scalar"),
            Map.entry("mte1_instr_busy", "mte1"),
            Map.entry("mte2_instr_busy", "mte2"),
            Map.entry("mte3_instr_busy", "mte3"),
            Map.entry("pmu_fix_instr_busy", "fixpipe"));

    private static final List<String> BYTES = List.of("arg_read_bytes", "arg_write_bytes");

    public Roofline {
        kernels = List.copyOf(kernels);
        limits = List.copyOf(limits);
    }

    /**
     * @param clockHz of the clock that counts the cycles of this capture; 0 when it is not known
     */
    public static Roofline of(PmuTable table, NameMap names, Optional<ChipRates> rates, long clockHz) {
        KernelNames known = new KernelNames(names);
        Columns columns = new Columns(table);
        TreeMap<Long, Sums> sums = new TreeMap<>();
        for (int row = 0; row < table.size(); row++) {
            long key = ((long) table.functionId(row) << 32) | (table.coreType(row) & 0xffffffffL);
            sums.computeIfAbsent(key, fresh -> new Sums(table.counterNames().size()))
                    .add(table, row, columns);
        }
        double nanosPerCycle = clockHz > 0 ? 1e9 / clockHz : Double.NaN;
        List<Entry> entries = new ArrayList<>();
        sums.forEach((key, sum) -> {
            int function = (int) (key >> 32);
            int coreType = (int) (long) key;
            entries.add(sum.entry(
                    function,
                    known.of(function),
                    coreType,
                    rates.flatMap(chip -> chip.of(coreType)),
                    nanosPerCycle,
                    columns));
        });
        return new Roofline(rates, entries, limits(entries, columns, rates, clockHz));
    }

    private static List<String> limits(List<Entry> entries, Columns columns, Optional<ChipRates> rates, long clockHz) {
        List<String> limits = new ArrayList<>();
        if (rates.isEmpty()) {
            limits.add("What a core can do at most is not known: only a capture in virtual time holds"
                    + " the rates of a chip profile.");
        } else if (clockHz <= 0) {
            limits.add("How long a cycle is is not known without the swimlane; record it as well, with"
                    + " --chip-swimlane.");
        }
        if (entries.stream().anyMatch(entry -> Double.isNaN(entry.bytesPerNano())) && clockHz > 0) {
            limits.add(
                    entries.stream().allMatch(entry -> Double.isNaN(entry.bytesPerNano()))
                            ? "The counters do not say how many bytes a kernel moved."
                            : "Of some kernels the counters do not say how many bytes they moved:"
                                    + " a task has several blocks, or an argument no direction.");
        }
        if (columns.operations.isEmpty()) {
            limits.add("Operations were not counted: only event group 1 (arithmetic) of an a2a3 chip"
                    + " counts them, and the simulated chip has no pipes to count them.");
        }
        return limits;
    }

    /** Which columns of the file say something. */
    private static final class Columns {
        final List<Integer> operations = new ArrayList<>();
        final List<Integer> pipes = new ArrayList<>();
        final int[] bytes;
        private final List<String> names;

        Columns(PmuTable table) {
            names = table.counterNames();
            bytes = BYTES.stream().mapToInt(names::indexOf).toArray();
            for (int at = 0; at < names.size(); at++) {
                if (OPERATIONS.containsKey(names.get(at)) && isAlive(table, at)) {
                    operations.add(at);
                } else if (PIPES.containsKey(names.get(at)) && isAlive(table, at)) {
                    pipes.add(at);
                }
            }
        }

        /** A counter that is zero in every row is one that the platform does not have. */
        private static boolean isAlive(PmuTable table, int counter) {
            for (int row = 0; row < table.size(); row++) {
                if (table.counter(row, counter) != 0) {
                    return true;
                }
            }
            return false;
        }

        boolean hasBytes(PmuTable table, int row) {
            for (int column : bytes) {
                if (column < 0 || !table.hasCounter(row, column)) {
                    return false;
                }
            }
            return true;
        }

        boolean hasOperations(PmuTable table, int row) {
            return !operations.isEmpty() && operations.stream().allMatch(at -> table.hasCounter(row, at));
        }

        int weight(int column) {
            return OPERATIONS.get(names.get(column));
        }

        String pipe(int column) {
            return PIPES.get(names.get(column));
        }
    }

    /** One kernel's runs, added up; a rate counts only the runs whose figure is known. */
    private static final class Sums {
        private final double[] busy;
        private long runs;
        private double cycles;
        private double bytes;
        private double byteCycles;
        private double operations;
        private double operationCycles;
        private double bothBytes;
        private double bothOperations;

        Sums(int counters) {
            busy = new double[counters];
        }

        void add(PmuTable table, int row, Columns columns) {
            double own = PmuReport.unsigned(table.totalCycles(row));
            runs++;
            cycles += own;
            double moved = 0;
            double done = 0;
            boolean hasBytes = columns.hasBytes(table, row);
            boolean hasOperations = columns.hasOperations(table, row);
            if (hasBytes) {
                for (int column : columns.bytes) {
                    moved += PmuReport.unsigned(table.counter(row, column));
                }
                bytes += moved;
                byteCycles += own;
            }
            if (hasOperations) {
                for (int column : columns.operations) {
                    done += PmuReport.unsigned(table.counter(row, column)) * columns.weight(column);
                }
                operations += done;
                operationCycles += own;
            }
            if (hasBytes && hasOperations) {
                bothBytes += moved;
                bothOperations += done;
            }
            for (int column : columns.pipes) {
                busy[column] += PmuReport.unsigned(table.counter(row, column));
            }
        }

        Entry entry(
                int function,
                String name,
                int coreType,
                Optional<ChipRates.Core> roofs,
                double nanosPerCycle,
                Columns columns) {
            double moved = ratio(bytes, byteCycles * nanosPerCycle);
            double done = ratio(operations, operationCycles * nanosPerCycle);
            Optional<Integer> busiest = columns.pipes.stream()
                    .filter(column -> busy[column] > 0)
                    .max(Comparator.comparingDouble(column -> busy[column]));
            return new Entry(
                    function,
                    name,
                    PmuReport.cores(coreType),
                    runs,
                    moved,
                    done,
                    ratio(bothOperations, bothBytes),
                    roofs.map(roof -> ratio(moved, roof.bytesPerNano())).orElse(Double.NaN),
                    roofs.map(roof -> ratio(done, roof.operationsPerNano())).orElse(Double.NaN),
                    busiest.map(columns::pipe).orElse(""),
                    busiest.map(column -> ratio(busy[column], cycles)).orElse(Double.NaN));
        }

        /** NaN where there is nothing to divide by. */
        private static double ratio(double amount, double by) {
            return by > 0 ? amount / by : Double.NaN;
        }
    }
}
