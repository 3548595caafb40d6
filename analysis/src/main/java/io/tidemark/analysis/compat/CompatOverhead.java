package io.tidemark.analysis.compat;

import io.tidemark.analysis.overhead.Distribution;
import io.tidemark.analysis.overhead.InstantShares;
import io.tidemark.analysis.overhead.Limit;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.overhead.OverheadReport.Wording;
import io.tidemark.analysis.overhead.SchedulerLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The scheduler-overhead report of simpler, number for number. Pure; linear but for sorts. */
public final class CompatOverhead {
    private static final Wording WORDING =
            new Wording(
                    true,
                    "window",
                    "window_us",
                    Optional.of(
                            "1. Moments with an idle core and ready work, share of the window"));

    private CompatOverhead() {}

    /** The report of a run with at least one row. Its path part stops where phases are missing. */
    public static OverheadReport of(String label, CompatRun run) {
        if (run.rows().size() == 0) {
            throw new IllegalArgumentException("rows=0");
        }
        TaskStates states = new TaskStates(run);
        double window = states.windowEnd() - states.windowBegin();
        List<ReadySteps> ready = new ArrayList<>();
        states.types().forEach(type -> ready.add(new ReadySteps()));
        MomentScan scan = new MomentScan(states, ready);
        states.steps().run(scan);
        InstantShares instants = scan.shares(window);
        CoreSwitches switches =
                new CoreSwitches(run.rows(), states.windowBegin(), states.windowEnd());
        Optional<SchedulerLoops> loops = new SchedulerLoopScan(run).scan();
        return new OverheadReport(
                label,
                WORDING,
                run.table().level(),
                run.rows().size(),
                window,
                Limit.ofScheduler(instants.some()),
                Optional.of(instants),
                Optional.empty(),
                switches.find(states.types(), ready),
                Optional.of(head(run.rows())),
                Optional.of(tail(run.rows())),
                loops,
                loops.map(known -> BackWalk.of(run)),
                Optional.empty(),
                List.of());
    }

    private static Distribution head(CompatRows rows) {
        RowsByCore byCore = new RowsByCore(rows, row -> true, rows::start);
        double[] heads = new double[rows.size()];
        int size = 0;
        for (int core = 0; core < byCore.cores(); core++) {
            int before = -1;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int row = byCore.row(at);
                double head = rows.start(row) - rows.dispatch(row);
                if (before >= 0) {
                    head = Math.min(head, rows.start(row) - rows.end(before));
                }
                heads[size++] = Math.max(0, head);
                before = row;
            }
        }
        return new Distribution(heads);
    }

    private static Distribution tail(CompatRows rows) {
        double[] tails = new double[rows.size()];
        for (int row = 0; row < rows.size(); row++) {
            tails[row] = Math.max(0, rows.finish(row) - rows.end(row));
        }
        return new Distribution(tails);
    }
}
