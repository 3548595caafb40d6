package io.tidemark.recording;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.recording.device.StoppedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Says of a directory that its run is still going on or died, and what to do then. */
public final class UnfinishedCapture {
    private UnfinishedCapture() {}

    /** Empty for a capture that is finished, and for what is none of ours. */
    public static Optional<String> sentence(Path directory) {
        Optional<UnfinishedRun> run = UnfinishedRun.in(directory);
        if (run.isEmpty() || !CaptureDirectory.isUnfinished(directory)) {
            return Optional.empty();
        }
        return Optional.of(directory
                + " is not finished: "
                + liveProcess(run.get())
                        .map(UnfinishedCapture::going)
                        .orElse("its run died or could not write it; 'tidemark recover " + directory + "' finishes it")
                + ".");
    }

    /** What a reader of the capture must know while a process of its run lives. */
    static String going(long pid) {
        if (pid == UnfinishedRun.OUT_OF_SIGHT) {
            return "its run is still going on in a process that cannot be seen from here, such as one in another"
                    + " container; recover it when that has ended";
        }
        return StoppedProcess.isStopped(pid)
                ? ("process %d of its run is stopped and holds it; let it go on with 'kill -CONT %d' or end it"
                                + " with 'kill -9 %d', and 'tidemark recover' finishes what it leaves")
                        .formatted(pid, pid, pid)
                : "its run is still going on in process %d; recover it when that has ended".formatted(pid);
    }

    private static Optional<Long> liveProcess(UnfinishedRun run) {
        try {
            return run.liveProcess();
        } catch (IOException unreadable) { // the recovery says what is wrong with it
            return Optional.empty();
        }
    }
}
