package io.tidemark.recording.device;

import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.recording.run.HangFiles;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.engine.ChipWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The device as threads of this process, one worker for all rounds. */
public final class ThreadedDevice implements DeviceHalf {
    private final CallConfig call;
    private final Path capture;
    private final ChipWorker worker;
    private Optional<String> diagnosis = Optional.empty();

    public ThreadedDevice(RecordingPlan plan) {
        this.call = plan.call();
        this.capture = plan.capture();
        this.worker = ChipWorker.owning(plan.config(), plan.chip().open());
    }

    @Override
    public RunResult run(Program program, Recording recording) throws IOException {
        RunResult result = recording == null
                ? worker.run(program.orchestration(), program.tensors(), call.unrecorded())
                : worker.run(program.orchestration(), program.tensors(), call, recording.start(worker.chip()));
        diagnosis = HangFiles.write(capture, worker.config().runtime(), result, worker.lastHang());
        return result;
    }

    @Override
    public void interrupt() {
        worker.interrupt();
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
    public void showOn(RunWatcher watcher) {
        watcher.watch(worker);
    }

    @Override
    public void close() {
        worker.close();
    }
}
