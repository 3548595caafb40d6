package io.tidemark.chip;

import java.util.List;

/**
 * One control thread of a run: what it does and the cores that it alone dispatches to, none for one
 * without cores.
 */
public record ControlThread(Actor actor, List<Integer> cores) {
    public ControlThread {
        cores = List.copyOf(cores);
    }
}
