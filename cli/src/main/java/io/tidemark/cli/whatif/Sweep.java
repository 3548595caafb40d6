package io.tidemark.cli.whatif;

import io.tidemark.cli.text.UserError;
import io.tidemark.recording.whatif.Candidates.Candidate;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One number of a run in all its values from one to another. */
final class Sweep {
    private static final Pattern RANGE =
            Pattern.compile("(clusters|aicpu-threads|ring-task-window)=([0-9]{1,7})\\.\\.([0-9]{1,7})");

    private Sweep() {}

    /**
     * The changes that {@code clusters=1..36} stands for.
     *
     * @param before what is different already
     */
    static List<Candidate> of(String text, WhatIf run, Changes before) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            throw UserError.usage("--sweep "
                    + text
                    + " is not known; write clusters=1..36, aicpu-threads=2..4 or"
                    + " ring-task-window=16..1024.");
        }
        int from = Integer.parseInt(range.group(2));
        int to = Integer.parseInt(range.group(3));
        if (from > to) {
            throw UserError.usage("--sweep " + text + " is empty.");
        }
        List<Candidate> all = new ArrayList<>();
        switch (range.group(1)) {
            case "clusters" -> {
                ChangeOptions.clusters(run.machine().platform(), from);
                ChangeOptions.clusters(run.machine().platform(), to);
                for (int count = from; count <= to; count++) {
                    all.add(candidate("clusters", count, before.clusters(count)));
                }
            }
            case "aicpu-threads" -> {
                ChangeOptions.threads(run.machine().platform(), from);
                ChangeOptions.threads(run.machine().platform(), to);
                for (int count = from; count <= to; count++) {
                    all.add(candidate("aicpu-threads", count, before.aicpuThreads(count)));
                }
            }
            default -> {
                for (long size = Math.max(4, Integer.highestOneBit(Math.max(1, from))); size <= to; size *= 2) {
                    long window = size;
                    if (window >= from) {
                        all.add(candidate(
                                "ring-task-window", window, before.rings(rings -> rings.withTaskWindow(window))));
                    }
                }
            }
        }
        if (all.isEmpty()) {
            throw UserError.usage("--sweep " + text + " holds no power of two from 4.");
        }
        return all;
    }

    private static Candidate candidate(String name, long value, Changes changes) {
        return new Candidate(Long.toString(value), name + "=" + value, changes);
    }
}
