package io.tidemark.analysis.convert.scene;

import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.model.CaptureModel;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a slice is called: the kernel's name, or one made from its number. Every kernel of the run
 * is looked up when the object is made; any thread may ask afterwards.
 */
public final class KernelLabels {
    private final CaptureModel model;
    private final SceneRules rules;
    private final Vocabulary vocabulary;
    private final boolean[] isSpmd;
    private final Map<Integer, Word> plain = new ConcurrentHashMap<>();
    private final Map<Integer, Word> spmd = new ConcurrentHashMap<>();

    KernelLabels(CaptureModel model, SceneRules rules, Vocabulary vocabulary, boolean[] isSpmd) {
        this.model = model;
        this.rules = rules;
        this.vocabulary = vocabulary;
        this.isSpmd = isSpmd;
        for (int row = 0; row < model.runs().size(); row++) {
            ofRow(row);
        }
    }

    /** The label of a row's kernel. */
    public Word ofRow(int row) {
        int function = model.runs().kernel(row);
        boolean several = isSpmd[model.tasks().ofRun(row)];
        Word known = (several ? spmd : plain).get(function);
        return known == null ? of(function, several) : known;
    }

    public synchronized Word of(int function, boolean isSpmd) {
        return (isSpmd ? spmd : plain).computeIfAbsent(function, added -> {
            String base = rules.label(model.names(), added);
            return vocabulary.of(isSpmd ? marked(base) : base);
        });
    }

    private static String marked(String base) {
        int bracket = base.indexOf('(');
        String head = bracket < 0 ? base : base.substring(0, bracket);
        if (head.toLowerCase(Locale.ROOT).contains("spmd")) {
            return base;
        }
        return head + "_spmd" + base.substring(head.length());
    }
}
