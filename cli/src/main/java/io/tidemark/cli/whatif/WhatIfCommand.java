package io.tidemark.cli.whatif;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Report;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.run.CapturePlace;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.SmallestRings;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
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
                    + " together. Needs the swimlane (level 4 for submits) and --dep-gen."
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
    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Mixin
    private ChangeOptions options;

    @Option(
            names = "--sweep",
            paramLabel = "NAME=A..B",
            description = "All values of clusters, aicpu-threads or ring-task-window (powers of two), beside"
                    + " the other changes.")
    private String sweep;

    @Option(names = "--best", description = "Try about twenty changes, one at a time, and rank them by what they gain.")
    private boolean best;

    @Option(
            names = "--smallest-rings",
            description = "Search for the smallest rings with which the run takes no longer.")
    private boolean smallest;

    @Option(
            names = "--chip-profile",
            paramLabel = "FILE|NAME",
            description = "Everything but kernels costs what this profile says (default: the one it was made with)."
                    + " Not for runs in real time, whose costs are taken as they were recorded.")
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
            throw UserError.usage("--capture takes one run: leave out --sweep, --best and --smallest-rings.");
        }
        return json
                ? captures.forEachJson(found, Runs.CHANNELS, captures.out(), Runs.guarded(this::write))
                : captures.forEach(found, Runs.CHANNELS, captures.out(), Runs.guarded(captures, this::print));
    }

    private int print(Capture capture) throws IOException {
        try {
            ReplayedCapture replayed = open(capture);
            captures.print(WhatIfSections.machine(replayed.run()));
            captures.out().flush(); // the predictions may take a while
            captures.print(predictions(replayed));
            return ExitCode.OK;
        } catch (WhatIfRefusedException refused) {
            throw refusal(refused);
        }
    }

    private int write(Capture capture, JsonWriter writer) throws IOException {
        try {
            ReplayedCapture replayed = open(capture);
            WhatIfSections.machine(replayed.run()).write(writer); // stays when a prediction is refused
            predictions(replayed).write(writer);
            return ExitCode.OK;
        } catch (WhatIfRefusedException refused) {
            throw refusal(refused);
        }
    }

    private Report predictions(ReplayedCapture replayed) throws IOException, WhatIfRefusedException {
        WhatIf run = replayed.run();
        Changes changes = options.changes(run, replayed.asked());
        Report report = new Report();
        if (sweep != null) {
            List<Point> points = Point.all(run, Sweep.of(sweep, run, changes), Point.CPUS);
            report.all(WhatIfSections.points("sweep", sweepName(), run, points));
        }
        if (best) {
            report.all(WhatIfSections.points("best", "change", run, Point.ranked(run, changes, Point.CPUS)));
        }
        if (smallest) {
            report.all(WhatIfSections.rings(run, SmallestRings.of(run, changes)));
        }
        if (sweep == null && !best && !smallest) {
            report.all(WhatIfSections.answer(answer(replayed, changes)));
        }
        return report;
    }

    private static UserError refusal(WhatIfRefusedException refused) {
        return UserError.failed("no prediction: " + refused.getMessage());
    }

    private String sweepName() {
        return sweep.substring(0, sweep.indexOf('='));
    }

    private ReplayedCapture open(Capture capture) throws WhatIfRefusedException {
        try {
            return ReplayedCapture.open(capture, Optional.ofNullable(profile), () -> false);
        } catch (CancellationException ending) {
            throw interrupted();
        }
    }

    private Answer answer(ReplayedCapture replayed, Changes changes) throws IOException, WhatIfRefusedException {
        Answer answer = Answer.of(replayed.run(), changes, words(), seed);
        if (target != null) {
            return replayed.draw(answer, changes, CapturePlace.exactly(target));
        }
        try {
            return replayed.isDrawn() ? replayed.withPath(answer, changes) : answer;
        } catch (CancellationException ending) {
            throw interrupted();
        }
    }

    private List<String> words() {
        Stream<String> costs = Stream.ofNullable(profile).map(name -> "chip-profile " + name);
        return Stream.concat(costs, options.words().stream()).toList();
    }

    /** Ctrl-C, before the process has ended. */
    private static UserError interrupted() {
        return UserError.failed("interrupted: there is no answer.");
    }
}
