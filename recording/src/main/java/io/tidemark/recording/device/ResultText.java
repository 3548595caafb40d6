package io.tidemark.recording.device;

import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.stall.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * A result as text, from the process that ran the device to the one that reports. What user code
 * threw is in the sentence; the throwable itself stays behind.
 */
final class ResultText {
    private static final String STALL = "stall";
    private static final String SCHEDULER = "scheduler.";
    private static final String TIMING = "timing.";
    private static final String BETWEEN_NAMES = "\n";

    private ResultText() {}

    static Properties of(RunResult result) {
        Properties text = new Properties();
        text.setProperty("error_code", Integer.toString(result.errorCode()));
        text.setProperty("error_name", result.errorName());
        text.setProperty("sentence", result.sentence());
        text.setProperty("submitted", Long.toString(result.submitted()));
        text.setProperty("completed", Long.toString(result.completed()));
        text.setProperty("allocated", Long.toString(result.allocated()));
        text.setProperty("arguments", Long.toString(result.arguments()));
        text.setProperty("wall_ticks", Long.toString(result.wallTicks()));
        text.setProperty("wall_us", Double.toString(result.wallMicros()));
        text.setProperty("abandoned", String.join(BETWEEN_NAMES, result.abandonedThreads()));
        text.setProperty("cpu_percent", Integer.toString(result.cpuPercent()));
        text.setProperty("notes", String.join(BETWEEN_NAMES, result.notes()));
        write(text, SCHEDULER, result.schedulers());
        write(text, TIMING, result.timings());
        if (result.stall() != null) {
            text.setProperty(STALL, RecordText.of(result.stall()));
        }
        return text;
    }

    /**
     * @throws IllegalArgumentException if it is not what {@link #of} wrote
     */
    static RunResult parse(Properties text) {
        String names = text.getProperty("abandoned", "");
        return new RunResult(
                Integer.parseInt(text.getProperty("error_code", "")),
                text.getProperty("error_name", ""),
                text.getProperty("sentence", ""),
                text.containsKey(STALL) ? RecordText.parse(Stall.class, text.getProperty(STALL)) : null,
                number(text, "submitted"),
                number(text, "completed"),
                number(text, "allocated"),
                number(text, "arguments"),
                number(text, "wall_ticks"),
                Double.parseDouble(text.getProperty("wall_us", "")),
                read(text, SCHEDULER, SchedulerCounters.class),
                read(text, TIMING, TaskTiming.class),
                lines(names),
                (int) number(text, "cpu_percent"),
                null,
                lines(text.getProperty("notes", "")));
    }

    private static List<String> lines(String joined) {
        return joined.isEmpty() ? List.of() : Arrays.asList(joined.split(BETWEEN_NAMES));
    }

    private static long number(Properties text, String name) {
        return Long.parseLong(text.getProperty(name, ""));
    }

    private static void write(Properties text, String prefix, List<? extends Record> records) {
        for (int i = 0; i < records.size(); i++) {
            text.setProperty(prefix + i, RecordText.of(records.get(i)));
        }
    }

    private static <R extends Record> List<R> read(Properties text, String prefix, Class<R> type) {
        List<R> all = new ArrayList<>();
        while (text.containsKey(prefix + all.size())) {
            all.add(RecordText.parse(type, text.getProperty(prefix + all.size())));
        }
        return all;
    }
}
