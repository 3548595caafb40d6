package io.tidemark.recording.profile;

import io.tidemark.capture.json.JsonText;
import io.tidemark.chip.ChipProfile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a chip profile as the file that {@link ChipProfiles} reads. Stateless. */
public final class ProfileText {
    private static final MathContext DIGITS = new MathContext(6);

    private ProfileText() {}

    /**
     * @param description one sentence
     * @param sources where numbers come from, by {@code group.name}; a number without one has none
     */
    public static String of(ChipProfile profile, String description, Map<String, String> sources) {
        return of(profile.name(), description, numbers(profile), sources);
    }

    /** Every number of a profile in the unit of its file, by {@code group.name}. */
    public static Map<String, Double> numbers(ChipProfile profile) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (ProfileField field : ProfileField.ALL) {
            numbers.put(field.path(), field.get().applyAsDouble(profile));
        }
        return numbers;
    }

    /**
     * @param numbers every number, by {@code group.name}
     */
    public static String of(String name, String description, Map<String, Double> numbers, Map<String, String> sources) {
        StringBuilder text = new StringBuilder("{\n");
        text.append("  \"").append(ChipProfiles.VERSION_KEY).append("\": ");
        text.append(ChipProfiles.VERSION).append(",\n  \"name\": ");
        JsonText.appendQuoted(text, name);
        text.append(",\n  \"description\": ");
        JsonText.appendQuoted(text, description);
        String group = "";
        for (ProfileField field : ProfileField.ALL) {
            if (!field.group().equals(group)) {
                text.append(group.isEmpty() ? ",\n" : "\n  },\n");
                group = field.group();
                text.append("  \"").append(group).append("\": {\n");
            } else {
                text.append(",\n");
            }
            text.append("    \"").append(field.name()).append("\": {\"value\": ");
            text.append(number(numbers.get(field.path())));
            String source = sources.get(field.path());
            if (source != null) {
                text.append(", \"source\": ");
                JsonText.appendQuoted(text, source);
            }
            text.append('}');
        }
        return text.append("\n  }\n}\n").toString();
    }

    private static String number(double value) {
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
