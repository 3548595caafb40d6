package io.tidemark.viewer.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page's modules as one plain script: a browser loads no modules from disk, and from a server
 * one file sooner than eighty. It knows the two forms our modules use, {@code import { a } from
 * "./b.js"} and {@code export function|class|const}, and refuses anything else. An object is used
 * once by one thread; any thread may ask for the script.
 */
public final class PageScript {
    private static final String IMPORT = "import ";
    private static final String EXPORT = "export ";
    private static final Pattern IMPORTED = Pattern.compile("import \\{([^}]*)\\} from \"([^\"]+)\";\\s*");
    private static final Pattern EXPORTED = Pattern.compile("(?:async )?(?:function\\*?|class|const) (\\w+).*");

    private final Map<String, String> done = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>();

    private PageScript() {}

    /** The script of the whole page, joined when it is first asked for. */
    public static byte[] bytes() {
        return OfMain.BYTES;
    }

    private static final class OfMain {
        static final byte[] BYTES = joined(PageFiles.MAIN);
    }

    private static byte[] joined(String main) {
        PageScript script = new PageScript();
        try {
            script.add(main);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        StringBuilder text = new StringBuilder("\"use strict\";\nconst modules = {};\n");
        script.done.values().forEach(text::append);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void add(String module) throws IOException {
        if (done.containsKey(module)) {
            return;
        }
        if (open.contains(module)) {
            throw new IllegalStateException("modules import each other: " + open + " " + module);
        }
        open.add(module);
        byte[] source = PageFiles.read(module).orElseThrow(() -> new IllegalStateException("module=" + module));
        String wrapped = wrap(module, new String(source, StandardCharsets.UTF_8));
        open.remove(module);
        done.put(module, wrapped);
    }

    /** Wraps a module in a function that takes its imports and sets its exports. */
    private String wrap(String module, String source) throws IOException {
        StringBuilder body = new StringBuilder(source.length() + 200);
        List<String> names = new ArrayList<>();
        int at = 0;
        while (at < source.length()) {
            int end = source.indexOf('\n', at) + 1;
            end = end == 0 ? source.length() : end;
            if (source.startsWith(IMPORT, at)) {
                int closed = source.indexOf(';', at) + 1;
                end = Math.max(end, source.indexOf('\n', closed) + 1);
                body.append(imported(module, source.substring(at, end)));
            } else if (source.startsWith(EXPORT, at)) {
                String kept = source.substring(at + EXPORT.length(), end);
                names.add(exported(module, kept.stripTrailing()));
                body.append(kept);
            } else {
                body.append(source, at, end);
            }
            at = end;
        }
        return "(() => {\n%s\nmodules[\"%s\"] = { %s };\n})();\n".formatted(body, module, String.join(", ", names));
    }

    private String imported(String module, String statement) throws IOException {
        Matcher found = IMPORTED.matcher(statement);
        if (!found.matches()) {
            throw unknown(module, statement);
        }
        String from = resolve(module, found.group(2));
        add(from);
        return "const {%s} = modules[\"%s\"];\n".formatted(found.group(1), from);
    }

    private static String exported(String module, String declaration) {
        Matcher found = EXPORTED.matcher(declaration);
        if (!found.matches()) {
            throw unknown(module, EXPORT + declaration);
        }
        return found.group(1);
    }

    private static IllegalStateException unknown(String module, String statement) {
        return new IllegalStateException(module + " has a form not known here: " + statement);
    }

    private static String resolve(String module, String target) {
        return Path.of(module).resolveSibling(target).normalize().toString().replace('\\', '/');
    }
}
