package io.tidemark.capture.names;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonTree;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code name_map_<case>.json}, or a plain object from ids to names. Stateless; any thread.
 */
public final class NameMapReader {
    private NameMapReader() {}

    /**
     * The map; empty, with a loss, when the file cannot be read. It is no damage of the capture:
     * numbers without names are still to be trusted.
     */
    public static Optional<NameMap> read(Path file, Findings findings) {
        Findings met = new Findings();
        Optional<Map<String, Object>> top = JsonTree.read(file, met);
        for (Finding finding : met.kept()) {
            findings.loss(finding.file(), finding.position(), finding.reason() + "; kernels have no names");
        }
        return top.map(fields -> interpret(fields, JsonDocument.label(file), findings));
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
        } else if (isFlat(top)) {
            top.forEach((id, name) -> put(names, id, name, file, findings));
        }
        return new NameMap(
                level instanceof Long number ? number.intValue() : 2,
                orchestrator instanceof String text ? text : null,
                names);
    }

    private static boolean isFlat(Map<String, Object> top) {
        return top.keySet().stream().allMatch(id -> id.strip().matches("[0-9]{1,10}"));
    }

    private static void put(Map<Integer, String> names, Object id, Object name, String file, Findings findings) {
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
