package io.tidemark.analysis.convert.view;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceJob;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.analysis.overhead.EngineLoad;
import io.tidemark.analysis.overhead.StepSweep;
import java.util.Arrays;
import java.util.List;

/**
 * Counters of idle cores and of ready tasks that were not dispatched, per engine, with yes/no lines
 * for the moments in which both happen at once.
 */
public final class OverheadCounters {
    private static final int FIRST_TID = 9101;
    private static final int TIDS_PER_TYPE = 10;
    private static final int ALL_TID = 9121;
    private static final int SOME_TID = 9122;

    private final TraceScene scene;
    private final ViewRules rules;
    private final EngineLoad states;
    private final Word[][] words;
    private final Word all;
    private final Word some;

    public OverheadCounters(TraceScene scene, ViewRules rules, EngineLoad states) {
        this.scene = scene;
        this.rules = rules;
        this.states = states;
        Vocabulary vocabulary = scene.vocabulary;
        all = vocabulary.of("oh_all_overhead");
        some = vocabulary.of("oh_has_overhead");
        words = new Word[states.types().size()][];
        for (int type = 0; type < words.length; type++) {
            String stem = "oh_" + states.types().get(type).word();
            words[type] = new Word[] {
                vocabulary.of(stem + "_idle"), vocabulary.of(stem + "_ready"), vocabulary.of(stem + "_overhead")
            };
        }
    }

    public void addJobs(List<TraceJob> jobs) {
        jobs.add(this::draw);
    }

    private void draw(TraceSink sink) {
        int types = words.length;
        int[] shown = new int[3 * types + 2];
        Arrays.fill(shown, Integer.MIN_VALUE);
        int[] now = new int[shown.length];
        StepSweep sweep = states.steps();
        sweep.run((begin, end, counts) -> {
            evaluate(counts, now);
            for (int line = 0; line < now.length; line++) {
                if (now[line] != shown[line]) {
                    shown[line] = now[line];
                    sample(sink, begin, line, now[line]);
                }
            }
        });
    }

    private void evaluate(int[] counts, int[] lines) {
        boolean isAll = true;
        boolean isSome = false;
        boolean isServed = true;
        for (int type = 0; type < words.length; type++) {
            int idle = states.idle(type, counts);
            int ready = states.ready(type, counts);
            boolean isOverhead = idle > 0 && ready > 0;
            lines[3 * type] = idle;
            lines[3 * type + 1] = ready;
            lines[3 * type + 2] = isOverhead ? 1 : 0;
            isAll &= isOverhead;
            isSome |= ready > 0;
            isServed &= ready <= 0 || idle > 0;
        }
        lines[3 * words.length] = isAll ? 1 : 0;
        lines[3 * words.length + 1] = isSome && isServed ? 1 : 0;
    }

    private void sample(TraceSink sink, long moment, int line, int value) {
        Word word;
        int tid;
        if (line >= 3 * words.length) {
            boolean isAll = line == 3 * words.length;
            word = isAll ? all : some;
            tid = isAll ? ALL_TID : SOME_TID;
        } else {
            word = words[line / 3][line % 3];
            int place = states.types().get(line / 3) == CoreType.AIC ? 0 : TIDS_PER_TYPE;
            tid = FIRST_TID + place + line % 3;
        }
        sink.counter(TraceIds.SCHEDULER, tid, rules.sampled(moment), word);
        sink.category(scene.vocabulary.overhead);
        sink.argument(word, value);
        sink.close();
    }
}
