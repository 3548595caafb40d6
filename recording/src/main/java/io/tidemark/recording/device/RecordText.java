package io.tidemark.recording.device;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A record of numbers, truths and enum constants as words in their order, and back. */
final class RecordText {
    private RecordText() {}

    static String of(Record value) {
        List<String> words = new ArrayList<>();
        try {
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                Object word = part.getAccessor().invoke(value);
                words.add(word instanceof Enum<?> named ? named.name() : String.valueOf(word));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("value=" + value, e);
        }
        return String.join(" ", words);
    }

    /**
     * @throws IllegalArgumentException if the words are not those of such a record
     */
    static <R extends Record> R parse(Class<R> type, String text) {
        RecordComponent[] parts = type.getRecordComponents();
        String[] words = text.split(" ");
        if (words.length != parts.length) {
            throw new IllegalArgumentException(type.getSimpleName() + "=" + text);
        }
        Object[] values = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = value(parts[i].getType(), words[i]);
        }
        try {
            Constructor<R> made = type.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return made.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getSimpleName() + "=" + text, e);
        }
    }

    private static Object value(Class<?> type, String word) {
        if (type == int.class) {
            return Integer.parseInt(word);
        }
        if (type == long.class) {
            return Long.parseLong(word);
        }
        if (type == double.class) {
            return Double.parseDouble(word);
        }
        if (type == boolean.class) {
            return Boolean.parseBoolean(word);
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + "=" + word);
    }
}
