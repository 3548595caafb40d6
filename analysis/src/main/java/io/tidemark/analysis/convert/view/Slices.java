package io.tidemark.analysis.convert.view;

import io.tidemark.analysis.convert.encode.ArrowEnds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.scene.TraceScene;
import java.util.List;

/** Everything of a picture that is drawn as slices. Pure. */
public final class Slices {
    private Slices() {}

    /**
     * Adds the jobs in the order of the file; {@code finishRows} has the rows each phase noticed.
     */
    public static void addJobs(
            List<TraceJob> jobs, TraceScene scene, ViewRules rules, ArrowEnds ends, int[] finishRows) {
        WorkerView worker = new WorkerView(scene, rules, ends, new OpenSlices(scene));
        worker.addJobs(jobs);
        new SchedulerView(scene, rules, worker, ends).addJobs(jobs);
        new PhaseLanes(scene, rules, ends, finishRows).addJobs(jobs);
        MarkerLanes markers = new MarkerLanes(scene, ends);
        markers.addJobs(jobs);
        new SubmitLanes(scene, rules, markers, ends).addJobs(jobs);
        new GraphExecutions(scene).addJobs(jobs);
    }
}
