package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import java.util.List;

/**
 * Shares of the window in which an idle core and ready work existed at once, in percent.
 *
 * @param byEngine in the order of the engines
 * @param all every engine at once
 * @param some every engine that had ready work
 */
public record InstantShares(List<CoreType> types, List<Double> byEngine, double all, double some) {
    public InstantShares {
        types = List.copyOf(types);
        byEngine = List.copyOf(byEngine);
    }
}
