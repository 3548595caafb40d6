package io.tidemark.capture.names;

import io.tidemark.capture.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonTree;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code name_map_<case>.json}. Stateless; any thread. */
public final class NameMapReader {
    private NameMapReader() {}

    /** The map; empty, with a finding, when the file cannot be read. */
    public static Optional<NameMap> read(Path file, Findings findings) {
        return JsonTree.read(file, findings)
                .map(top -> interpret(top, JsonDocument.label(file), findings));
    }

    private static NameMap interpret(Map<String, Object> top, String file, Findings findings) {
        Object level = top.get("level");
        if (level != null && !(level instanceof Long)) {
            findings.note(file, "", "level is no whole number; taken as 2");
        }
        Object orchestrator = top.get("orchestrator_name");
        Map<Integer, String> names = new HashMap<>();
        Object callables = top.get("callable_id_to_name");
        if (callables instanceof Map<?, ?> entries) {
            entries.forEach((id, name) -> put(names, id, name, file, findings));
        } else if (callables != null) {
            findings.loss(file, "", "callable_id_to_name is no object; names are not known");
        }
        return new NameMap(
                level instanceof Long number ? number.intValue() : 2,
                orchestrator instanceof String text ? text : null,
                names);
    }

    private static void put(
            Map<Integer, String> names, Object id, Object name, String file, Findings findings) {
        try {
            if (name instanceof String text) {
                names.put(Integer.valueOf(String.valueOf(id).strip()), text);
                return;
            }
        } catch (NumberFormatException noNumber) {
            // said below, like a name that is no text
        }
        findings.note(file, "", "a callable whose id or name cannot be read was ignored");
    }
}
