package io.tidemark.capture.names;

import io.tidemark.capture.file.WriteFailure;
import io.tidemark.capture.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code name_map_<case>.json}, callables in ascending order. Stateless; any thread. */
public final class NameMapWriter {
    private NameMapWriter() {}

    /**
     * File name for a case: every character that is no letter, digit, dot, underscore or dash
     * becomes '_'.
     */
    public static String fileName(String caseName) {
        return "name_map_" + caseName.replaceAll("[^\\p{IsAlphabetic}\\p{IsDigit}._-]", "_") + ".json";
    }

    public static void write(Path file, NameMap names) throws IOException {
        StringBuilder text = new StringBuilder("{\n  \"level\": ").append(names.level());
        text.append(",\n  \"orchestrator_name\": ");
        String orchestrator = names.orchestratorName();
        text.append(orchestrator == null ? "null" : ascii(orchestrator));
        String lead = ",\n  \"callable_id_to_name\": {\n    ";
        for (Map.Entry<Integer, String> entry : new TreeMap<>(names.nameById()).entrySet()) {
            text.append(lead).append('"').append(entry.getKey()).append("\": ");
            text.append(ascii(entry.getValue()));
            lead = ",\n    ";
        }
        text.append(names.nameById().isEmpty() ? "\n}" : "\n  }\n}");
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        WriteFailure.naming(file, () -> Files.write(file, bytes));
    }

    /** In ASCII, as the harness that first wrote these files does. */
    private static String ascii(String name) {
        return JsonText.quote(name, JsonText.Reach.ASCII);
    }
}
