package io.tidemark.analysis.convert.encode;

import java.util.List;
import java.util.Map;

/** Writes small trees of maps, lists, texts and numbers as JSON. Pure. */
public final class JsonValues {
    private JsonValues() {}

    public static void append(StringBuilder text, Object value) {
        switch (value) {
            case null -> text.append("null");
            case Map<?, ?> map -> appendMap(text, map);
            case List<?> list -> appendList(text, list);
            case String string -> text.append(Word.quote(string));
            case Double number when !Double.isFinite(number) -> text.append("null");
            default -> text.append(value);
        }
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            text.append(separator).append(Word.quote(member.getKey().toString())).append(':');
            append(text, member.getValue());
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : "}");
    }

    private static void appendList(StringBuilder text, List<?> list) {
        String separator = "[";
        for (Object item : list) {
            text.append(separator);
            append(text, item);
            separator = ",";
        }
        text.append(list.isEmpty() ? "[]" : "]");
    }
}
