package io.tidemark.capture.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A fixed list of plain ASCII words that the scanner recognises without making a String. Immutable;
 * any thread. List the words in the order files write them: the scanner guesses the next one first.
 */
public final class Words {
    /** What stands for a word not in the list. */
    public static final int UNKNOWN = -1;

    private final byte[][] words;
    private final String[] texts;
    private final Map<String, Integer> indexByText = new HashMap<>();
    private final int[] slots;

    private Words(List<String> list) {
        texts = list.toArray(new String[0]);
        words = new byte[texts.length][];
        slots = new int[Integer.highestOneBit(Math.max(texts.length, 2)) * 8];
        Arrays.fill(slots, UNKNOWN);
        for (int index = 0; index < texts.length; index++) {
            words[index] = texts[index].getBytes(StandardCharsets.US_ASCII);
            indexByText.put(texts[index], index);
            int slot = hash(words[index], 0, words[index].length);
            while (slots[slot] != UNKNOWN) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = index;
        }
    }

    public static Words of(String... list) {
        return new Words(List.of(list));
    }

    public String text(int index) {
        return texts[index];
    }

    public int size() {
        return texts.length;
    }

    int find(byte[] bytes, int from, int to) {
        int slot = hash(bytes, from, to);
        while (slots[slot] != UNKNOWN) {
            byte[] word = words[slots[slot]];
            if (Arrays.equals(word, 0, word.length, bytes, from, to)) {
                return slots[slot];
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return UNKNOWN;
    }

    int find(String text) {
        return indexByText.getOrDefault(text, UNKNOWN);
    }

    /**
     * Length of word {@code index} when {@code bytes} has it at {@code from}, followed by a quote;
     * else -1.
     */
    int matches(int index, byte[] bytes, int from, int limit) {
        byte[] word = words[index];
        int end = from + word.length;
        boolean same = end < limit && bytes[end] == '"' && Arrays.equals(word, 0, word.length, bytes, from, end);
        return same ? word.length : -1;
    }

    private int hash(byte[] bytes, int from, int to) {
        int hash = to - from;
        for (int at = from; at < to; at++) {
            hash = hash * 31 + bytes[at];
        }
        return (hash ^ (hash >>> 7)) & (slots.length - 1);
    }
}
