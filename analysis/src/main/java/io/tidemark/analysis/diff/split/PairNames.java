package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.align.Alignment.Change;
import io.tidemark.capture.model.CaptureModel;

/** What the kernel of a task and of its counterpart is called. Pure. */
final class PairNames {
    private PairNames() {}

    /** The name that both have, or {@code old → new}; either task may be missing. */
    static String of(Alignment alignment, int task, int counterpart) {
        if (task < 0 || counterpart < 0) {
            return task < 0 ? name(alignment.after(), counterpart) : name(alignment.before(), task);
        }
        CaptureModel before = alignment.before();
        CaptureModel after = alignment.after();
        String one = name(before, task);
        String other = name(after, counterpart);
        if (one.equals(other)) {
            return one;
        }
        boolean isNamed = before.names().hasName(before.kernelOf(task));
        boolean isOtherNamed = after.names().hasName(after.kernelOf(counterpart));
        boolean isSame = !alignment.isChanged(task, Change.KERNEL) && isNamed != isOtherNamed;
        return isSame ? isNamed ? one : other : one + " → " + other;
    }

    /**
     * The same for a run of one of the tasks: the name of the run's kernel, unless the task changed
     * its kernel.
     */
    static String ofRun(Alignment alignment, int task, int counterpart, int kernel, boolean isBefore) {
        CaptureModel own = isBefore ? alignment.before() : alignment.after();
        CaptureModel other = isBefore ? alignment.after() : alignment.before();
        if (task < 0 || counterpart < 0) {
            return own.names().of(kernel);
        }
        if (alignment.isChanged(task, Change.KERNEL)) {
            return of(alignment, task, counterpart);
        }
        boolean isNamedThere = !own.names().hasName(kernel) && other.names().hasName(kernel);
        return isNamedThere ? other.names().of(kernel) : own.names().of(kernel);
    }

    private static String name(CaptureModel model, int task) {
        return model.names().of(model.kernelOf(task));
    }
}
