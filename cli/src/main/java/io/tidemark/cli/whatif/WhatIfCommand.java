package io.tidemark.cli.whatif;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.chip.ChipProfile;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.run.CapturePlace;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.profile.ProfileRefusedException;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.recording.whatif.Candidates;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.SmallestRings;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts a captured run under changes. */
@Command(
        name = "whatif",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Predict how long a captured run would take under changes.",
            "The captured graph is run again in virtual time: first unchanged, and if that does not"
                    + " give the captured makespan the question is refused; then with every change"
                    + " together. Needs the swimlane (level 4 for submits) and deps.json."
        },
        footer = {
            "",
            "Examples:",
            "  tidemark whatif CAPTURE --kernel softmax=0.5x --clusters 16",
            "  tidemark whatif CAPTURE --sweep clusters=1..24",
            "  tidemark whatif CAPTURE --best",
            "  tidemark whatif CAPTURE --smallest-rings"
        })
public final class WhatIfCommand implements Callable<Integer> {
    private static final int MOST_PATH_RUNS = 300_000; // above, only --capture records the run

    @Mixin private CaptureArgument captures;
    @Mixin private SourceOptions sources;
    @Mixin private ChangeOptions options;

    @Option(
            names = "--sweep",
            paramLabel = "NAME=A..B",
            description =
                    "All values of clusters, aicpu-threads or ring-task-window (powers of two), beside"
                            + " the other changes.")
    private String sweep;

    @Option(
            names = "--best",
            description =
                    "Try about twenty changes, one at a time, and rank them by what they gain.")
    private boolean best;

    @Option(
            names = "--smallest-rings",
            description = "Search for the smallest rings with which the run takes no longer.")
    private boolean smallest;

