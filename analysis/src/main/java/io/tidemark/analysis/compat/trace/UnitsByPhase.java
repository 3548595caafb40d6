package io.tidemark.analysis.compat.trace;

import java.util.Arrays;

/** The tasks each complete phase noticed, by the phase's position, in order of id. Immutable. */
final class UnitsByPhase {
    private final int[] starts;
    private final int[] units;

    UnitsByPhase(Completions completions, int[] unitsById) {
        int phases = completions.count();
        starts = new int[phases + 1];
        for (int unit : unitsById) {
            if (completions.isKnown(unit)) {
                starts[completions.place(unit) + 1]++;
            }
        }
        for (int phase = 0; phase < phases; phase++) {
            starts[phase + 1] += starts[phase];
        }
        units = new int[starts[phases]];
        int[] next = Arrays.copyOf(starts, phases);
        for (int unit : unitsById) {
            if (completions.isKnown(unit)) {
                units[next[completions.place(unit)]++] = unit;
            }
        }
    }

    int begin(int place) {
        return starts[place];
    }

    int end(int place) {
        return starts[place + 1];
    }

    int unit(int at) {
        return units[at];
    }
}
