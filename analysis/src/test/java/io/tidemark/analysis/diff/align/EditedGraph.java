package io.tidemark.analysis.diff.align;

import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.FunctionSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A graph that can be edited without its tasks losing their identity: the truth that an alignment
 * is compared with. Not thread-safe.
 */
final class EditedGraph {
    /** A task; two graphs share it when it is the same task in both. */
    static final class Op {
        private final long identity;
        private String kernel;
        private int blocks = 1;
        private long tile = -1; // where its own argument begins in a tensor; -1: it has none
        private int scope; // the site of its scope
        private Set<Op> producers = new LinkedHashSet<>();

        Op(long identity, String kernel) {
            this.identity = identity;
            this.kernel = kernel;
        }
    }

    private static final long TILE = 64;

    private final List<Op> ops = new ArrayList<>();
    private int scope;
    private long identities;

    /** One of several shapes of programs. */
    static EditedGraph random(Random random, int size) {
        EditedGraph graph = new EditedGraph();
        switch (random.nextInt(4)) {
            case 0 -> graph.layers(random, size);
            case 1 -> graph.attention(random, size);
            case 2 -> graph.stencil(random, size);
            default -> graph.trees(random, size);
        }
        return graph;
    }

    private Op add(String kernel, Op... producers) {
        Op op = new Op(identities++, kernel);
        op.scope = scope;
        for (Op producer : producers) {
            op.producers.add(producer);
        }
        ops.add(op);
        return op;
    }

    private void layers(Random random, int size) {
        List<Op> before = List.of();
        while (ops.size() < size) {
            List<Op> layer = new ArrayList<>();
            scope = 1 + random.nextInt(3);
            int width = 4 + random.nextInt(20);
            for (int at = 0; at < width; at++) {
                Op op = add("k" + random.nextInt(12));
                op.tile = at * TILE;
                for (int wanted = random.nextInt(4); wanted > 0 && !before.isEmpty(); wanted--) {
                    op.producers.add(before.get(random.nextInt(before.size())));
                }
                layer.add(op);
            }
            before = layer;
        }
    }

    private void attention(Random random, int size) {
        while (ops.size() < size) {
            int blocks = 2 + random.nextInt(20);
            scope = 1 + random.nextInt(3);
            Op running = add("init");
            for (int block = 0; block < blocks; block++) {
                Op qk = add("qk");
                qk.tile = block * TILE;
                Op softmax = add("softmax", qk);
                Op pv = add("pv", softmax);
                running = add("update", running, pv, softmax);
            }
            add("store", running);
        }
    }

    private void stencil(Random random, int size) {
        int width = 5 + random.nextInt(30);
        List<Op> row = new ArrayList<>();
        for (int at = 0; at < width; at++) {
            row.add(add("load"));
            row.getLast().tile = at * TILE;
        }
        while (ops.size() < size) {
            List<Op> next = new ArrayList<>();
            for (int at = 0; at < width; at++) {
                next.add(add(
                        at == 0 || at == width - 1 ? "edge" : "inner",
                        row.get(Math.max(0, at - 1)),
                        row.get(at),
                        row.get(Math.min(width - 1, at + 1))));
            }
            row = next;
        }
    }

    private void trees(Random random, int size) {
        Op before = null;
        while (ops.size() < size) {
            List<Op> level = new ArrayList<>();
            int leaves = 2 + random.nextInt(14);
            for (int leaf = 0; leaf < leaves; leaf++) {
                level.add(before == null ? add("map") : add("map", before));
                level.getLast().tile = leaf * TILE;
            }
            while (level.size() > 1) {
                List<Op> up = new ArrayList<>();
                for (int at = 0; at + 1 < level.size(); at += 2) {
                    up.add(add("sum", level.get(at), level.get(at + 1)));
                }
                if (level.size() % 2 == 1) {
                    up.add(level.getLast());
                }
                level = up;
            }
            before = level.getFirst();
        }
    }

