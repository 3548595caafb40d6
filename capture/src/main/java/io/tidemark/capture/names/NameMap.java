package io.tidemark.capture.names;

import java.util.Map;
import java.util.Optional;

/**
 * Names of callables by number.
 *
 * @param level 2: numbers are function ids; 3: numbers are positions in a node's list of callables
 * @param orchestratorName null when not known
 */
public record NameMap(int level, String orchestratorName, Map<Integer, String> nameById) {
    /** The map that knows nothing. */
    public static final NameMap EMPTY = new NameMap(2, null, Map.of());

    public NameMap {
        nameById = Map.copyOf(nameById);
    }

    public Optional<String> name(int id) {
        return Optional.ofNullable(nameById.get(id));
    }
}