    @Option(
            names = "--chip-profile",
            paramLabel = "FILE|NAME",
            description =
                    "The costs of a run captured in virtual time (default: those it was made with). In"
                            + " real time costs are taken as they were recorded.")
    private String profile;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the draws behind the interval (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--capture",
            paramLabel = "DIR",
            description = "Keep the predicted run as a capture in DIR, which must not exist yet.")
    private Path target;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found = Runs.find(captures.from(sources));
        if (target != null && found.size() > 1) {
            throw UserError.usage("--capture takes one run, and there are " + found.size() + ".");
        }
        if (target != null && (sweep != null || best || smallest)) {
            throw UserError.usage(
                    "--capture takes one run: leave out --sweep, --best and --smallest-rings.");
        }
        return json
                ? captures.forEachJson(
                        found, Runs.CHANNELS, captures.out(), Runs.guarded(this::write))
                : captures.forEach(
                        found, Runs.CHANNELS, captures.out(), Runs.guarded(captures, this::print));
    }

    private int print(Capture capture) throws IOException {
        try {
            WhatIf run = open(capture);
            Changes changes = options.changes(run);
            WhatIfText text = new WhatIfText(captures.out());
            text.machine(run);
            if (sweep != null) {
                text.points(run, sweepName(), Point.all(run, Sweep.of(sweep, run, changes)));
            }
            if (best) {
                text.ranking(run, ranked(run, changes));
            }
            if (smallest) {
                text.rings(run, SmallestRings.of(run, changes));
            }
            if (sweep == null && !best && !smallest) {
                text.answer(answer(capture, run, changes));
            }
            captures.out().flush();
            return ExitCode.OK;
        } catch (WhatIfRefusedException refused) {
            throw refusal(refused);
        }
    }

    private int write(Capture capture, JsonWriter writer) throws IOException {
        try {
            WhatIf run = open(capture);
            Changes changes = options.changes(run);
            WhatIfJson.machine(run, writer);
            if (sweep != null) {
                WhatIfJson.points(
                        "sweep", run, Point.all(run, Sweep.of(sweep, run, changes)), writer);
            }
            if (best) {
                WhatIfJson.points("best", run, ranked(run, changes), writer);
            }
            if (smallest) {
                WhatIfJson.rings(SmallestRings.of(run, changes), writer);
            }
            if (sweep == null && !best && !smallest) {
                WhatIfJson.answer(answer(capture, run, changes), writer);
            }
            return ExitCode.OK;
        } catch (WhatIfRefusedException refused) {
            throw refusal(refused);
        }
    }

    private static UserError refusal(WhatIfRefusedException refused) {
        return UserError.failed("no prediction: " + refused.getMessage());
    }

    private String sweepName() {
        return sweep.substring(0, sweep.indexOf('='));
    }

    private static List<Point> ranked(WhatIf run, Changes changes) {
        return Point.all(run, Candidates.of(run, changes)).stream()
                .sorted(
                        Comparator.comparing(Point::isDone)
                                .reversed()
                                .thenComparingLong(Point::nanos))
                .toList();
    }

    private WhatIf open(Capture capture) throws WhatIfRefusedException {
        Runs.model(capture);
        if (capture.verdict(Runs.CHANNELS).dataMissing()) {
            throw new WhatIfRefusedException(
                    "records are missing (%s), so there is no whole run to change."
                            .formatted(capture.verdict(Runs.CHANNELS).line()));
        }
        Machine machine = Machine.of(capture, costs(capture));
        WhatIf run = WhatIf.of(capture, machine);
        double limit = machine.replayLimit();
        if (Math.abs(run.replayError()) > limit) {
            throw new WhatIfRefusedException(whyRefused(run, limit));
        }
        return run;
    }

    private static String whyRefused(WhatIf run, double limit) {
        StringBuilder why = new StringBuilder();
        why.append(
                String.format(
                        Locale.ROOT,
                        "run again unchanged it takes %.2f us and was captured with %.2f us, %+.2f %%, and"
                                + " at most %.1f %% is believed",
                        run.replayedNanos() / 1e3,
                        run.capturedNanos() / 1e3,
                        100 * run.replayError(),
                        100 * limit));
        Machine machine = run.machine();
        if (!machine.isModelled()) {
            why.append(
                    "; the run was in real time: which task a core got, and when, was decided by the host"
                            + " as it let threads run, and is not recorded");
        }
        if (!machine.ringsKnown()) {
            why.append("; the capture does not say its ring sizes, and the defaults were taken");
        }
        run.graph().remarks().forEach(remark -> why.append("; ").append(remark));
        return why.append('.').toString();
    }

    /** Of a run in real time nothing is modelled: its costs are as recorded. */
    private ChipProfile costs(Capture capture) {
        Optional<String> named = Machine.profileOf(capture);
        if (named.isEmpty()) {
            if (profile != null) {
                throw UserError.usage(
                        "--chip-profile: the run was in real time, and its costs are taken as they were"
                                + " recorded.");
            }
            return ChipProfiles.shipped("ideal").withFreeProfiler();
        }
        Optional<ChipProfile> told =
                VirtualModel.read(capture.directory().root()).map(VirtualModel::profile);
        if (profile == null && told.isPresent()) {
            return told.get();
        }
        try {
            return ChipProfiles.find(profile == null ? named.get() : profile);
        } catch (ProfileRefusedException wrong) {
            throw profile == null
                    ? UserError.failed(
                            "the run was made with the chip profile "
                                    + named.orElseThrow()
                                    + ", which is not shipped; give its file with --chip-profile.")
                    : UserError.usage("--chip-profile: " + wrong.getMessage());
        }
    }

    private Answer answer(Capture capture, WhatIf run, Changes changes)
            throws IOException, WhatIfRefusedException {
        Answer answer = Answer.of(run, changes, options.words(), seed);
        if (target == null && run.graph().runs() > MOST_PATH_RUNS) {
            return answer;
        }
        String title =
                capture.certificate().map(made -> made.origin().caseName()).orElse("run")
                        + " what-if";
        if (target != null) {
            run.record(changes, title, CapturePlace.exactly(target));
            return withPath(answer, target);
        }
        Path place = Files.createTempDirectory("tidemark-whatif");
        try {
            run.record(changes, title, place);
            return withPath(answer, place);
        } finally {
            remove(place);
        }
    }

    private static Answer withPath(Answer answer, Path place) throws IOException {
        return answer.with(CriticalPath.of("predicted run", Runs.model(StoredCapture.open(place))));
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> tree = Files.walk(place)) {
            for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
