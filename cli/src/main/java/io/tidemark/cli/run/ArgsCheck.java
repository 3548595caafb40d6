package io.tidemark.cli.run;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.analysis.args.ArgsDump;
import io.tidemark.analysis.args.Elements;
import io.tidemark.analysis.args.GraphPlaces;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.workloads.ArgumentGolden;
import io.tidemark.workloads.Closeness;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what each task gave against the golden that the case knows for it, in graph order where the
 * capture has a graph, else in the order of task ids. One thread.
 */
final class ArgsCheck {
    /**
     * What came of it. Immutable.
     *
     * @param compared arguments with a golden that were there to compare
     * @param unknown arguments that tasks gave and the case has no golden for
     * @param missing arguments with a golden whose bytes are not all there
     * @param wrongTasks tasks with an argument that is not its golden
     * @param first the first of them, in words; empty if there is none
     */
    record Result(int compared, int unknown, int missing, int wrongTasks, String first) {
        boolean isGood() {
            return wrongTasks == 0 && missing == 0;
        }

        String sentence() {
            if (wrongTasks > 0) {
                return "WRONG in " + wrongTasks + " tasks, first in " + first;
            }
            String rest = unknown == 0 ? "" : ", " + unknown + " have none";
            String lost = missing == 0 ? "" : ", " + missing + " could not be compared";
            return compared + " arguments equal their golden values" + rest + lost;
        }
    }

    private final ArgsDump dump;
    private final ArgsManifest manifest;
    private final ArgumentGolden golden;
    private int compared;
    private int unknown;
    private int missing;

    private ArgsCheck(ArgsDump dump, ArgumentGolden golden) {
        this.dump = dump;
        this.manifest = dump.manifest();
        this.golden = golden;
    }

    /** Compares the capture of a run that was just made, of a case that has such a golden. */
    static Result of(Path place, WorkloadCase prepared) throws IOException {
        ArgumentGolden golden = prepared.argumentGolden().orElseThrow();
        Capture capture = StoredCapture.open(place);
        Optional<ArgsDump> opened = ArgsDump.open(capture);
        if (opened.isEmpty()) {
            return new Result(0, 0, 1, 0, "");
        }
        try (ArgsDump dump = opened.get()) {
            return new ArgsCheck(dump, golden).run(new GraphPlaces(capture.dependencies()));
        }
    }

    private Result run(GraphPlaces places) {
        Map<Integer, List<Long>> tasksByFunction = tasksByFunction();
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < manifest.size(); row++) {
            if (manifest.stage(row) == ArgumentStage.AFTER_COMPLETION && !manifest.isScalar(row)) {
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparingLong(row -> places.place(manifest.taskId(row))));
        List<Long> wrongTasks = new ArrayList<>();
        String first = "";
        for (int row : rows) {
            Optional<String> difference = compare(row, tasksByFunction);
            if (difference.isPresent()) {
                first = first.isEmpty() ? difference.get() : first;
                long task = manifest.taskId(row);
                if (wrongTasks.isEmpty() || wrongTasks.getLast() != task) {
                    wrongTasks.add(task);
                }
            }
        }
        return new Result(compared, unknown, missing, wrongTasks.size(), first);
    }

    /** The tasks of each kernel in the order of their ids, which is the manifest's. */
    private Map<Integer, List<Long>> tasksByFunction() {
        Map<Integer, List<Long>> tasks = new HashMap<>();
        for (int row = 0; row < manifest.size(); row++) {
            List<Long> of = tasks.computeIfAbsent(function(row), key -> new ArrayList<>());
            if (of.isEmpty() || of.getLast() != manifest.taskId(row)) {
                of.add(manifest.taskId(row));
            }
        }
        return tasks;
    }

    private int function(int row) {
        List<Integer> ids = manifest.functionIds(row);
        return ids.isEmpty() ? -1 : ids.getFirst();
    }

    private Optional<String> compare(int row, Map<Integer, List<Long>> tasksByFunction) {
        List<Long> tasks = tasksByFunction.get(function(row));
        int occurrence = Collections.binarySearch(tasks, manifest.taskId(row), Long::compareUnsigned);
        Optional<ArgumentGolden.Values> expected = golden.after(function(row), occurrence, manifest.argIndex(row));
        if (expected.isEmpty()) {
            unknown++;
            return Optional.empty();
        }
        Elements elements = dump.elements(row);
        double[] values = expected.get().values();
        if (elements.count() < values.length) {
            missing++;
            return Optional.empty();
        }
        compared++;
        for (int i = 0; i < values.length; i++) {
            if (!Closeness.isWithin(expected.get().tolerance(), elements.value(i), values[i])) {
                return Optional.of(sentence(row, i, elements.value(i), values[i]));
            }
        }
        return Optional.empty();
    }

    private String sentence(int row, int element, double found, double expected) {
        return String.format(
                Locale.ROOT,
                "task %s of kernel %s: argument %d, element %d is %s, golden %s",
                dump.task(row),
                dump.kernel(row).isEmpty() ? "?" : dump.kernel(row),
                manifest.argIndex(row),
                element,
                (float) found,
                (float) expected);
    }
}