    EditedGraph copy() {
        EditedGraph copy = new EditedGraph();
        copy.identities = identities + 1_000_000;
        Map<Op, Op> copies = new HashMap<>();
        for (Op op : ops) {
            Op own = new Op(op.identity, op.kernel);
            own.blocks = op.blocks;
            own.tile = op.tile;
            own.scope = op.scope;
            op.producers.forEach(producer -> own.producers.add(copies.get(producer)));
            copies.put(op, own);
            copy.ops.add(own);
        }
        return copy;
    }

    /** One random edit; its name. */
    String edit(Random random) {
        int at = random.nextInt(ops.size());
        Op op = ops.get(at);
        return switch (random.nextInt(7)) {
            case 0 -> {
                insert(random, at);
                yield "insert";
            }
            case 1 -> {
                remove(op);
                yield "remove";
            }
            case 2 -> {
                move(random, at);
                yield "reorder";
            }
            case 3 -> {
                ops.stream().filter(each -> each.kernel.equals(op.kernel)).forEach(each -> each.blocks *= 2);
                yield "re-tile";
            }
            case 4 -> {
                String kernel = op.kernel;
                ops.stream().filter(each -> each.kernel.equals(kernel)).forEach(each -> each.kernel = kernel + "_v2");
                yield "rename";
            }
            case 5 -> {
                op.kernel = "special";
                yield "rename one";
            }
            default -> {
                if (at > 0) {
                    op.producers.add(ops.get(random.nextInt(at)));
                }
                yield "edge";
            }
        };
    }

