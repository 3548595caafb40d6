package io.tidemark.analysis.pmu;

import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hardware counters per kernel, and which of them measured nothing. A column of zeros over a whole
 * run is a counter that the platform does not have, not a kernel that did nothing. Immutable.
 *
 * @param counterNames columns of the file
 * @param dead positions of counters that are empty or zero in every row
 * @param cyclesDead true when the cycle column is zero in every row
 * @param eventGroups words for the event types met
 */
public record PmuReport(
        List<String> counterNames,
        List<KernelCounters> kernels,
        List<Integer> dead,
        boolean cyclesDead,
        List<String> eventGroups,
        int rows) {
    private record Key(int functionId, int coreType) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byFunction = Integer.compare(functionId, other.functionId);
            return byFunction != 0 ? byFunction : Integer.compare(coreType, other.coreType);
        }
    }

    public static PmuReport of(PmuTable table, NameMap names) {
        KernelNames known = new KernelNames(names);
        int counters = table.counterNames().size();
        TreeMap<Key, List<Spread>> spreads = new TreeMap<>();
        TreeSet<Integer> events = new TreeSet<>();
        boolean[] alive = new boolean[counters + 1];
        for (int row = 0; row < table.size(); row++) {
            List<Spread> of = spreads.computeIfAbsent(
                    new Key(table.functionId(row), table.coreType(row)), key -> fresh(counters + 1));
            of.get(counters).add(unsigned(table.totalCycles(row)));
            alive[counters] |= table.totalCycles(row) != 0;
            for (int counter = 0; counter < counters; counter++) {
                if (table.hasCounter(row, counter)) { // an empty cell is no zero
                    of.get(counter).add(unsigned(table.counter(row, counter)));
                    alive[counter] |= table.counter(row, counter) != 0;
                }
            }
            events.add(table.eventType(row));
        }
        List<KernelCounters> kernels = new ArrayList<>();
        spreads.forEach((key, of) -> kernels.add(new KernelCounters(
                key.functionId,
                known.of(key.functionId),
                cores(key.coreType),
                of.get(counters),
                of.subList(0, counters))));
        List<Integer> dead = new ArrayList<>();
        for (int counter = 0; counter < counters; counter++) {
            if (!alive[counter]) {
                dead.add(counter);
            }
        }
        return new PmuReport(
                table.counterNames(),
                kernels,
                dead,
                !alive[counters],
                events.stream().map(PmuReport::eventGroup).toList(),
                table.size());
    }

    /** True when not one number of the file is a measurement. */
    public boolean measuredNothing() {
        return cyclesDead && dead.size() == counterNames.size();
    }

    private static List<Spread> fresh(int count) {
        List<Spread> spreads = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            spreads.add(new Spread());
        }
        return spreads;
    }

    /** Counters are unsigned. */
    static double unsigned(long counter) {
        return counter >= 0 ? counter : counter + 0x1p64;
    }

    /** The type of a core in a word. */
    static String cores(int coreType) {
        return switch (coreType) {
            case 0 -> "aic";
            case 1 -> "aiv";
            default -> "type " + coreType;
        };
    }

    private static String eventGroup(int type) {
        return switch (type) {
            case 1 -> "arithmetic";
            case 2 -> "pipe utilization";
            case 4 -> "memory";
            case 5 -> "memory L0";
            case 6 -> "resource conflict";
            case 7 -> "memory UB";
            case 8 -> "L2 cache";
            case 100 -> "multiprocessor";
            default -> "event type " + type;
        };
    }
}
