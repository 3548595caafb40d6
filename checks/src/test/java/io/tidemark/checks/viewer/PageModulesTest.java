package io.tidemark.checks.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.tidemark.viewer.http.ViewerServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Single modules of the page, called as the page calls them. */
class PageModulesTest {
    private static BrowserSession browser;
    private static ViewerServer server;
    private static Page page;

    @BeforeAll
    static void start() throws IOException {
        server = ViewerServer.start(0, Optional.empty());
        browser = new BrowserSession();
        page = browser.page();
        page.navigate(server.address().toString());
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
    }

    @Test
    void everySpellingOfATaskIsUnderstood() {
        Object ids =
                page.evaluate(
                        """
                        async () => {
                          const { parseTask, taskLabel } = await import("/app/format.js");
                          return ["r2t7", "2:7", "0x200000007", "8589934599", " R2T7 ", "t7", "x", "", "-1", "1e9"]
                            .map((text) => parseTask(text)).map((id) => id === null ? "none" : taskLabel(id));
                        }
                        """);
        assertThat(ids)
                .isEqualTo(
                        List.of(
                                "r2t7", "r2t7", "r2t7", "r2t7", "r2t7", "t7", "none", "none",
                                "none", "none"));
    }

    @Test
    void timesAreWrittenInTheUnitThatFits() {
        Object texts =
                page.evaluate(
                        """
                        async () => {
                          const { time, exact, count, percent } = await import("/app/format.js");
                          return [time(0), time(999), time(1500), time(12_340_000), time(NaN), time(-2500),
                            exact(10_123_460), count(1234567), percent(0.0004), percent(0.25)];
                        }
                        """);
        assertThat(texts)
                .isEqualTo(
                        List.of(
                                "0",
                                "999 ns",
                                "1.50 µs",
                                "12.3 ms",
                                "unknown",
                                "-2.50 µs",
                                "10.123460 ms",
                                "1\u202f234\u202f567",
                                "< 0.1 %",
                                "25 %"));
    }

    /** Random graphs, cycles and loops included: boxes never overlap, forward edges go right. */
    @Test
    void aLaidOutGraphNeverPutsTwoNodesOnOnePlace() {
        Object problems =
                page.evaluate(
                        """
                        async () => {
                          const { layOut } = await import("/app/graph-layout.js");
                          const problems = [];
                          for (let seed = 1; seed <= 60; seed++) {
                            let state = seed * 2654435761 % 4294967296;
                            const random = (n) => (state = (state * 1664525 + 1013904223) % 4294967296) % n;
                            const count = 1 + random(40);
                            const cyclic = seed % 5 === 0;
                            const edges = [];
                            for (let at = 0; at < random(90); at++) {
                              const a = random(count), b = random(count);
                              if (cyclic || a < b) edges.push({ from: a, to: b });
                            }
                            const { places, routes } = layOut(count, edges, { width: 100, height: 30 });
                            for (let a = 0; a < count; a++) {
                              for (let b = 0; b < a; b++) {
                                const apart = Math.abs(places[a].x - places[b].x) >= 100
                                  || Math.abs(places[a].y - places[b].y) >= 30;
                                if (!apart) problems.push(`seed ${seed}: ${a} on ${b}`);
                              }
                            }
                            edges.forEach(({ from, to }, at) => {
                              if (!cyclic && places[from].x >= places[to].x) problems.push(`seed ${seed}: back`);
                              if (routes[at].length > 40) problems.push(`seed ${seed}: long`);
                            });
                          }
                          return problems;
                        }
                        """);
        assertThat((List<?>) problems).isEmpty();
        browser.assertQuiet();
    }

    /** Pairs beside one that waits alone: what belongs together stands on one line. */
    @Test
    void whatIsJoinedOneToOneIsDrawnStraight() {
        Object heights =
                page.evaluate(
                        """
                        async () => {
                          const { layOut } = await import("/app/graph-layout.js");
                          const edges = [0, 1, 2, 3].map((at) => ({ from: at, to: at + 5 }));
                          const { places } = layOut(9, edges, { width: 100, height: 30 });
                          return edges.map(({ from, to }) => Math.round(places[from].y - places[to].y));
                        }
                        """);
        assertThat(heights).isEqualTo(List.of(0, 0, 0, 0));
    }

