package io.tidemark.analysis.diff.align;

/**
 * What a capture records of its tasks beyond kernel and graph: where in their tensors the arguments
 * begin, and the sites of the scopes around the submit. Each mark is one number that means the same
 * in every capture. The index is the number of the task in the model. Immutable.
 */
public final class TaskMarks {
    /** Of a capture that says nothing. */
    public static final TaskMarks NONE = new TaskMarks(new long[0], new long[0], "");

    private final long[] regions; // empty if not known
    private final long[] scopes; // empty if not known
    private final String sites; // of scopes that can be compared

    /**
     * @param regions by task, empty when not known
     * @param scopes by task, empty when not known
     * @param sites what the sites of scopes are numbered by; scopes of captures that differ in it
     *     cannot be compared
     */
    TaskMarks(long[] regions, long[] scopes, String sites) {
        this.regions = regions;
        this.scopes = scopes;
        this.sites = sites;
    }

    /** Whether both captures say where arguments begin in their tensors. */
    boolean shareRegions(TaskMarks other) {
        return regions.length > 0 && other.regions.length > 0;
    }

    /** Whether both captures know scopes, of the same sites. */
    boolean shareScopes(TaskMarks other) {
        return scopes.length > 0 && other.scopes.length > 0 && sites.equals(other.sites);
    }

    /** Marks of these tasks for a comparison with another capture; empty if nothing is shared. */
    long[] of(TaskSequence tasks, TaskMarks other) {
        boolean withRegions = shareRegions(other);
        boolean withScopes = shareScopes(other);
        long[] marks = new long[withRegions || withScopes ? tasks.size() : 0];
        for (int place = 0; place < marks.length; place++) {
            int task = tasks.task(place);
            long region = withRegions && task < regions.length ? regions[task] : 0;
            long scope = withScopes && task < scopes.length ? scopes[task] : 0;
            marks[place] = Hash.mix(Hash.mix(region) + scope);
        }
        return marks;
    }
}
