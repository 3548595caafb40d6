package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.ShownText;

/**
 * Writes critical.json: the chain of runs that bounded the run, first to last, and what its stalls
 * were spent on. Of a task that ran on several cores the run that ended last stands for it.
 * Stateless.
 */
final class CriticalJson {
    private CriticalJson() {}

    static byte[] write(CriticalPathReport report, Runs runs) {
        return Json.object(
                json -> {
                    json.member("makespanMicros", report.micros(report.makespan()));
                    json.member("computeMicros", report.micros(report.compute()));
                    json.member("stallMicros", report.micros(report.stall()));
                    json.member("staticMicros", report.micros(report.staticLength()));
                    json.name("stallParts").beginArray();
                    for (CorePart part : PathStep.STALL_PARTS) {
                        long stall = report.sum(step -> step.stall(part));
                        json.beginObject();
                        json.member("key", part.key());
                        json.member("words", part.words());
                        json.member("micros", report.micros(stall));
                        json.endObject();
                    }
                    json.endArray();
                    json.name("runs").beginArray();
                    for (PathStep step : report.steps()) {
                        int run = runs.latestFrom(runs.firstOf(step.taskId()));
                        if (run >= 0) {
                            json.value(run);
                        }
                    }
                    json.endArray();
                    json.name("notes").beginArray();
                    report.notes().forEach(note -> json.value(ShownText.of(note)));
                    json.endArray();
                });
    }
}
