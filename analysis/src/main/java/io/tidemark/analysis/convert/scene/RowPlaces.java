package io.tidemark.analysis.convert.scene;

/** On which threads of the picture rows lie, and at whose slices their arrows end. Immutable. */
public interface RowPlaces {
    int workerTid(int row);

    int schedulerTid(int row);

    /** The row at whose slice of the worker view the arrows of a row end. */
    int workerEnd(int row);

    /** The row at whose slice of the scheduler view the arrows of a row end. */
    int schedulerEnd(int row);
}
