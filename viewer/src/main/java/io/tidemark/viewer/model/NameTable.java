package io.tidemark.viewer.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts spans are coloured and labelled by, kernels first. Filled by the one thread that reads
 * a capture, read by anyone afterwards. Past {@link #MOST} names the rest share one, so that a
 * damaged file costs colours and not a heap.
 */
public final class NameTable {
    /** Names told apart. */
    public static final int MOST = 20_000;

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> index = new HashMap<>();

    /** The number of a name, giving it one when it is new. */
    public int add(String text) {
        Integer known = index.get(text);
        if (known != null) {
            return known;
        }
        if (texts.size() < MOST) {
            texts.add(texts.size() == MOST - 1 ? "(further names)" : ShownText.of(text));
            index.put(text, texts.size() - 1);
        }
        return texts.size() - 1;
    }

    public List<String> texts() {
        return List.copyOf(texts);
    }

    public int size() {
        return texts.size();
    }
}
