package io.tidemark.viewer.export;

import io.tidemark.viewer.http.PageFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins the page's modules into one plain script, because a browser loads no modules from disk. It
 * knows the two forms our modules use, {@code import { a } from "./b.js"} and {@code export
 * function|class|const}, and refuses anything else. Used once by one thread.
 */
final class ScriptBundle {
    private static final Pattern IMPORT =
            Pattern.compile("^import \\{([^}]*)\\} from \"([^\"]+)\";\\s*$", Pattern.MULTILINE);
    private static final Pattern EXPORT =
            Pattern.compile(
                    "^export (?=(?:async )?(?:function\\*?|class|const) (\\w+))",
                    Pattern.MULTILINE);
    private static final Pattern LEFT_OVER =
            Pattern.compile("^(import|export)\\b.*$", Pattern.MULTILINE);

    private final Map<String, String> done = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>();

    static String of(String main) throws IOException {
        ScriptBundle bundle = new ScriptBundle();
        bundle.add(main);
        StringBuilder script = new StringBuilder("\"use strict\";\nconst modules = {};\n");
        bundle.done.values().forEach(script::append);
        return script.toString();
    }

    private void add(String module) throws IOException {
        if (done.containsKey(module)) {
            return;
        }
        if (open.contains(module)) {
            throw new IllegalStateException("modules import each other: " + open + " " + module);
        }
        open.add(module);
        String source =
                new String(
                        PageFiles.read(module)
                                .orElseThrow(() -> new IllegalStateException("module=" + module)),
                        StandardCharsets.UTF_8);
        for (MatchResult found : IMPORT.matcher(source).results().toList()) {
            add(resolve(module, found.group(2)));
        }
        open.remove(module);
        done.put(module, wrap(module, source));
    }

    private static String wrap(String module, String source) {
        String body =
                IMPORT.matcher(source)
                        .replaceAll(
                                found ->
                                        Matcher.quoteReplacement(
                                                "const {%s} = modules[\"%s\"];\n"
                                                        .formatted(
                                                                found.group(1),
                                                                resolve(module, found.group(2)))));
        List<String> names = EXPORT.matcher(body).results().map(found -> found.group(1)).toList();
        body = EXPORT.matcher(body).replaceAll("");
        Matcher left = LEFT_OVER.matcher(body);
        if (left.find()) {
            throw new IllegalStateException(module + " has a form not known here: " + left.group());
        }
        return "(() => {\n%s\nmodules[\"%s\"] = { %s };\n})();\n"
                .formatted(body, module, String.join(", ", names));
    }

    private static String resolve(String module, String target) {
        return Path.of(module).resolveSibling(target).normalize().toString().replace('\\', '/');
    }
}
