package io.tidemark.analysis.convert;

import java.util.Arrays;

/** The tasks each complete phase noticed, in order of id. Immutable. */
final class UnitsByPhase {
    private final int[] starts;
    private final int[] units;

    UnitsByPhase(Completions completions, int[] unitsById, int phases) {
        starts = new int[phases + 1];
        for (int unit : unitsById) {
            if (completions.phase(unit) != PhaseLocator.NONE) {
                starts[completions.phase(unit) + 1]++;
            }
        }
        for (int phase = 0; phase < phases; phase++) {
            starts[phase + 1] += starts[phase];
        }
        units = new int[starts[phases]];
        int[] next = Arrays.copyOf(starts, phases);
        for (int unit : unitsById) {
            if (completions.phase(unit) != PhaseLocator.NONE) {
                units[next[completions.phase(unit)]++] = unit;
            }
        }
    }

    int begin(int phase) {
        return starts[phase];
    }

    int end(int phase) {
        return starts[phase + 1];
    }

    int unit(int at) {
        return units[at];
    }
}
