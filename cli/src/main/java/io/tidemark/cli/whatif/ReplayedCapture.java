package io.tidemark.cli.whatif;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.chip.ChipProfile;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.profile.ProfileRefusedException;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.ScratchDirectory;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A capture whose graph was run again unchanged and came close enough to be asked about changes.
 * Immutable; any thread.
 */
final class ReplayedCapture {
    private static final int MOST_DRAWN_RUNS = 300_000; // above, only who asks for it waits for it

    private final String title;
    private final WhatIf run;
    private final Changes asked;
    private final BooleanSupplier stop;

    private ReplayedCapture(String title, WhatIf run, Changes asked, BooleanSupplier stop) {
        this.asked = asked;
        this.title = title;
        this.run = run;
        this.stop = stop;
    }

    /**
     * Runs a capture again unchanged.
     *
     * @param profile costs to ask about, a name or a file; of a capture that does not say its own, those it was made with
     * @param isStopped whether the caller no longer needs the result
     * @throws WhatIfRefusedException if the capture holds no whole run, or the replay is too far
     *     off
     */
    static ReplayedCapture open(Capture capture, Optional<String> profile, BooleanSupplier isStopped)
            throws WhatIfRefusedException {
        Runs.model(capture);
        if (capture.verdict(Runs.CHANNELS).dataMissing()) {
            throw new WhatIfRefusedException("records are missing (%s), so there is no whole run to change."
                    .formatted(capture.verdict(Runs.CHANNELS).line()));
        }
        Optional<ChipProfile> own = ownCosts(capture);
        Optional<ChipProfile> given = profile.map(text -> given(capture, text));
        Machine machine = Machine.of(capture, own.or(() -> given).orElseThrow(() -> unknown(capture)));
        Changes asked = own.isPresent() ? given.map(Changes.NONE::profile).orElse(Changes.NONE) : Changes.NONE;
        WhatIf run = WhatIf.of(capture, machine, isStopped);
        double limit = machine.replayLimit();
        if (Math.abs(run.replayError()) > limit) {
            throw new WhatIfRefusedException(whyRefused(run, limit));
        }
        return new ReplayedCapture(
                capture.certificate().map(made -> made.origin().caseName()).orElse("run") + ComparedRun.PREDICTED,
                run,
                asked,
                isStopped);
    }

    private static String whyRefused(WhatIf run, double limit) {
        StringBuilder why = new StringBuilder();
        why.append(String.format(
                Locale.ROOT,
                "run again unchanged it takes %.2f us and was captured with %.2f us, %+.2f %%, and"
                        + " at most %.1f %% is believed",
                run.replayedNanos() / 1e3,
                run.capturedNanos() / 1e3,
                100 * run.replayError(),
                100 * limit));
        Machine machine = run.machine();
        if (!machine.isModelled()) {
            why.append("; the run was in real time: which task a core got, and when, was decided by the host"
                    + " as it let threads run, and is not recorded");
        } else if (!run.isWaitFree()) {
            why.append("; kernels of the run wait for each other, and the capture does not say for what");
        }
        if (!machine.ringsKnown()) {
            why.append("; the capture does not say its ring sizes, and the defaults were taken");
        }
        run.graph().remarks().forEach(remark -> why.append("; ").append(remark));
        return why.append(". ").append(remedy(machine)).toString();
    }

    private static String remedy(Machine machine) {
        return machine.isModelled()
                ? "Record it again with this version, --chip-swimlane=4 and --dep-gen; if that is how it was recorded, run"
                        + " it with the changes instead of asking for a prediction."
                : "Record it with --time virtual --chip-swimlane=4 --dep-gen, or on a machine with a CPU for each core.";
    }

    /** What the run was made with; in real time nothing is modelled, and costs are as recorded. */
    private static Optional<ChipProfile> ownCosts(Capture capture) {
        Optional<ChipProfile> told =
                VirtualModel.read(capture.directory().root()).map(VirtualModel::profile);
        Optional<String> named = Machine.profileOf(capture);
        if (told.isPresent()) {
            return told;
        }
        return named.isPresent()
                ? named.filter(ChipProfiles.SHIPPED::contains).map(ChipProfiles::shipped)
                : Optional.of(ChipProfiles.shipped("ideal").withFreeProfiler());
    }

    private static ChipProfile given(Capture capture, String profile) {
        if (Machine.profileOf(capture).isEmpty()
                && VirtualModel.read(capture.directory().root()).isEmpty()) {
            throw UserError.usage(
                    "--chip-profile: the run was in real time, and its costs are taken as they were" + " recorded.");
        }
        try {
            return ChipProfiles.find(profile);
        } catch (ProfileRefusedException wrong) {
            throw UserError.usage("--chip-profile: " + wrong.getMessage());
        }
    }

    private static UserError unknown(Capture capture) {
        return UserError.failed("the run was made with the chip profile "
                + Machine.profileOf(capture).orElseThrow()
                + ", which is not shipped; give its file with --chip-profile.");
    }

    /** What was asked with the capture. */
    Changes asked() {
        return asked;
    }

    WhatIf run() {
        return run;
    }

    /** The same for questions that end early when {@code isStopped} is true. */
    ReplayedCapture until(BooleanSupplier isStopped) {
        return new ReplayedCapture(title, run.until(isStopped), asked, isStopped);
    }

    /** Whether the predicted run is small enough to be recorded with every answer. */
    boolean isDrawn() {
        return run.graph().runs() <= MOST_DRAWN_RUNS;
    }

    /** Records the predicted run at {@code target} and looks for its critical path. */
    Answer draw(Answer answer, Changes changes, Path target) throws IOException, WhatIfRefusedException {
        run.record(changes, title, target);
        return answer.with(CriticalPath.of("predicted run", Runs.model(StoredCapture.open(target))));
    }

    /** Looks for the critical path of the predicted run, and keeps nothing else of it. */
    Answer withPath(Answer answer, Changes changes) throws IOException, WhatIfRefusedException {
        try (ScratchDirectory scratch = ScratchDirectory.create("tidemark-whatif")) {
            BooleanSupplier isStopped = () -> scratch.isLeaving() || stop.getAsBoolean();
            return until(isStopped).draw(answer, changes, scratch.path());
        }
    }
}
