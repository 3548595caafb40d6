package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRun;
import io.tidemark.analysis.convert.encode.Vocabulary;
import io.tidemark.analysis.convert.encode.Word;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a slice is called: the kernel's name, or one made from its number. Every kernel of the run
 * is looked up when the object is made; any thread may ask afterwards.
 */
final class KernelLabels {
    private final CompatRun run;
    private final Vocabulary vocabulary;
    private final boolean[] isSpmd;
    private final Map<Integer, Word> plain = new ConcurrentHashMap<>();
    private final Map<Integer, Word> spmd = new ConcurrentHashMap<>();

    KernelLabels(CompatRun run, Vocabulary vocabulary, boolean[] isSpmd) {
        this.run = run;
        this.vocabulary = vocabulary;
        this.isSpmd = isSpmd;
        for (int row = 0; row < run.rows().size(); row++) {
            ofRow(row);
        }
    }

    /** The label of a row's kernel. */
    Word ofRow(int row) {
        int function = run.rows().kernel(row);
        boolean several = isSpmd[run.tasks().ofRun(row)];
        Word known = (several ? spmd : plain).get(function);
        return known == null ? of(function, several) : known;
    }

    synchronized Word of(int function, boolean isSpmd) {
        return (isSpmd ? spmd : plain)
                .computeIfAbsent(
                        function,
                        added -> {
                            String base = base(added);
                            return vocabulary.of(isSpmd ? marked(base) : base);
                        });
    }

    private String base(int function) {
        if (function < 0) {
            return vocabulary.taskName.text();
        }
        return run.names().name(function).orElseGet(() -> "func_" + number(function));
    }

    /** A number people can tell apart in a picture: {@code 27_ab}. */
    static String number(int function) {
        StringBuilder letters = new StringBuilder();
        for (int rest = function + 1; rest > 0; rest = (rest - 1) / 26) {
            letters.append((char) ('a' + (rest - 1) % 26));
        }
        return function + "_" + letters.reverse();
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
