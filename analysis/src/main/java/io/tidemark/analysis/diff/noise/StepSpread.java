package io.tidemark.analysis.diff.noise;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.split.PathTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How far the makespans of two single runs may differ by chance, estimated from the tasks on both
 * critical paths. If each step varies independently, the variance of a path is that of a step times
 * the number of steps. Pure.
 */
public final class StepSpread {
    private static final int LEAST_STEPS = 8;
    private static final double REACH = 2.0; // standard errors, about 95 of 100
    private static final double ALARM = 2.8; // about one in 200

    private StepSpread() {}

    /**
     * The change with the reach of that chance; without an interval if too few steps are shared.
     */
    public static Change change(double value, PathTime before, PathTime after, Alignment alignment) {
        Map<Integer, Integer> steps = new HashMap<>();
        for (int step = 0; step < after.size(); step++) {
            steps.put(after.task(step), step);
        }
        double[] differences = new double[before.size()];
        int shared = 0;
        for (int step = 0; step < before.size(); step++) {
            Integer other = steps.get(alignment.toAfter(before.task(step)));
            if (other != null) {
                differences[shared++] = after.nanos(other) - before.nanos(step);
            }
        }
        if (shared < LEAST_STEPS) {
            return Change.untold(value);
        }
        double[] all = Arrays.copyOf(differences, shared);
        double step = Math.max(Robust.deviation(all), Math.sqrt(Robust.variance(all)));
        double error = step * Math.sqrt(Math.max(before.size(), after.size()));
        return Change.of(value, REACH * error, Math.abs(value) > ALARM * error);
    }
}
