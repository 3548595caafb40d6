package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.args.ArgsManifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Compares two dumps task by task in graph order. Entries belong together when their tasks do and
 * stage, role and argument are equal; repeats by their order. Bytes are compared first, values only
 * where bytes differ. One thread; the dumps stay the caller's.
 */
public final class ArgsDiff {
    private record Key(long taskId, ArgumentStage stage, ArgumentRole role, int argument, int repeat) {
        Key of(long otherTask) {
            return new Key(otherTask, stage, role, argument, repeat);
        }
    }

    private final ArgsDump one;
    private final ArgsDump other;
    private final TaskMatch tasks;
    private final Tolerance tolerance;
    private long compared;
    private long notCompared;
    private long differing;

    private ArgsDiff(ArgsDump one, ArgsDump other, TaskMatch tasks, Tolerance tolerance) {
        this.one = one;
        this.other = other;
        this.tasks = tasks;
        this.tolerance = tolerance;
    }

    /**
     * What a comparison found.
     *
     * @param first the differences of the first task, in graph order, that has any
     * @param firstTask its id, meaningless when {@code first} is empty
     * @param compared entries whose values were compared
     * @param notCompared entries whose values one side does not have
     * @param differing entries that differ, over all tasks
     * @param differingTasks tasks with at least one of them
     */
    public record Report(
            List<ArgDifference> first,
            long firstTask,
            long compared,
            long notCompared,
            long differing,
            int differingTasks,
            int onlyInOne,
            int onlyInOther) {
        public boolean isEqual() {
            return differing == 0 && onlyInOne == 0 && onlyInOther == 0;
        }
    }

    /** {@code place} gives each task id of the first dump its place in graph order. */
    public static Report run(
            ArgsDump one, ArgsDump other, TaskMatch tasks, Tolerance tolerance, LongUnaryOperator place) {
        return new ArgsDiff(one, other, tasks, tolerance).run(place);
    }

    private Report run(LongUnaryOperator place) {
        Map<Key, Integer> left = index(one.manifest());
        Map<Key, Integer> right = index(other.manifest());
        TreeMap<Long, List<int[]>> byPlace = new TreeMap<>();
        left.forEach((key, row) -> {
            Integer match = tasks.counterpart(key.taskId)
                    .map(taskId -> right.get(key.of(taskId)))
                    .orElse(null);
            if (match != null) {
                byPlace.computeIfAbsent(place.applyAsLong(key.taskId), at -> new ArrayList<>())
                        .add(new int[] {row, match});
            }
        });
        List<ArgDifference> first = new ArrayList<>();
        int differingTasks = 0;
        for (List<int[]> pairs : byPlace.values()) {
            pairs.sort((a, b) -> Integer.compare(a[0], b[0]));
            List<ArgDifference> found = new ArrayList<>();
            pairs.forEach(pair -> compare(pair[0], pair[1]).ifPresent(found::add));
            differing += found.size();
            if (!found.isEmpty() && differingTasks++ == 0) {
                first = found;
            }
        }
        long firstTask =
                first.isEmpty() ? 0 : one.manifest().taskId(first.getFirst().row());
        int common = byPlace.values().stream().mapToInt(List::size).sum();
        return new Report(
                List.copyOf(first),
                firstTask,
                compared,
                notCompared,
                differing,
                differingTasks,
                left.size() - common,
                right.size() - common);
    }

    private static Map<Key, Integer> index(ArgsManifest manifest) {
        Map<Key, Integer> rows = new HashMap<>();
        for (int row = 0; row < manifest.size(); row++) {
            int repeat = 0;
            while (rows.putIfAbsent(key(manifest, row, repeat), row) != null) {
                repeat++;
            }
        }
        return rows;
    }

    private static Key key(ArgsManifest manifest, int row, int repeat) {
        return new Key(manifest.taskId(row), manifest.stage(row), manifest.role(row), manifest.argIndex(row), repeat);
    }

    private Optional<ArgDifference> compare(int row, int match) {
        ArgsManifest left = one.manifest();
        ArgsManifest right = other.manifest();
        boolean sameForm = left.isScalar(row) == right.isScalar(match)
                && one.type(row) == other.type(match)
                && left.shape(row).equals(right.shape(match));
        if (!sameForm) {
            String reason = "%s %s became %s %s"
                    .formatted(left.dataType(row), left.shape(row), right.dataType(match), right.shape(match));
            return Optional.of(new ArgDifference(row, match, reason, -1, 0, 0));
        }
        if (left.isScalar(row)) {
            return compareScalars(row, match);
        }
        boolean bothWhole = one.presence(row) == Presence.WHOLE && other.presence(match) == Presence.WHOLE;
        if (!bothWhole) {
            notCompared++;
            return Optional.empty();
        }
        compared++;
        return compareElements(row, match);
    }

    private Optional<ArgDifference> compareScalars(int row, int match) {
        compared++;
        double left = TypedScalar.number(one.type(row), one.manifest().value(row));
        double right = TypedScalar.number(other.type(match), other.manifest().value(match));
        String before = one.scalar(row);
        String after = other.scalar(match);
        boolean equal = before.equals(after) || tolerance.accepts(left, right) && !isWide(row);
        return equal
                ? Optional.empty()
                : Optional.of(
                        new ArgDifference(row, match, before + " became " + after, -1, 1, Math.abs(left - right)));
    }

    private boolean isWide(int row) {
        boolean wide = one.type(row) == DType.INT64 || one.type(row) == DType.UINT64;
        return wide && tolerance.equals(Tolerance.EXACT); // doubles would call neighbours equal
    }

    private Optional<ArgDifference> compareElements(int row, int match) {
        Elements left = one.elements(row);
        Elements right = other.elements(match);
        if (left.bytes().mismatch(right.bytes()) < 0) {
            return Optional.empty();
        }
        long count = 0;
        long first = -1;
        double largest = 0;
        boolean wide = isWide(row);
        long shared = Math.min(left.count(), right.count());
        for (long index = 0; index < shared; index++) {
            long before = left.raw(index);
            long after = right.raw(index);
            if (before == after || !wide && tolerance.accepts(left.value(index), right.value(index))) {
                continue;
            }
            first = first < 0 ? index : first;
            count++;
            double distance = Math.abs(left.value(index) - right.value(index));
            largest = distance > largest ? distance : largest;
        }
        if (count == 0 && left.count() == right.count()) {
            return Optional.empty();
        }
        String reason = first < 0
                ? "%s became %d".formatted(Units.plural(left.count(), "element"), right.count())
                : "%d of %d elements, first element %d: %s became %s, at most %s apart"
                        .formatted(
                                count, shared, first, left.text(first), right.text(first), Numbers.general(largest, 6));
        return Optional.of(new ArgDifference(row, match, reason, first, count, largest));
    }
}
