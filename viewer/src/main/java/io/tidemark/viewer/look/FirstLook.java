package io.tidemark.viewer.look;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Picture;
import io.tidemark.viewer.timeline.Stretch;
import io.tidemark.viewer.timeline.Timeline;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture of the cores alone, from the first part of a large records file, a moment before the
 * rest is read. It understands today's row form and gives up on anything else: the real reader
 * decides what a file means, this only shortens the wait. Used once by one thread.
 */
public final class FirstLook {
    /** Below this size the whole file is read as fast as a page comes up. */
    public static final long WORTH_IT_BYTES = 24L << 20;

    static final String NOT_ALL = "not all rows of the cores are read yet";

    private static final int HEAD_BYTES = 1 << 20; // far more than any metadata block
    private static final Pattern CLOCK = Pattern.compile("\"clock_freq_hz\":\\s*(\\d{1,12})");
    private static final Pattern TYPES = Pattern.compile("\"core_types\":\\s*\\[([^\\]]*)\\]");
    private static final Pattern ROWS = Pattern.compile("\"aicore_tasks\":\\s*\\[");
    private static final int COLUMNS = 6;
    private static final int MOST_CORES = 4096;
    private static final long FAR_TICK = 1L << 62; // no counter has got there

    private final MemorySegment bytes;
    private final String head;
    private final List<LaneBuilder> lanes = new ArrayList<>();
    private double nanosPerTick;
    private String[] types = {};
    private long origin;
    private long at;
    private boolean sawEnd;
    private boolean passedOver;

    private FirstLook(MemorySegment bytes, String head) {
        this.bytes = bytes;
        this.head = head;
    }

    /** The cores of a capture, or empty when a first look is not worth it or not possible. */
    public static Optional<Picture> of(CaptureDirectory directory) {
        Optional<Path> records = directory.swimlane();
        return records.isPresent() && SwimlaneTables.isHead(records.get())
                ? TableLook.at(directory, WORTH_IT_BYTES)
                : records.flatMap(FirstLook::at).map(Function.identity());
    }

    /** The cores of a records file, or empty as before. */
    public static Optional<Timeline> at(Path records) {
        return at(records, WORTH_IT_BYTES);
    }

    static Optional<Timeline> at(Path records, long worthItBytes) {
        try {
            if (Files.size(records) < worthItBytes || !records.toString().endsWith(".json")) {
                return Optional.empty();
            }
            try (FileChannel file = FileChannel.open(records);
                    Arena arena = Arena.ofConfined()) {
                long size = file.size();
                MemorySegment all = file.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
                byte[] first = all.asSlice(0, Math.min(HEAD_BYTES, size)).toArray(ValueLayout.JAVA_BYTE);
                return new FirstLook(all, new String(first, StandardCharsets.ISO_8859_1)).look();
            }
        } catch (IOException unreadable) {
            return Optional.empty(); // the real reader says why
        }
    }

    private Optional<Timeline> look() {
        Matcher clock = CLOCK.matcher(head);
        Matcher rows = ROWS.matcher(head);
        Matcher cores = TYPES.matcher(head);
        if (!clock.find() || !rows.find() || Long.parseLong(clock.group(1)) == 0) {
            return Optional.empty();
        }
        nanosPerTick = 1e9 / Long.parseLong(clock.group(1));
        types = cores.find() ? cores.group(1).split(",") : types;
        origin = earliest(rows.end());
        at = rows.end();
        sawEnd = false;
        long[] row = new long[COLUMNS];
        while (next(row)) {
            if (row[0] >= MOST_CORES || isStray(row)) {
                passedOver = true;
            } else if (row[3] > 0) {
                long begin = Math.round((row[3] - origin) * nanosPerTick);
                lane((int) row[0]).add(begin, Math.round((row[4] - origin) * nanosPerTick), 0, -1);
            }
        }
        List<Lane> built = lanes.stream().map(LaneBuilder::build).toList();
        boolean any = built.stream().anyMatch(lane -> lane.size() > 0);
        return any ? Optional.of(new Timeline(byKind(built), List.of("kernel"), unread(built))) : Optional.empty();
    }

    /** Lanes may lack rows that were not understood here; the real reader will know. */
    private List<Stretch> unread(List<Lane> built) {
        long end = built.stream().mapToLong(Lane::latestEndNanos).max().orElse(0);
        return passedOver || !sawEnd
                ? List.of(new Stretch(
                        Stretch.Kind.UNREAD, Stretch.EVERY_LANE, 0, end, "not all rows of the cores are read yet"))
                : List.of();
    }

    /** A stamp that only the whole reading can judge would stretch the axis over years. */
    private static boolean isStray(long[] row) {
        return row[3] < 0 || row[3] >= FAR_TICK || row[4] < 0 || row[4] >= FAR_TICK;
    }

    private long earliest(long from) {
        at = from;
        long earliest = Long.MAX_VALUE;
        long[] row = new long[COLUMNS];
        while (next(row)) {
            boolean stamped = row[3] > 0 && !isStray(row);
            earliest = stamped ? Math.min(earliest, row[3] - row[5]) : earliest;
        }
        return earliest;
    }

    private LaneBuilder lane(int core) {
        while (lanes.size() <= core) {
            int number = lanes.size();
            boolean cube = number < types.length && types[number].contains("aic");
            LaneKind kind = cube ? LaneKind.AIC_CORE : LaneKind.AIV_CORE;
            lanes.add(new LaneBuilder(kind, kind.word() + " " + number));
        }
        return lanes.get(core);
    }

    private static List<Lane> byKind(List<Lane> lanes) {
        List<Lane> ordered = new ArrayList<>();
        for (LaneKind kind : new LaneKind[] {LaneKind.AIC_CORE, LaneKind.AIV_CORE}) {
            lanes.stream().filter(lane -> lane.kind() == kind).forEach(ordered::add);
        }
        return ordered;
    }

    /** The next row of whole numbers; false at the end of the list or at anything unexpected. */
    private boolean next(long[] row) {
        long size = bytes.byteSize();
        int letter = 0;
        while (at < size && letter != '[') {
            letter = bytes.get(ValueLayout.JAVA_BYTE, at++);
            if (letter == ']') {
                sawEnd = true;
                return false;
            }
        }
        int column = 0;
        long value = 0;
        row[5] = 0; // files before June 2026 have five columns
        while (at < size && column < COLUMNS) {
            letter = bytes.get(ValueLayout.JAVA_BYTE, at++);
            if (letter >= '0' && letter <= '9') {
                value = value * 10 + (letter - '0');
            } else if (letter == ',' || letter == ']') {
                row[column++] = value;
                value = 0;
                if (letter == ']') {
                    return column >= 5;
                }
            } else if (letter != ' ') {
                return false;
            }
        }
        return false;
    }
}
