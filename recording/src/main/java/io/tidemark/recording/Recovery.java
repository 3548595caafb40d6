package io.tidemark.recording;

import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.file.OwnFiles;
import io.tidemark.collector.UnfinishedRun;
import io.tidemark.memory.region.RegionDamagedException;
import io.tidemark.recording.plan.ChannelKit;
import io.tidemark.recording.plan.ChannelKits;
import io.tidemark.recording.plan.RecordingPlan;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Finishes the capture of a run that was killed or could not write it, from the region and the
 * spool that the run left; neither is changed before the capture is whole. Two recoveries of one
 * capture at the same time do not disturb each other, in this process or another. One thread.
 */
public final class Recovery {
    private static final long ORPHAN_NANOS = 3_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    private final Path capture;
    private final List<ChannelKit> kits;

    private Recovery(Path capture, List<ChannelKit> kits) {
        this.kits = List.copyOf(kits);
        this.capture = capture;
    }

    /**
     * @return what was recovered; empty when the capture was finished already, of which only what
     *     its run left is cleared away
     * @throws RecoveryRefusedException when there is nothing to recover, or the run has not ended
     */
    public static Optional<RecoveredCapture> finish(Path capture) throws IOException {
        return finish(capture, ChannelKits.STANDARD);
    }

    /** The same, of a run that recorded channels of its program: {@link RecordingPlan#kits}. */
    public static Optional<RecoveredCapture> finish(Path capture, List<ChannelKit> kits) throws IOException {
        return new Recovery(capture, kits).finish();
    }

    private Optional<RecoveredCapture> finish() throws IOException {
        Optional<UnfinishedRun> left = UnfinishedRun.in(capture);
        if (left.isEmpty()) {
            if (!isCertified()) {
                throw new RecoveryRefusedException(capture
                        + " holds nothing to recover: the run had not begun to record, or"
                        + " recorded nothing.");
            }
            return Optional.empty();
        }
        requireNoLinks();
        Optional<? extends Closeable> claim = left.get().claim();
        if (claim.isEmpty()) {
            throw new RecoveryRefusedException(capture + " is being recovered by someone else right now.");
        }
        try (Closeable _ = claim.get()) {
            return isCertified() ? clear() : Optional.of(recover(left.get()));
        }
    }

    private void requireNoLinks() throws IOException {
        try {
            OwnFiles.requireNoLinks(capture);
        } catch (FileSystemException link) {
            throw new RecoveryRefusedException(link.getMessage() + "; nothing was changed.", link);
        }
    }

    private boolean isCertified() {
        return Files.exists(capture.resolve(CertificateWriter.FILE_NAME));
    }

    private RecoveredCapture recover(UnfinishedRun run) throws IOException {
        requireDead(run);
        try {
            return RecoveredCapture.finish(capture, run, kits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException damage) {
            throw new RecoveryRefusedException(
                    run.region()
                            + " or its spool is damaged in a way that the books do not explain ("
                            + damage.getMessage()
                            + "); nothing was changed.",
                    damage);
        }
    }

    /**
     * Removes what the run left behind a certificate: its process died before it did so, or another
     * recovery was faster.
     */
    private Optional<RecoveredCapture> clear() throws IOException {
        Optional<UnfinishedRun> left = UnfinishedRun.in(capture);
        if (left.isPresent()) {
            requireDead(left.get());
            left.get().discard();
        }
        return Optional.empty();
    }

    /** Refuses a run that has not ended. */
    private void requireDead(UnfinishedRun run) throws IOException {
        try {
            Optional<Long> user = run.liveProcess();
            long deadline = System.nanoTime() + ORPHAN_NANOS;
            while (user.isPresent() && !run.isHostAlive() && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(LOOK_NANOS); // a device ends by itself when its host has
                user = run.liveProcess();
            }
            if (user.isPresent()) {
                throw new RecoveryRefusedException(
                        capture + " is in use: " + UnfinishedCapture.going(user.get()) + ".");
            }
            run.requireItsRegion();
        } catch (NoSuchFileException gone) {
            if (!isCertified()) {
                throw new RecoveryRefusedException(
                        "the region "
                                + gone.getFile()
                                + " of this capture is not there any more, and with it the records that"
                                + " were not collected: another recovery has used it up, or a restart of the machine"
                                + " has emptied /dev/shm.",
                        gone);
            }
        } catch (RegionDamagedException damaged) {
            throw new RecoveryRefusedException("the region cannot be used: " + damaged.getMessage(), damaged);
        }
    }
}
