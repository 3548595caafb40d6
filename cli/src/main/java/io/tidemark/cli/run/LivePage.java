package io.tidemark.cli.run;

import io.tidemark.capture.StoredCapture;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.HostConditions;
import io.tidemark.runtime.RunResult;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The viewer's page on an active run, and on its capture afterwards. One thread. */
final class LivePage implements AutoCloseable {
    private static final Duration LOOK_AT_TABLES = Duration.ofSeconds(1);

    private final LiveRun run;
    private final ViewerServer server;

    private LivePage(LiveRun run, ViewerServer server) {
        this.run = run;
        this.server = server;
    }

    /** Starts the server and prints its address. */
    static LivePage open(WorkloadCase prepared, RecordingPlan plan, PrintWriter notes) throws IOException {
        LiveRun run = new LiveRun(
                prepared.title(),
                plan.config().clusters(),
                prepared.expectedTasks(),
                HostConditions.of(plan, 0, 0).banner().orElse(""),
                new LiveKernels(plan.capture(), LOOK_AT_TABLES));
        LivePage page = new LivePage(run, ViewerServer.start(0, Optional.of(run)));
        notes.println("live: " + page.server.address());
        notes.flush();
        return page;
    }

    LiveRun run() {
        return run;
    }

    /** Shows the finished capture as long as the page is open. */
    void showCapture(Path capture, RunResult result, PrintWriter notes) {
        server.add(capture.getFileName().toString(), () -> CaptureViewReader.read(StoredCapture.open(capture)));
        run.ended(result);
        notes.println("The page stays until Ctrl-C.");
        notes.flush();
    }

    @Override
    public void close() {
        server.close();
    }
}
