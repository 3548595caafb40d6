package io.tidemark.recording.whatif;

/**
 * What a replay asks for each submit of a graph, in the order of submits: one row beside the other,
 * so that a submit costs a cache line and no column is looked up. Immutable.
 */
final class SubmitRows {
    private static final int FIRST_CALL = 0;
    private static final int FIRST_EDGE = 1;
    private static final int FIRST_OUTPUT = 2;
    private static final int BLOCKS = 3;
    private static final int TRAITS = 4; // inputs in the low half
    private static final int KERNELS = 5;
    private static final int ID = 8; // low half, high half
    private static final int DURATIONS = 10; // by slot
    private static final int SHIFT = 4; // sixteen words a row, a line

    private static final int INPUTS_MASK = 0xFFFF;
    private static final int KIND_SHIFT = 16;
    private static final int KIND_MASK = 0xF;
    private static final int COHORT = 1 << 20;
    private static final int EARLY = 1 << 21;

    private static final CapturedGraph.Kind[] KINDS = CapturedGraph.Kind.values();

    private final int[] words; // one row more, in which the last one's lists end

    SubmitRows(CapturedGraph graph) {
        words = new int[Math.multiplyExact(graph.size() + 1, 1 << SHIFT)];
        for (int step = 0; step < graph.size(); step++) {
            int row = step << SHIFT;
            words[row + FIRST_CALL] = graph.firstCall.get(step);
            words[row + FIRST_EDGE] = graph.firstEdge.get(step);
            words[row + FIRST_OUTPUT] = graph.firstOutput.get(step);
            words[row + BLOCKS] = graph.blocks.get(step);
            words[row + TRAITS] = graph.inputs.get(step)
                    | graph.kind.get(step) << KIND_SHIFT
                    | (graph.cohort.get(step) != 0 ? COHORT : 0)
                    | (graph.early.get(step) != 0 ? EARLY : 0);
            for (int slot = 0; slot < CapturedGraph.SLOTS; slot++) {
                words[row + KERNELS + slot] = graph.kernel(step, slot);
                words[row + DURATIONS + slot] = graph.firstDuration.get(step * CapturedGraph.SLOTS + slot);
            }
            words[row + ID] = (int) graph.ids.key(step);
            words[row + ID + 1] = (int) (graph.ids.key(step) >>> Integer.SIZE);
        }
        int end = graph.size() << SHIFT;
        words[end + FIRST_CALL] = graph.callKind.size();
        words[end + FIRST_EDGE] = graph.producer.size();
        words[end + FIRST_OUTPUT] = graph.outputBytes.size();
    }

    /** The id of its task. */
    long id(int step) {
        int row = (step << SHIFT) + ID;
        return (long) words[row + 1] << Integer.SIZE | words[row] & 0xFFFF_FFFFL;
    }

    /** Place in {@link CapturedGraph#durations} of the first block of a slot's kernel. */
    int firstDuration(int step, int slot) {
        return words[(step << SHIFT) + DURATIONS + slot];
    }

    int firstCall(int step) {
        return words[(step << SHIFT) + FIRST_CALL];
    }

    int endCall(int step) {
        return firstCall(step + 1);
    }

    int firstEdge(int step) {
        return words[(step << SHIFT) + FIRST_EDGE];
    }

    int endEdge(int step) {
        return firstEdge(step + 1);
    }

    int firstOutput(int step) {
        return words[(step << SHIFT) + FIRST_OUTPUT];
    }

    int endOutput(int step) {
        return firstOutput(step + 1);
    }

    int blocks(int step) {
        return words[(step << SHIFT) + BLOCKS];
    }

    private int traits(int step) {
        return words[(step << SHIFT) + TRAITS];
    }

    int inputs(int step) {
        return traits(step) & INPUTS_MASK;
    }

    CapturedGraph.Kind kind(int step) {
        return KINDS[traits(step) >>> KIND_SHIFT & KIND_MASK];
    }

    boolean isCohort(int step) {
        return (traits(step) & COHORT) != 0;
    }

    boolean isEarly(int step) {
        return (traits(step) & EARLY) != 0;
    }

    /** The kernel of a slot, or {@link CapturedGraph#NO_KERNEL}. */
    int kernel(int step, int slot) {
        return words[(step << SHIFT) + KERNELS + slot];
    }
}
