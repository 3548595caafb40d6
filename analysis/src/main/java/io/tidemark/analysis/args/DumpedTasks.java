package io.tidemark.analysis.args;

import io.tidemark.analysis.text.Units;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.identity.TensorIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tasks of one dump with the properties that distinguish them in any run of the same graph:
 * kernel, arguments, and the producers of their inputs. Part of {@link TaskMatch}; one thread.
 */
final class DumpedTasks {
    private static final int ROUNDS = 4; // how far back producers tell two tasks apart
    private static final int MOST_NAMES = 6;
    private static final int SLOTS = 3;

    /** A task of the graph that has a kernel. */
    record Submitted(long taskId, String kernel) {}

    private final ArgsDump dump;
    private final boolean byName;
    private final boolean withOwners;
    private final Map<Long, List<Integer>> rowsOf = new LinkedHashMap<>();

    /**
     * @param graph if present, tasks are in its order, else in the order of their ids
     * @param byName kernels are known by name, else by id
     * @param withOwners both dumps say who allocated a tensor
     */
    DumpedTasks(ArgsDump dump, Optional<DependencyGraph> graph, boolean byName, boolean withOwners) {
        this.dump = dump;
        this.byName = byName;
        this.withOwners = withOwners;
        Map<Long, List<Integer>> found = new HashMap<>();
        ArgsManifest manifest = dump.manifest();
        for (int row = 0; row < manifest.size(); row++) {
            found.computeIfAbsent(manifest.taskId(row), task -> new ArrayList<>())
                    .add(row);
        }
        graph.ifPresent(source -> {
            for (int task = 0; task < source.taskCount(); task++) {
                List<Integer> rows = found.remove(source.taskId(task));
                if (rows != null) {
                    rowsOf.put(source.taskId(task), rows);
                }
            }
        });
        found.keySet().stream().sorted(Long::compareUnsigned).forEach(task -> rowsOf.put(task, found.get(task)));
    }

    Set<Long> taskIds() {
        return rowsOf.keySet();
    }

    boolean has(long taskId) {
        return rowsOf.containsKey(taskId);
    }

    String kernel(long taskId) {
        return kernel(dump.manifest().functionIds(rowsOf.get(taskId).getFirst()));
    }

    private String kernel(List<Integer> functionIds) {
        StringBuilder text = new StringBuilder();
        for (int id : functionIds) {
            text.append(byName ? dump.kernelName(id) : Integer.toString(id)).append('\n');
        }
        return text.toString();
    }

    /** The tasks of a graph that have a kernel, in order of submission. */
    List<Submitted> submitted(DependencyGraph graph) {
        List<Submitted> tasks = new ArrayList<>();
        for (int task = 0; task < graph.taskCount(); task++) {
            List<Integer> kernels = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                if (graph.kernel(task, slot) >= 0) {
                    kernels.add(graph.kernel(task, slot));
                }
            }
            if (!kernels.isEmpty()) {
                tasks.add(new Submitted(graph.taskId(task), kernel(kernels)));
            }
        }
        return tasks;
    }

    /**
     * Tasks by identity and number among those that share it, without those that are matched.
     *
     * @param whole by kernel, arguments and producers; else by kernel and kind of arguments only
     */
    Map<String, Long> numbered(boolean whole, Collection<Long> matched) {
        Map<Long, String> identities = whole ? structures() : forms();
        Map<String, Integer> counts = new HashMap<>();
        Map<String, Long> found = new LinkedHashMap<>();
        for (Map.Entry<Long, String> task : identities.entrySet()) {
            if (!matched.contains(task.getKey())) {
                int number = counts.merge(task.getValue(), 1, Integer::sum);
                found.put(task.getValue() + "#" + number, task.getKey());
            }
        }
        return found;
    }

    private Map<Long, String> forms() {
        Map<Long, String> forms = new LinkedHashMap<>();
        rowsOf.forEach((task, rows) -> forms.put(task, kernel(task) + form(rows, false)));
        return forms;
    }

    /** Each round takes in what the round before said of the tasks that made the arguments. */
    private Map<Long, String> structures() {
        Map<Long, Long> names = new HashMap<>();
        Map<Long, String> texts = new LinkedHashMap<>();
        rowsOf.forEach((task, rows) -> texts.put(task, kernel(task) + form(rows, true)));
        for (int round = 0; round < ROUNDS && withOwners; round++) {
            texts.forEach((task, text) -> names.put(task, digest(text)));
            texts.replaceAll((task, text) -> names.get(task) + producers(task, names));
        }
        return texts;
    }

    private static long digest(String text) {
        long digest = 1;
        for (int at = 0; at < text.length(); at++) {
            digest = digest * 0x100_0000_01b3L + text.charAt(at);
        }
        return digest;
    }

    private String form(List<Integer> rows, boolean whole) {
        ArgsManifest manifest = dump.manifest();
        StringBuilder text = new StringBuilder();
        for (int row : rows) {
            text.append(manifest.argIndex(row))
                    .append(manifest.role(row))
                    .append(manifest.stage(row))
                    .append(manifest.isScalar(row) ? 's' : 't');
            if (whole && !manifest.isScalar(row)) {
                text.append(manifest.dataType(row))
                        .append(manifest.shape(row))
                        .append(manifest.entry(row).startOffset());
            }
            text.append(';');
        }
        return text.toString();
    }

    private String producers(long task, Map<Long, Long> names) {
        ArgsManifest manifest = dump.manifest();
        StringBuilder text = new StringBuilder();
        for (int row : rowsOf.get(task)) {
            TensorIdentity tensor = manifest.tensor(row);
            boolean isOwn = tensor.owner() == task;
            if (!manifest.isScalar(row) && tensor.hasOwner() && !isOwn) {
                text.append(manifest.argIndex(row))
                        .append('<')
                        .append(names.getOrDefault(tensor.owner(), 0L))
                        .append(';');
            }
        }
        return text.toString();
    }

    /** {@code 4 kernels: add, mul, ...}. */
    String kernelsText() {
        Set<String> names = new LinkedHashSet<>();
        for (List<Integer> rows : rowsOf.values()) {
            names.add(dump.kernel(rows.getFirst()));
        }
        List<String> shown = names.stream().limit(MOST_NAMES).toList();
        return "%s: %s%s"
                .formatted(
                        Units.plural(names.size(), "kernel"),
                        String.join(", ", shown),
                        names.size() > MOST_NAMES ? ", ..." : "");
    }
}
