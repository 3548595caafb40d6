package io.tidemark.viewer.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The files of the page, read from this jar. Only names in the list are served, so no request
 * reaches anything else on the class path. Any thread may call.
 */
public final class PageFiles {
    /** The page itself. */
    public static final String INDEX = "index.html";

    /** The module that starts everything. */
    public static final String MAIN = "app/main.js";

    /** All scripts as one, which the served page loads instead. */
    static final String ONE_SCRIPT = "app/page.js";

    /** The library that lays out graphs; a page loads it with its first graph. */
    public static final String LIBRARY = "app/dagre.js";

    /** How the page loads its modules; who serves it otherwise puts something else in its place. */
    public static final String MODULES = "<script type=\"module\" src=\"" + MAIN + "\"></script>";

    private static final String SCRIPT = "<script src=\"" + ONE_SCRIPT + "\" defer></script>";

    private static final List<String> STYLES = List.of("style/base.css", "style/pages.css", "style/timeline.css");

    private static final Set<String> SCRIPTS = Set.of(
            MAIN,
            "app/address.js",
            "app/args-values.js",
            "app/args.js",
            "app/bar.js",
            "app/capture.js",
            "app/chart.js",
            "app/colors.js",
            "app/columns.js",
            "app/comparable.js",
            "app/compare.js",
            "app/csv.js",
            "app/difference.js",
            "app/dom.js",
            "app/drop.js",
            "app/dropping.js",
            "app/endings.js",
            "app/format.js",
            "app/graph-fold.js",
            "app/graph-layout.js",
            "app/graph.js",
            "app/hang.js",
            "app/home.js",
            "app/live.js",
            "app/marks.js",
            "app/more.js",
            "app/overview.js",
            "app/parts.js",
            "app/pmu.js",
            "app/range-sums.js",
            "app/ranges.js",
            "app/query.js",
            "app/roofline.js",
            "app/rows.js",
            "app/scopes.js",
            "app/source.js",
            "app/sql.js",
            "app/state.js",
            "app/theme.js",
            "app/timeline-page.js",
            "app/timeline/answers.js",
            "app/timeline/arrows.js",
            "app/timeline/counter-panel.js",
            "app/timeline/counter-strip.js",
            "app/timeline/critical.js",
            "app/timeline/gaps.js",
            "app/timeline/hits.js",
            "app/timeline/input.js",
            "app/timeline/keeper.js",
            "app/timeline/labels.js",
            "app/timeline/lane-rules.js",
            "app/timeline/lanes.js",
            "app/timeline/legend.js",
            "app/timeline/life-bar.js",
            "app/timeline/minimap.js",
            "app/timeline/neighbours.js",
            "app/timeline/notes.js",
            "app/timeline/overlay.js",
            "app/timeline/page.js",
            "app/timeline/painter.js",
            "app/timeline/panel.js",
            "app/timeline/picture.js",
            "app/timeline/range-panel.js",
            "app/timeline/ruler.js",
            "app/timeline/search.js",
            "app/timeline/selection.js",
            "app/timeline/stage.js",
            "app/timeline/stretches.js",
            "app/timeline/tile-form.js",
            "app/timeline/tiles.js",
            "app/timeline/tools.js",
            "app/timeline/viewport.js",
            "app/wait-graph.js",
            "app/whatif-answer.js",
            "app/whatif-asking.js",
            "app/whatif-changes.js",
            "app/whatif-controls.js",
            "app/whatif.js");

    private PageFiles() {}

    public static List<String> styles() {
        return STYLES;
    }

    /** Every file name there is. */
    public static Set<String> scripts() {
        return SCRIPTS;
    }

    /** The bytes of a file, or empty when the page has none of that name. */
    public static Optional<byte[]> read(String name) throws IOException {
        if (name.equals(LIBRARY)) {
            return Optional.of(library());
        }
        boolean known = name.equals(INDEX) || STYLES.contains(name) || SCRIPTS.contains(name);
        if (!known) {
            return Optional.empty();
        }
        try (InputStream in = PageFiles.class.getResourceAsStream("/io/tidemark/viewer/page/" + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
    }

    private static byte[] library() throws IOException {
        ClassLoader jars = PageFiles.class.getClassLoader();
        Properties about = new Properties();
        try (InputStream in = jars.getResourceAsStream("META-INF/maven/org.webjars.npm/dagre/pom.properties")) {
            about.load(in);
        }
        String file = "META-INF/resources/webjars/dagre/" + about.getProperty("version") + "/dist/dagre.min.js";
        try (InputStream in = jars.getResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }

    /** The same as the server sends it: the page loads one script, and that is there. */
    static Optional<byte[]> served(String name) throws IOException {
        if (name.equals(ONE_SCRIPT)) {
            return Optional.of(PageScript.bytes());
        }
        Optional<byte[]> file = read(name);
        return name.equals(INDEX) ? file.map(PageFiles::withOneScript) : file;
    }

    private static byte[] withOneScript(byte[] index) {
        return new String(index, StandardCharsets.UTF_8)
                .replace(MODULES, SCRIPT)
                .getBytes(StandardCharsets.UTF_8);
    }

    static String type(String name) {
        if (name.endsWith(".js")) {
            return "text/javascript; charset=utf-8";
        }
        return name.endsWith(".css") ? "text/css; charset=utf-8" : "text/html; charset=utf-8";
    }
}
