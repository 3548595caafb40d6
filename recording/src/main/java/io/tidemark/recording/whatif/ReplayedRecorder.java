package io.tidemark.recording.whatif;

import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.diff.RecorderCost;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.recording.profile.VirtualModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes the recorder's cost out of a run in virtual time by running its graph again without it. Any thread. */
public final class ReplayedRecorder implements RecorderCost {
    private final Queue<ScratchDirectory> scratches = new ConcurrentLinkedQueue<>();

    @Override
    public Outcome without(Capture capture, DfxFlags kept) {
        try {
            VirtualModel model = VirtualModel.read(capture.directory().root())
                    .orElseThrow(() -> new WhatIfRefusedException(
                            "a capture has no " + VirtualModel.FILE_NAME + ", which says what recording costs"));
            WhatIf run = WhatIf.of(capture, Machine.of(capture, model.profile()));
            if (Math.abs(run.replayError()) > run.machine().replayLimit()) {
                throw new WhatIfRefusedException("a run takes another time when its graph is run again unchanged");
            }
            String title = capture.certificate().orElseThrow().origin().caseName();
            ScratchDirectory scratch = ScratchDirectory.create("tidemark-diff");
            scratches.add(scratch);
            run.record(Changes.NONE.recording(kept), title, scratch.path());
            return new Outcome(Optional.of(StoredCapture.open(scratch.path())), "");
        } catch (WhatIfRefusedException refused) {
            return new Outcome(Optional.empty(), refused.getMessage());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        for (ScratchDirectory scratch : scratches) {
            try {
                scratch.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
