package io.tidemark.sql.engine;

import io.tidemark.sql.table.TextDictionary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The texts that a column of an enumerated type can have, in sort order. A small number represents
 * each text in a cell, so that a query groups by small numbers. Immutable; any thread.
 */
final class TextSet {
    private static final int MOST_OF_A_BYTE = 255;
    private static final int MOST_OF_TWO_BYTES = 65_535;

    private final List<String> texts;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<TextDictionary, int[]> placesOfCodes = new ConcurrentHashMap<>();

    TextSet(Collection<String> texts) {
        this.texts = texts.stream()
                .distinct()
                .sorted((one, other) -> Arrays.compareUnsigned(
                        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8)))
                .toList();
        for (int i = 0; i < this.texts.size(); i++) {
            places.put(this.texts.get(i), i);
        }
    }

    List<String> texts() {
        return texts;
    }

    /** Bytes that the engine uses for a cell. */
    int cellBytes() {
        return texts.size() <= MOST_OF_A_BYTE
                ? Byte.BYTES
                : texts.size() <= MOST_OF_TWO_BYTES ? Short.BYTES : Integer.BYTES;
    }

    /** The number of a text, -1 if the set does not have it. */
    int place(String text) {
        return places.getOrDefault(text, -1);
    }

    /** The numbers of the texts of a dictionary, -1 for those that the set does not have. */
    int[] places(TextDictionary dictionary) {
        return placesOfCodes.computeIfAbsent(dictionary, codes -> {
            int[] numbers = new int[codes.size()];
            for (int code = 0; code < numbers.length; code++) {
                numbers[code] = place(codes.text(code));
            }
            return numbers;
        });
    }
}