    /** An edit that kernels and edges alone cannot always tell; its name. */
    String editMarked(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> {
                exchange(random);
                yield "exchange";
            }
            case 1 -> {
                moveScope(random);
                yield "move a scope";
            }
            default -> {
                retile(random);
                yield "re-tile a loop";
            }
        };
    }

    /** Two tasks of one kernel, each of which can stand where the other stood, change places. */
    private void exchange(Random random) {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int at = random.nextInt(ops.size());
            int other = Math.min(ops.size() - 1, at + 1 + random.nextInt(20));
            Op one = ops.get(at);
            Op two = ops.get(other);
            boolean isFree = other > at && one.kernel.equals(two.kernel);
            for (int between = at; between <= other && isFree; between++) {
                isFree = !ops.get(between).producers.contains(one) && !two.producers.contains(ops.get(between));
            }
            if (isFree) {
                ops.set(at, two);
                ops.set(other, one);
                return;
            }
        }
    }

    /** Some tasks in a row go to another place, as far as their producers and consumers allow. */
    private void moveScope(Random random) {
        for (int attempt = 0; attempt < 200; attempt++) {
            int size = 4 + random.nextInt(20);
            int from = random.nextInt(Math.max(1, ops.size() - size));
            List<Op> moved = new ArrayList<>(ops.subList(from, Math.min(ops.size(), from + size)));
            Set<Op> inside = new LinkedHashSet<>(moved);
            Set<Op> needed = new LinkedHashSet<>();
            moved.forEach(op -> needed.addAll(op.producers));
            needed.removeAll(inside);
            List<Op> rest = new ArrayList<>(ops);
            rest.removeAll(inside);
            int first = from;
            while (first > 0 && !needed.contains(rest.get(first - 1))) {
                first--;
            }
            int last = from;
            while (last < rest.size() && rest.get(last).producers.stream().noneMatch(inside::contains)) {
                last++;
            }
            int to = first + random.nextInt(last - first + 1);
            if (Math.abs(to - from) > size) {
                rest.addAll(to, moved);
                ops.clear();
                ops.addAll(rest);
                return;
            }
        }
    }

    /** A loop over tiles gets twice as many of half the size; the first half stays the task. */
    private void retile(Random random) {
        for (int attempt = 0; attempt < 200; attempt++) {
            int from = random.nextInt(ops.size());
            Op first = ops.get(from);
            int to = from;
            while (to < ops.size()
                    && ops.get(to).kernel.equals(first.kernel)
                    && ops.get(to).tile == first.tile + (to - from) * TILE) {
                to++;
            }
            if (first.tile < 0 || to - from < 2) {
                continue;
            }
            for (Op op : List.copyOf(ops.subList(from, to))) {
                Op half = new Op(identities++, op.kernel);
                half.tile = op.tile + TILE / 2;
                half.scope = op.scope;
                half.producers.addAll(op.producers);
                for (Op consumer : ops) {
                    if (consumer.producers.contains(op)) {
                        consumer.producers.add(half);
                    }
                }
                ops.add(ops.indexOf(op) + 1, half);
            }
            return;
        }
    }

    private void insert(Random random, int at) {
        Op producer = ops.get(at);
        Op added = new Op(identities++, random.nextBoolean() ? "check" : producer.kernel);
        added.producers.add(producer);
        int behind = at + 1 + random.nextInt(Math.min(20, ops.size() - at));
        if (random.nextBoolean()) {
            for (Op consumer : ops.subList(behind, ops.size())) {
                if (consumer.producers.contains(producer)) {
                    consumer.producers.remove(producer);
                    consumer.producers.add(added);
                    break;
                }
            }
        }
        ops.add(behind, added);
    }

    private void remove(Op op) {
        if (ops.size() < 3) {
            return;
        }
        ops.remove(op);
        for (Op consumer : ops) {
            if (consumer.producers.remove(op)) {
                consumer.producers.addAll(op.producers);
            }
        }
    }

    /** To another place at which its producers come before it and its consumers behind it. */
    private void move(Random random, int at) {
        Op op = ops.get(at);
        int first = at;
        while (first > 0 && !op.producers.contains(ops.get(first - 1))) {
            first--;
        }
        int last = at;
        while (last + 1 < ops.size() && !ops.get(last + 1).producers.contains(op)) {
            last++;
        }
        ops.remove(at);
        ops.add(first + random.nextInt(last - first + 1), op);
    }

    CaptureModel model() {
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        Map<String, Integer> kernels = new HashMap<>();
        Map<Op, Integer> places = new HashMap<>();
        for (int at = 0; at < ops.size(); at++) {
            Op op = ops.get(at);
            places.put(op, at);
            builder.addTask(at, false, false, op.blocks);
            int kernel = kernels.computeIfAbsent(op.kernel, name -> 3 * kernels.size());
            builder.kernelsOfLastTask(kernel, -1, -1);
        }
        for (int at = 0; at < ops.size(); at++) {
            for (Op producer : ops.get(at).producers) {
                builder.addEdge(places.get(producer), at, 0, EdgeSource.values()[0]);
            }
        }
        Map<Integer, String> names = new HashMap<>();
        kernels.forEach((name, id) -> names.put(id, name));
        return CaptureModel.of(
                Optional.empty(), Optional.of(builder.build()), new NameMap(2, null, names), FunctionSource.NONE);
    }

    /** Where tasks read, and in which scopes they are. */
    TaskMarks marks() {
        long[] regions =
                ops.stream().mapToLong(op -> op.tile < 0 ? 0 : 1 + op.tile).toArray();
        long[] scopes = ops.stream().mapToLong(op -> op.scope).toArray();
        return new TaskMarks(regions, scopes, "sites");
    }

    int size() {
        return ops.size();
    }

    /** The place of each task by identity. */
    Map<Long, Integer> places() {
        Map<Long, Integer> places = new HashMap<>();
        for (int at = 0; at < ops.size(); at++) {
            places.put(ops.get(at).identity, at);
        }
        return places;
    }

    long identity(int place) {
        return ops.get(place).identity;
    }

    /**
     * What cannot be told from another task by anything: kernel, producers and consumers, and its
     * marks if they are known.
     */
    String look(int place, boolean isMarked) {
        Op op = ops.get(place);
        StringBuilder look = new StringBuilder(op.kernel);
        look.append(isMarked ? " " + op.tile + " " + op.scope : "");
        op.producers.stream()
                .map(each -> each.identity)
                .sorted()
                .forEach(id -> look.append(" <").append(id));
        ops.stream()
                .filter(each -> each.producers.contains(op))
                .map(each -> each.identity)
                .sorted()
                .forEach(id -> look.append(" >").append(id));
        return look.toString();
    }
}
