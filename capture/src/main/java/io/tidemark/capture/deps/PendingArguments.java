package io.tidemark.capture.deps;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;

/** Arguments of a task that is not yet known to be good; part of {@link TaskReader}. One thread. */
final class PendingArguments {
    private final IntColumn index = new IntColumn();
    private final IntColumn type = new IntColumn();
    private final LongColumn tensor = new LongColumn();
    private final LongColumn owner = new LongColumn();
    private final IntColumn region = new IntColumn();

    void clear() {
        index.truncate(0);
        type.truncate(0);
        tensor.truncate(0);
        owner.truncate(0);
        region.truncate(0);
    }

    void add(int argument, ArgType argumentType, long tensorId, long ownerId, int regionNumber) {
        index.add(argument);
        type.add(argumentType.ordinal());
        tensor.add(tensorId);
        owner.add(ownerId);
        region.add(regionNumber);
    }

    void moveTo(DependencyDetail detail) {
        for (int at = 0; at < index.size(); at++) {
            detail.addArgument(
                    index.get(at),
                    ArgType.values()[type.get(at)],
                    tensor.get(at),
                    owner.get(at),
                    region.get(at));
        }
        clear();
    }
}
