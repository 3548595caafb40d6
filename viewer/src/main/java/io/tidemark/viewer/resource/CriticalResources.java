package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.ShownText;

/**
 * Writes the critical path, the chain of runs that bounded the makespan. critical.json has its
 * length and the causes of its stalls. The chunks of {@code critical} hold all its runs, first to
 * last. A task that ran on several cores is represented by the run that ended last. Any thread may
 * call.
 */
final class CriticalResources {
    private final CriticalPathReport report;
    private final Runs runs;
    private final int[] path;

    CriticalResources(CriticalPathReport report, Runs runs) {
        this.report = report;
        this.runs = runs;
        this.path = report.steps().stream()
                .mapToInt(step -> runs.latestFrom(runs.firstOf(step.taskId())))
                .filter(run -> run >= 0)
                .toArray();
    }

    /** Runs on the path; a step whose task has no run on the picture is none. */
    int size() {
        return path.length;
    }

    /** For how much of a window a run of the path ran. */
    long nanosBetween(long from, long to) {
        long sum = 0;
        long until = from;
        for (int run : path) { // in order of time; what two steps share counts once
            long begin = Math.max(until, runs.beginNanos(run));
            long end = Math.min(to, runs.endNanos(run));
            sum += Math.max(0, end - begin);
            until = Math.max(until, end);
        }
        return sum;
    }

    byte[] write() {
        return JsonBytes.object(json -> {
            json.member("makespanMicros", report.micros(report.makespan()));
            json.member("computeMicros", report.micros(report.compute()));
            json.member("stallMicros", report.micros(report.stall()));
            json.member("staticMicros", report.micros(report.staticLength()));
            json.name("stallParts").beginArray();
            for (CorePart part : PathStep.STALL_PARTS) {
                json.beginObject();
                json.member("key", part.key());
                json.member("words", part.words());
                json.member("micros", report.micros(report.sum(step -> step.stall(part))));
                json.endObject();
            }
            json.endArray();
            json.member("steps", report.steps().size());
            json.member("runs", path.length);
            json.name("notes").beginArray();
            report.notes().forEach(note -> json.value(ShownText.of(note)));
            json.endArray();
        });
    }

    /** i32 run, lane, name; f64 begin, end. */
    byte[] chunk(int chunk) {
        int from = chunk * Chunks.SEARCH_ROWS;
        return new Columns(Chunks.length(path.length, Chunks.SEARCH_ROWS, chunk))
                .ints(at -> path[from + at])
                .ints(at -> runs.lane(path[from + at]))
                .ints(at -> runs.name(path[from + at]))
                .doubles(at -> RunChunk.time(runs.beginNanos(path[from + at])))
                .doubles(at -> RunChunk.time(runs.endNanos(path[from + at])))
                .toBytes();
    }
}
