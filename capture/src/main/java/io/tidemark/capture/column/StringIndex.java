package io.tidemark.capture.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each distinct text the next index, so that a column stores a small number instead of a
 * text. When {@code capacity} texts are known, any further one gets the index of {@link #OVERFLOW}.
 * One thread fills it; any number may read after that.
 */
public final class StringIndex {
    /** Stands for every text that came after the index was full. */
    public static final String OVERFLOW = "(too many names)";

    private static final int FEW = 8;

    private final String[] first = new String[FEW]; // the texts that came first, as objects
    private final Map<String, Integer> indexByText = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final int capacity;

    public StringIndex(int capacity) {
        if (capacity < 2) {
            throw new IllegalArgumentException("capacity=" + capacity);
        }
        this.capacity = capacity;
    }

    public int add(String text) {
        for (int index = 0; index < FEW && first[index] != null; index++) {
            if (first[index] == text) { // the same object; equal ones are found below
                return index;
            }
        }
        Integer known = indexByText.get(text);
        if (known != null) {
            return known;
        }
        if (texts.size() == capacity - 1 && !text.equals(OVERFLOW)) {
            return add(OVERFLOW);
        }
        if (texts.size() == capacity) {
            return capacity - 1;
        }
        if (texts.size() < FEW) {
            first[texts.size()] = text;
        }
        indexByText.put(text, texts.size());
        texts.add(text);
        return texts.size() - 1;
    }

    public String text(int index) {
        return texts.get(index);
    }

    public int size() {
        return texts.size();
    }
}
