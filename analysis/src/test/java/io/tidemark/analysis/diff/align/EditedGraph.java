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
        private Set<Op> producers = new LinkedHashSet<>();

        Op(long identity, String kernel) {
            this.identity = identity;
            this.kernel = kernel;
        }
    }

    private final List<Op> ops = new ArrayList<>();
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
            int width = 4 + random.nextInt(20);
            for (int at = 0; at < width; at++) {
                Op op = add("k" + random.nextInt(12));
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
            Op running = add("init");
            for (int block = 0; block < blocks; block++) {
                Op qk = add("qk");
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
        }
        while (ops.size() < size) {
            List<Op> next = new ArrayList<>();
            for (int at = 0; at < width; at++) {
                next.add(
                        add(
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
                ops.stream()
                        .filter(each -> each.kernel.equals(op.kernel))
                        .forEach(each -> each.blocks *= 2);
                yield "re-tile";
            }
            case 4 -> {
                String kernel = op.kernel;
                ops.stream()
                        .filter(each -> each.kernel.equals(kernel))
                        .forEach(each -> each.kernel = kernel + "_v2");
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
                Optional.empty(),
                Optional.of(builder.build()),
                new NameMap(2, null, names),
                FunctionSource.NONE);
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

    /** What cannot be told from another task by anything: kernel, producers and consumers. */
    String look(int place) {
        Op op = ops.get(place);
        StringBuilder look = new StringBuilder(op.kernel);
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
