package io.tidemark.cli;

import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.Worker;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The device as threads of this process, one worker for all rounds. */
final class ThreadedDevice implements DeviceHalf {
    private final CallConfig call;
    private final Path capture;
    private final Worker worker;
    private Optional<String> diagnosis = Optional.empty();

    ThreadedDevice(RecordingPlan plan, CallConfig call) {
        this.call = call;
        this.capture = plan.capture();
        this.worker = Worker.open(plan.config());
    }

    @Override
    public RunResult run(WorkloadCase prepared, Recording recording) throws IOException {
        RunResult result =
                recording == null
                        ? worker.run(prepared.orchestration(), prepared.hostTensors(), call)
                        : worker.run(
                                prepared.orchestration(),
                                prepared.hostTensors(),
                                call,
                                recording.start());
        diagnosis = HangFiles.write(capture, worker.config().runtime(), result, worker.lastHang());
        return result;
    }

    @Override
    public boolean staysWarm() {
        return true;
    }

    @Override
    public Optional<String> diagnosis() {
        return diagnosis;
    }

    @Override
    public void showOn(LiveRun page) {
        page.watch(worker);
    }

    @Override
    public void close() {
        worker.close();
    }
}
