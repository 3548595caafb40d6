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
@NeedsBrowser
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
        Object ids = page.evaluate("""
                        async () => {
                          const { parseTask, taskLabel } = await import("/app/format.js");
                          return ["r2t7", "2:7", "0x200000007", "8589934599", " R2T7 ", "t7", "x", "", "-1", "1e9"]
                            .map((text) => parseTask(text)).map((id) => id === null ? "none" : taskLabel(id));
                        }
                        """);
        assertThat(ids)
                .isEqualTo(List.of("r2t7", "r2t7", "r2t7", "r2t7", "r2t7", "t7", "none", "none", "none", "none"));
    }

    @Test
    void timesAreWrittenInTheUnitThatFits() {
        Object texts = page.evaluate("""
                        async () => {
                          const { time, exact, count, percent } = await import("/app/format.js");
                          return [time(0), time(999), time(1500), time(12_340_000), time(NaN), time(-2500),
                            exact(10_123_460), count(1234567), percent(0.0004), percent(0.25)];
                        }
                        """);
        assertThat(texts)
                .isEqualTo(List.of(
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
        Object problems = page.evaluate("""
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
                            const { places, routes } = await layOut(count, edges, { width: 100, height: 30 });
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
        Object heights = page.evaluate("""
                        async () => {
                          const { layOut } = await import("/app/graph-layout.js");
                          const edges = [0, 1, 2, 3].map((at) => ({ from: at, to: at + 5 }));
                          const { places } = await layOut(9, edges, { width: 100, height: 30 });
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
        Object scales = page.evaluate("""
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
        Object heights = page.evaluate("""
                        async () => {
                          const { wholeRows } = await import("/app/rows.js");
                          const rows = [29.3, 58.6, 87.9];
                          return [87, 88, 200, 80, 59, 20].map((room) => Math.round(wholeRows(room, rows)));
                        }
                        """);
        assertThat(heights).isEqualTo(List.of(87, 88, 200, 59, 59, 20));
    }

    private static final String TOLD_OF_A_PATH =
            "Critical path: 64\u202f686 tasks, makespan 6 µs, compute 5 µs, stall 1 µs. A note.";

    /** A path of 64,686 steps is named and reached to its last one, whatever is drawn at once. */
    @Test
    void theCriticalPathIsWholeHoweverLongItIs() {
        Object told = page.evaluate("""
                        async () => {
                          const { CriticalPath, drawnSteps } = await import("/app/timeline/critical.js");
                          const { Viewport } = await import("/app/timeline/viewport.js");
                          const length = 64686;
                          const column = (Kind, value) => Kind.from({ length }, (_, at) => value(at));
                          const path = {
                            run: column(Int32Array, (at) => at), lane: column(Int32Array, (at) => at % 7),
                            name: column(Int32Array, () => 0),
                            begin: column(Float64Array, (at) => at * 100), end: column(Float64Array, (at) => at * 100 + 90),
                          };
                          const capture = { meta: { critical: true }, criticalRuns: async () => path, json: async () => ({
                            steps: length, runs: length, makespanMicros: 6, computeMicros: 5, stallMicros: 1,
                            stallParts: [], notes: ["A note."] }) };
                          const viewport = new Viewport(length * 100);
                          const critical = new CriticalPath(capture, "");
                          await critical.show(true);
                          const context = new Proxy({}, { get: () => () => {}, set: () => true });
                          const layout = { rowOf: () => ({ y: 0, height: 10 }), scroll: 0, height: 100 };
                          const boxes = [];
                          const paint = () => critical.paint(context, viewport, layout, {}, 0, (run) => boxes.push(run.index));
                          paint();
                          const whole = critical.text;
                          const all = boxes.length;
                          boxes.length = 0;
                          viewport.begin = (length - 5) * 100;
                          viewport.end = length * 100;
                          paint();
                          const { seen } = drawnSteps(path, viewport);
                          return [whole, critical.text, all > 10000, boxes.includes(length - 1), seen];
                        }
                        """);
        assertThat((List<?>) told)
                .isEqualTo(List.of(
                        TOLD_OF_A_PATH + " 3\u202f000 of 64\u202f685 arrows are drawn here; zoom in for all.",
                        TOLD_OF_A_PATH,
                        true,
                        true,
                        10));
    }

    /** Nobody knows whether a lane was idle whose rows may be among those that were lost. */
    @Test
    void anEmptyLaneIsNotIdleWhereRowsAreMissing() {
        Object idle = page.evaluate("""
                        async () => {
                          const { LaneLayout } = await import("/app/timeline/lanes.js");
                          const lanes = [{ kind: "aic", group: "AIC cores", label: "aic 0", spans: 3 },
                            { kind: "aic", group: "AIC cores", label: "aic 1", spans: 0 }];
                          const with_ = (...stretches) =>
                            new LaneLayout([{ capture: { meta: { lanes, stretches } }, title: "" }]).idle;
                          return [with_(), with_({ lane: -1, kind: "freeze" }), with_({ lane: -1, kind: "somewhere" }),
                            with_({ lane: -1, kind: "unread" }), with_({ lane: 1, kind: "gap" })];
                        }
                        """);
        assertThat((List<?>) idle).isEqualTo(List.of(1, 1, 0, 0, 0));
    }

    @Test
    void aLongListSaysHowManyItShowsAndGivesTheRest() {
        Object told = page.evaluate("""
                        async () => {
                          const { el } = await import("/app/dom.js");
                          const { growingList, growingTable } = await import("/app/more.js");
                          const items = Array.from({ length: 450 }, (_, at) => at);
                          const box = el("div", {}, growingList({}, items, 40, (at) => el("li", {}, String(at))));
                          const told = [box.querySelector(".more").textContent];
                          while (box.querySelector(".more")) box.querySelector(".more button").click();
                          told.push([...box.querySelectorAll("li")].map((li) => li.textContent).join() === items.join());
                          const other = el("div", {}, growingTable([{ text: "n" }], items, 200, (at) => [at]));
                          told.push(other.querySelectorAll("tbody tr").length);
                          other.querySelector(".more button").click();
                          told.push(other.querySelector(".more").textContent);
                          other.querySelector(".more button").click();
                          told.push(other.querySelectorAll("tbody tr").length, other.querySelector(".more") === null);
                          return told;
                        }
                        """);
        assertThat((List<?>) told)
                .isEqualTo(List.of(
                        "40 of 450 are shown. Show 200 more",
                        true,
                        200,
                        "400 of 450 are shown. Show 50 more",
                        450,
                        true));
    }

    @Test
    void everyWayInWhichARunEndsHasItsWords() {
        Object told = page.evaluate("""
                        async () => {
                          const { endingWords } = await import("/app/endings.js");
                          return ["ok", "hang", "interrupted", "killed", "constructor"].map(endingWords);
                        }
                        """);
        assertThat((List<?>) told)
                .isEqualTo(List.of("ended well", "hung", "was interrupted", "was killed", "ended: constructor"));
    }

    /** Red is for what went wrong; a run that was to record nothing lost nothing. */
    @Test
    void aVerdictHasTheColourOfItsLoss() {
        Object told = page.evaluate("""
                        async () => {
                          const { verdictCard } = await import("/app/overview.js");
                          const card = (kind, gaps) => verdictCard({ verdict: { kind, gaps, gapCount: gaps.length,
                            basis: "CERTIFICATE", reason: "why" } });
                          const gap = { channel: "swimlane", lane: -1, missing: -1, cause: "too early" };
                          return [card("COMPLETE", []), card("EMPTY", []), card("EMPTY", [gap]), card("GAPS", [gap]),
                            card("UNTRUSTED", [])].map(({ classList }) => classList[2]);
                        }
                        """);
        assertThat((List<?>) told).isEqualTo(List.of("good", "busy", "bad", "bad", "bad"));
    }

    /** A scheduler that first writes late is put between lanes that have a past. */
    @Test
    void theHistoryOfALaneStaysWithItWhenOthersAppear() {
        Object told = page.evaluate("""
                        async () => {
                          const { LaneHistory } = await import("/app/live.js");
                          const lane = (group, number, records) => ({ group, label: group + " " + number, records });
                          const history = new LaneHistory();
                          history.add([lane("aic", 0, 0), lane("aiv", 1, 0)]);
                          history.add([lane("aic", 0, 5), lane("aiv", 1, 0)]);
                          history.add([lane("sched", 0, 9), lane("aic", 0, 6), lane("aiv", 1, 2)]);
                          history.add([lane("sched", 0, 10), lane("aic", 0, 6), lane("aiv", 1, 2)]);
                          return [history.of(lane("sched", 0)), history.of(lane("aic", 0)), history.of(lane("aiv", 1)),
                            history.most];
                        }
                        """);
        assertThat((List<?>) told).isEqualTo(List.of(List.of(0, 0, 0, 1), List.of(0, 5, 1, 0), List.of(0, 0, 2, 0), 5));
    }

    @Test
    void aRunStandsStillWhenNeitherTasksNorCoresMove() {
        Object told = page.evaluate("""
                        async () => {
                          const { StillWatch } = await import("/app/live.js");
                          const watch = new StillWatch();
                          const at = (seconds, completed, idle, more) => watch.look({ running: true, writing: false,
                            submitted: 9, completed, elapsedNanos: seconds * 1e9, ...more,
                            lanes: [{ group: "sched", records: idle }, { group: "aic", records: 3 }] }) / 1e9;
                          return [at(1, 5, 10), at(2, 5, 20), at(3, 6, 30), at(5, 6, 40), at(6, 6, 50, { writing: true }),
                            at(9, 6, 60, { writing: true }),
                            new StillWatch().look({ running: true, submitted: -1, completed: -1, elapsedNanos: 9e9, lanes: [] })];
                        }
                        """);
        assertThat((List<?>) told).isEqualTo(List.of(0, 1, 0, 2, 0, 0, 0));
    }

    @Test
    void everyKeyOfTheTimelineIsInTheListOfKeys() {
        Object unlisted = page.evaluate("""
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
        Object problems = page.evaluate("""
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
        Object worst = page.evaluate("""
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
