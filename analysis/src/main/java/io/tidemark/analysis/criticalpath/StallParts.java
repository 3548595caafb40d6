package io.tidemark.analysis.criticalpath;

/**
 * What a task waited for between two moments, once its data and its core were there. The parts add
 * up to the distance of the moments.
 */
record StallParts(long submit, long scheduler, long pickup, long unknown) {
    static StallParts of(PathTasks tasks, int task, long begin, long start) {
        long dispatch = tasks.dispatch(task);
        if (dispatch == PathTasks.UNKNOWN) {
            return new StallParts(0, 0, 0, start - begin);
        }
        long dispatched = Math.clamp(dispatch, begin, start);
        long submitted = begin;
        if (tasks.submit(task) != PathTasks.UNKNOWN) {
            submitted = Math.clamp(tasks.submit(task), begin, dispatched);
        }
        return new StallParts(submitted - begin, dispatched - submitted, start - dispatched, 0);
    }
}
