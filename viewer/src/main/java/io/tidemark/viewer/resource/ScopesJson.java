package io.tidemark.viewer.resource;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.viewer.model.ShownText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes scopes.json: capacities, and per closed scope what it allocated, held and reached at most
 * in each ring resource, with the range of task numbers it submitted so that the page can show the
 * moment. Stateless.
 */
final class ScopesJson {
    /** Scopes written one by one; of more, each ring keeps its heaviest. */
    static final int MOST = 50_000;

    private record Pair(int begin, int end) {}

    private ScopesJson() {}

    static byte[] write(ScopeTable table) {
        List<Pair> pairs = pairs(table);
        return Json.object(
                json -> {
                    json.member("fatal", table.header().fatal());
                    json.member("dropped", table.header().dropped());
                    json.member("total", table.header().total());
                    capacities(json, "taskWindowMax", table.header().taskWindowMax());
                    capacities(json, "heapMax", table.header().heapMaxBytes());
                    capacities(json, "depPoolMax", table.header().depPoolMax());
                    json.member("tensorMapMax", table.header().tensorMapMax());
                    json.member("hasDepPool", table.hasDepPool());
                    json.member("pairCount", pairs.size());
                    json.name("pairs").beginArray();
                    for (Pair pair : pairs.subList(0, Math.min(MOST, pairs.size()))) {
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

    /** An end closes the latest open begin of its ring and site; what stays open is left out. */
    private static List<Pair> pairs(ScopeTable table) {
        Map<String, Deque<Integer>> open = new HashMap<>();
        List<Pair> pairs = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            String key = table.ring(row) + " " + table.site(row);
            Deque<Integer> stack = open.computeIfAbsent(key, unused -> new ArrayDeque<>());
            if (table.isBegin(row)) {
                stack.push(row);
            } else if (!stack.isEmpty()) {
                pairs.add(new Pair(stack.pop(), row));
            }
        }
        return pairs;
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
        range(
                json,
                "task",
                table.taskStart(begin),
                table.taskEnd(begin),
                table.taskStart(end),
                table.taskEnd(end),
                0);
        long wrap = table.header().heapWraps() ? capacity(table, table.ring(end)) : 0;
        range(
                json,
                "heap",
                table.heapStartBytes(begin),
                table.heapEndBytes(begin),
                table.heapStartBytes(end),
                table.heapEndBytes(end),
                wrap);
        range(
                json,
                "dep",
                table.depPoolStart(begin),
                table.depPoolEnd(begin),
                table.depPoolStart(end),
                table.depPoolEnd(end),
                0);
        json.member("tensorMap", table.tensorMap(end));
        json.endObject();
    }

    private static long capacity(ScopeTable table, int ring) {
        List<Long> heaps = table.header().heapMaxBytes();
        return ring >= 0 && ring < heaps.size() ? heaps.get(ring) : 0;
    }

    /** [allocated in the scope, occupied at its end, most it can have occupied]. */
    private static void range(
            JsonWriter json,
            String name,
            long beginTail,
            long beginHead,
            long endTail,
            long endHead,
            long wrap) {
        json.name(name).beginArray();
        for (long from : new long[] {beginHead, endTail, beginTail}) {
            long distance = endHead - from;
            json.value(distance < 0 ? distance + wrap : distance);
        }
        json.endArray();
    }
}
