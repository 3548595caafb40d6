package io.tidemark.viewer.resource;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.viewer.model.ShownText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes scopes.json with the capacities and one entry per closed scope. An entry has what the
 * scope allocated, held and reached at most in each ring resource. It also has the range of task
 * numbers that the scope submitted, so that the page can show the moment. Stateless.
 */
final class ScopesJson {
    /** Scopes written one by one: the first, and of each ring those that reached highest. */
    static final int MOST = 50_000;

    private static final List<String> RESOURCES = List.of("task", "heap", "dep");

    /** The rows of a scope that was closed. */
    record Pair(int begin, int end) {}

    private ScopesJson() {}

    static byte[] write(ScopeTable table) {
        List<Pair> pairs = new ArrayList<>();
        int open = pair(table, pairs);
        List<Pair> written = pairs.size() > MOST ? firstAndHighest(table, pairs) : pairs;
        return JsonBytes.object(json -> {
            json.member("fatal", table.header().fatal());
            json.member("dropped", table.header().dropped());
            json.member("total", table.header().total());
            capacities(json, "taskWindowMax", table.header().taskWindowMax());
            capacities(json, "heapMax", table.header().heapMaxBytes());
            capacities(json, "depPoolMax", table.header().depPoolMax());
            json.member("tensorMapMax", table.header().tensorMapMax());
            json.member("hasDepPool", table.hasDepPool());
            json.member("pairCount", pairs.size());
            json.member("openCount", open);
            json.name("pairs").beginArray();
            for (Pair pair : written) {
                write(json, table, pair);
            }
            json.endArray();
        });
    }

    private static void capacities(JsonWriter json, String name, List<Long> values) {
        json.name(name).beginArray();
        values.forEach(json::value);
        json.endArray();
    }

    /**
     * An end closes the latest open begin of its ring and site. Answers how many stay open, which
     * are in no pair.
     */
    private static int pair(ScopeTable table, List<Pair> pairs) {
        Map<String, Deque<Integer>> open = new HashMap<>();
        for (int row = 0; row < table.size(); row++) {
            String key = table.ring(row) + " " + table.site(row);
            Deque<Integer> stack = open.computeIfAbsent(key, unused -> new ArrayDeque<>());
            if (table.isBegin(row)) {
                stack.push(row);
            } else if (!stack.isEmpty()) {
                pairs.add(new Pair(stack.pop(), row));
            }
        }
        return open.values().stream().mapToInt(Deque::size).sum();
    }

    /** The closed scopes, in the order of these rows that end them. */
    static List<Pair> pairsByEnd(ScopeTable table, int[] ends) {
        List<Pair> pairs = new ArrayList<>();
        pair(table, pairs);
        Map<Integer, Pair> byEnd = new HashMap<>();
        pairs.forEach(found -> byEnd.put(found.end(), found));
        return java.util.Arrays.stream(ends)
                .mapToObj(byEnd::get)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    /** In order; what the page calls the highest is the highest of all scopes. */
    private static List<Pair> firstAndHighest(ScopeTable table, List<Pair> pairs) {
        Map<String, Integer> highest = new HashMap<>();
        for (int at = 0; at < pairs.size(); at++) {
            Pair pair = pairs.get(at);
            for (String resource : RESOURCES) {
                highest.merge(
                        table.ring(pair.end()) + resource,
                        at,
                        (best, one) -> ranges(table, pairs.get(best), resource)[2] >= ranges(table, pair, resource)[2]
                                ? best
                                : one);
            }
            highest.merge(
                    "tensor map",
                    at,
                    (best, one) -> table.tensorMap(pairs.get(best).end()) >= table.tensorMap(pair.end()) ? best : one);
        }
        BitSet kept = new BitSet();
        kept.set(0, MOST);
        highest.values().forEach(kept::set);
        return kept.stream().mapToObj(pairs::get).toList();
    }

    private static void write(JsonWriter json, ScopeTable table, Pair pair) {
        int begin = pair.begin();
        int end = pair.end();
        json.beginObject();
        json.member("site", ShownText.of(table.site(end)));
        json.member("ring", table.ring(end));
        json.member("depth", table.depth(end));
        json.member("firstTask", table.taskEnd(begin));
        json.member("lastTask", table.taskEnd(end) - 1);
        for (String resource : RESOURCES) {
            json.name(resource).beginArray();
            for (long value : ranges(table, pair, resource)) {
                json.value(value);
            }
            json.endArray();
        }
        json.member("tensorMap", table.tensorMap(end));
        json.endObject();
    }

    private static long capacity(ScopeTable table, int ring) {
        List<Long> heaps = table.header().heapMaxBytes();
        return ring >= 0 && ring < heaps.size() ? heaps.get(ring) : 0;
    }

    /** [allocated in the scope, occupied at its end, most it can have occupied]. */
    private static long[] ranges(ScopeTable table, Pair pair, String resource) {
        int begin = pair.begin();
        int end = pair.end();
        return switch (resource) {
            case "task" ->
                ranges(table.taskStart(begin), table.taskEnd(begin), table.taskStart(end), table.taskEnd(end), 0);
            case "heap" ->
                ranges(
                        table.heapStartBytes(begin),
                        table.heapEndBytes(begin),
                        table.heapStartBytes(end),
                        table.heapEndBytes(end),
                        table.header().heapWraps() ? capacity(table, table.ring(end)) : 0);
            default ->
                ranges(
                        table.depPoolStart(begin),
                        table.depPoolEnd(begin),
                        table.depPoolStart(end),
                        table.depPoolEnd(end),
                        0);
        };
    }

    private static long[] ranges(long beginTail, long beginHead, long endTail, long endHead, long wrap) {
        long[] ranges = {endHead - beginHead, endHead - endTail, endHead - beginTail};
        for (int at = 0; at < ranges.length; at++) {
            ranges[at] += ranges[at] < 0 ? wrap : 0;
        }
        return ranges;
    }
}
