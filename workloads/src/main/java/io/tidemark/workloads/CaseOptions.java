package io.tidemark.workloads;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options of one case after defaults, variant and the person's words are laid over each other.
 * Immutable. Every refusal names the option, its value and what would do.
 */
public final class CaseOptions {
    private final Map<String, String> values;

    private CaseOptions(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @param assignments {@code key=value}, the last one of a key counts
     */
    public static CaseOptions resolve(Workload workload, Variant variant, List<String> assignments) {
        Map<String, String> values = new TreeMap<>();
        for (CaseOption option : workload.options()) {
            values.put(option.key(), option.defaultValue());
        }
        values.putAll(variant.values());
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            String key =
                    equals < 0 ? assignment : assignment.substring(0, equals).strip();
            if (equals < 0) {
                throw new IllegalArgumentException("option " + assignment + " is not of the form key=value");
            }
            if (!values.containsKey(key)) {
                throw new IllegalArgumentException(key
                        + " is no option of "
                        + workload.name()
                        + "; it takes "
                        + String.join(", ", values.keySet()));
            }
            values.put(key, assignment.substring(equals + 1).strip());
        }
        return new CaseOptions(values);
    }

    /** The value as it was given; null if the workload has no such option. */
    public String text(String key) {
        return values.get(key);
    }

    /** A whole number from {@code low} to {@code high}, both included. */
    public int integer(String key, int low, int high) {
        return parsed(key, text(key), low, high);
    }

    /** One value for all, or exactly {@code count} separated by commas. */
    public int[] integers(String key, int count, int low, int high) {
        String[] parts = text(key).split(",", -1);
        if (parts.length != 1 && parts.length != count) {
            throw new IllegalArgumentException(
                    key + "=" + text(key) + " has " + parts.length + " values; give one or " + count);
        }
        int[] result = new int[count];
        for (int i = 0; i < count; i++) {
            result[i] = parsed(key, parts[parts.length == 1 ? 0 : i].strip(), low, high);
        }
        return result;
    }

    /** One value or several, separated by commas. */
    public int[] integerList(String key, int low, int high) {
        return integers(key, text(key).split(",", -1).length, low, high);
    }

    /** Any finite number. */
    public float number(String key) {
        try {
            float value = Float.parseFloat(text(key));
            if (Float.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + "=" + text(key) + " is not a number", e);
        }
        throw new IllegalArgumentException(key + "=" + text(key) + " is not finite");
    }

    /** One of the constants, written in lower case. */
    public <E extends Enum<E>> E choice(String key, Class<E> type) {
        StringBuilder known = new StringBuilder();
        for (E constant : type.getEnumConstants()) {
            String word = constant.name().toLowerCase(java.util.Locale.ROOT);
            if (word.equals(text(key))) {
                return constant;
            }
            known.append(known.isEmpty() ? "" : ", ").append(word);
        }
        throw new IllegalArgumentException(key + "=" + text(key) + " is not one of " + known);
    }

    @Override
    public String toString() {
        return values.toString();
    }

    private static int parsed(String key, String text, int low, int high) {
        BigInteger value; // of any length: a number that is too large is still a number
        try {
            value = new BigInteger(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + "=" + text + " is not a whole number", e);
        }
        if (value.compareTo(BigInteger.valueOf(low)) < 0 || value.compareTo(BigInteger.valueOf(high)) > 0) {
            throw new IllegalArgumentException(key + "=" + text + " is not in " + low + ".." + high);
        }
        return value.intValue();
    }
}