    /**
     * Before and after of an argument are compared by colour, so the colours must mean the same.
     */
    @Test
    void severalSetsOfValuesShareOneScale() {
        Object scales =
                page.evaluate(
                        """
                        async () => {
                          const { scaleOf } = await import("/app/args-values.js");
                          const zeros = { least: 0, greatest: 0 };
                          const spread = { least: -2, greatest: 5 };
                          return [scaleOf(zeros, spread), scaleOf({ least: 1, greatest: 4 }, zeros)]
                            .map(({ least, greatest }) => [least, greatest]);
                        }
                        """);
        assertThat(scales).isEqualTo(List.of(List.of(-5, 5), List.of(0, 4)));
    }

    /** Rows end between pixels, boxes do not: one that shows all of them must not lose the last. */
    @Test
    void aBoxIsCutOnlyWhereARowWouldBe() {
        Object heights =
                page.evaluate(
                        """
                        async () => {
                          const { wholeRows } = await import("/app/rows.js");
                          const rows = [29.3, 58.6, 87.9];
                          return [87, 88, 200, 80, 59, 20].map((room) => Math.round(wholeRows(room, rows)));
                        }
                        """);
        assertThat(heights).isEqualTo(List.of(87, 88, 200, 59, 59, 20));
    }

    @Test
    void everyKeyOfTheTimelineIsInTheListOfKeys() {
        Object unlisted =
                page.evaluate(
                        """
                        async () => {
                          const { KEYS, HINTS } = await import("/app/timeline/input.js");
                          const signs = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→",
                            PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc" };
                          const listed = new Set(HINTS.flatMap(([keys]) => keys.split(/,? /)));
                          return Object.keys(KEYS).filter((key) => !listed.has(signs[key] ?? key));
                        }
                        """);
        assertThat((List<?>) unlisted).isEmpty();
    }

    /**
     * A crowd, a line that branches, a circle: what is folded is counted, and opens to all again.
     */
    @Test
    void foldingAWaitGraphLosesNoOne() {
        Object problems =
                page.evaluate(
                        """
                        async () => {
                          const { folded, waitFor } = await import("/app/wait-graph.js");
                          const graph = (count, edges) => waitFor({ waitFor: {
                            nodes: Array.from({ length: count }, (_, id) => ({ id, label: "n" + id })),
                            edges: edges.map(([from, to]) => ({ from, to, reason: "r" })) } });
                          const crowd = Array.from({ length: 30 }, (_, at) => [at + 1, 0]);
                          const line = Array.from({ length: 30 }, (_, at) => [at + 1, at]);
                          const cases = {
                            crowd: [graph(31, crowd), 6],
                            line: [graph(31, line), 5],
                            branching: [graph(33, [...line, [31, 15], [32, 31]]), 11],
                            circle: [graph(31, [...line, [0, 30]]), 3],
                            short: [graph(5, line.slice(0, 4)), 5],
                          };
                          const problems = [];
                          for (const [name, [whole, expected]] of Object.entries(cases)) {
                            const shut = folded(whole, new Set());
                            if (shut.nodes.length !== expected) problems.push(`${name}: ${shut.nodes.length} nodes`);
                            const known = new Set(shut.nodes.map((node) => node.id));
                            if (!shut.edges.every((e) => known.has(e.from) && known.has(e.to)))
                              problems.push(`${name}: an edge leads nowhere`);
                            const hidden = shut.nodes.filter((node) => node.fold)
                              .reduce((sum, node) => sum + Number(/\\d+/.exec(node.text)[0]), 0);
                            const plain = shut.nodes.filter((node) => !node.fold).length;
                            if (plain + hidden !== whole.nodes.length) problems.push(`${name}: ${plain} + ${hidden}`);
                            const open = folded(whole, new Set(shut.nodes.map((node) => node.fold)));
                            if (open.nodes.length !== whole.nodes.length || open.edges.length !== whole.edges.length)
                              problems.push(`${name}: does not open`);
                          }
                          return problems;
                        }
                        """);
        assertThat((List<?>) problems).isEmpty();
    }

    /** Names are written on their own colour, which no style sheet knows. */
    @Test
    void everyKernelsNameCanBeReadOnItsColour() {
        Object worst =
                page.evaluate(
                        """
                        async () => {
                          const { Palette, luminance } = await import("/app/colors.js");
                          const names = ["complete", "dispatch", "release", "drain", "idle", "orch_submit"];
                          for (let at = 0; at < 100; at++) names.unshift("kernel " + at);
                          const palette = new Palette(names, 100);
                          const contrast = (name) => {
                            const ground = luminance(palette.rgb(name));
                            const ink = palette.ink(name) === "#ffffff" ? 1 : 0;
                            return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
                          };
                          return Math.min(...names.map((_, name) => contrast(name)));
                        }
                        """);
        assertThat(((Number) worst).doubleValue()).isGreaterThan(4.5);
    }
}
