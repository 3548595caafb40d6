package io.tidemark.analysis.convert.encode;

import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Encodes events as packets of Perfetto's native trace format. One sink is one packet sequence with
 * its own interned names. Slices of a track come from one sink, one track after the other and in
 * order of time, because the format closes slices like brackets. One thread.
 */
public final class PerfettoSink implements TraceSink {
    private static final int CAPACITY = 1 << 18;
    private static final int SPILL = CAPACITY - (1 << 14);
    private static final long NO_TRACK = 0;
    private static final int MAX_SERIES = 8;

    private final ChunkTarget target;
    private final int sequence;
    private final ProtoBuffer out = new ProtoBuffer(CAPACITY);
    private final ProtoBuffer event = new ProtoBuffer(1 << 12);
    private final ProtoBuffer descriptor = new ProtoBuffer(1 << 8);
    private final InternTable interned = new InternTable();
    private final AsciiBuffer hint = new AsciiBuffer(1 << 8);
    private final BitSet counterTracks = new BitSet();
    private final Map<Integer, Long> lastSamples = new HashMap<>();
    private boolean isFirstPacket = true;
    private int packetFlags;

    private long track = NO_TRACK;
    private byte[] beginFields = {};
    private byte[] endFields = {};
    private long[] openEnds = new long[8];
    private int openCount;
    private long beginNanos;
    private boolean isCounter;
    private int counterPid;
    private int counterTid;
    private int counterSeries;
    private Word counterName;
    private Word hintKey;

    public PerfettoSink(ChunkTarget target, int sequence) {
        this.target = target;
        this.sequence = sequence;
    }

    /** Track number of a thread: small, so that it costs few bytes in every event. */
    private static long threadTrack(int pid, int tid) {
        return ((long) pid << 21 | tid) * MAX_SERIES + 1;
    }

    private static long counterTrack(int pid, int tid, int series) {
        return threadTrack(pid, tid) + 1 + Math.min(series, MAX_SERIES - 2);
    }

    private static long processTrack(int pid) {
        return pid + 1L << 40; // above every thread
    }

    @Override
    public void process(int pid, String name, int sortIndex) {
        event.clear();
        event.number(PerfettoFields.PROCESS_PID, pid);
        if (sortIndex >= 0) {
            event.number(PerfettoFields.PROCESS_SORT_INDEX, sortIndex);
        }
        event.text(PerfettoFields.PROCESS_NAME, name);
        descriptor.clear();
        descriptor.number(PerfettoFields.TRACK_UUID, processTrack(pid));
        descriptor.message(PerfettoFields.TRACK_PROCESS, event);
        descriptor.number(PerfettoFields.TRACK_CHILD_ORDERING, PerfettoFields.ORDERING_EXPLICIT);
        describe();
    }

    @Override
    public void thread(int pid, int tid, String name) {
        beginTrack(threadTrack(pid, tid), pid, name, tid);
        describe();
    }

    @Override
    public void threadSortIndex(int pid, int tid, int sortIndex) {
        // tracks are ranked by their thread number
    }

    private void beginTrack(long uuid, int pid, String name, int rank) {
        descriptor.clear();
        descriptor.number(PerfettoFields.TRACK_UUID, uuid);
        descriptor.number(PerfettoFields.TRACK_PARENT, processTrack(pid));
        descriptor.text(PerfettoFields.TRACK_NAME, name);
        descriptor.number(PerfettoFields.TRACK_RANK, rank);
    }

    private void describe() {
        openPacket(ProtoBuffer.sizeOfMessage(PerfettoFields.PACKET_TRACK, descriptor.size()));
        out.message(PerfettoFields.PACKET_TRACK, descriptor);
        endPacket();
    }

    @Override
    public void slice(int pid, int tid, long fromNanos, long toNanos) {
        long wanted = threadTrack(pid, tid);
        if (wanted != track) {
            closeUntil(Long.MAX_VALUE);
            enter(wanted);
        }
        beginNanos = Math.max(0, fromNanos);
        closeUntil(beginNanos);
        long endNanos = Math.max(beginNanos, toNanos);
        if (openCount > 0) {
            endNanos = Math.min(endNanos, openEnds[openCount - 1]);
        }
        if (openCount == openEnds.length) {
            openEnds = Arrays.copyOf(openEnds, 2 * openCount);
        }
        openEnds[openCount++] = endNanos;
        isCounter = false;
        event.clear();
        event.raw(beginFields);
    }

    @Override
    public void shortestSlice(int pid, int tid, long nanos) {
        slice(pid, tid, nanos, nanos + SHORTEST_NANOS);
    }

    /** Encodes once what every begin and every end on a track repeats. */
    private void enter(long newTrack) {
        track = newTrack;
        event.clear();
        event.number(PerfettoFields.EVENT_TYPE, PerfettoFields.TYPE_BEGIN);
        event.number(PerfettoFields.EVENT_TRACK, track);
        beginFields = event.toArray();
        event.clear();
        event.number(PerfettoFields.EVENT_TYPE, PerfettoFields.TYPE_END);
        event.number(PerfettoFields.EVENT_TRACK, track);
        descriptor.clear();
        descriptor.message(PerfettoFields.PACKET_EVENT, event);
        descriptor.number(PerfettoFields.PACKET_SEQUENCE, sequence);
        endFields = descriptor.toArray();
    }

    /** Closes every open slice of the current track that ends by then, inner ones first. */
    private void closeUntil(long nanos) {
        while (openCount > 0 && openEnds[openCount - 1] <= nanos) {
            long end = openEnds[--openCount];
            int size = ProtoBuffer.sizeOf(PerfettoFields.PACKET_TIMESTAMP, end);
            out.open(PerfettoFields.TRACE_PACKET, size + endFields.length);
            out.number(PerfettoFields.PACKET_TIMESTAMP, end).raw(endFields);
            spillIfFull();
        }
    }

    @Override
    public void counter(int pid, int tid, long nanos, Word name) {
        isCounter = true;
        counterPid = pid;
        counterTid = tid;
        counterName = name;
        counterSeries = 0;
        beginNanos = Math.max(0, nanos);
    }

    private void sample(Word series, long value) {
        int number = counterSeries++;
        long uuid = counterTrack(counterPid, counterTid, number);
        int slot = counterTid * MAX_SERIES + number;
        Long shown = lastSamples.put(slot, value);
        if (shown != null && shown == value) {
            return; // a counter keeps its value until the next sample
        }
        if (!counterTracks.get(slot)) {
            counterTracks.set(slot);
            boolean isOnly = series == counterName;
            String name = isOnly ? series.text() : counterName.text() + " " + series.text();
            beginTrack(uuid, counterPid, name, counterTid);
            descriptor.bytes(PerfettoFields.TRACK_COUNTER, new byte[0], 0);
            describe();
        }
        event.clear();
        event.number(PerfettoFields.EVENT_TYPE, PerfettoFields.TYPE_COUNTER);
        event.number(PerfettoFields.EVENT_TRACK, uuid);
        event.number(PerfettoFields.EVENT_COUNTER_VALUE, value);
        endEvent(beginNanos);
    }

    @Override
    public void category(Word category) {
        if (!isCounter) {
            event.number(PerfettoFields.EVENT_CATEGORY, interned.idOf(PerfettoFields.INTERNED_CATEGORY, category));
        }
    }

    @Override
    public void color(Word color) {
        // the viewer colours by name
    }

    @Override
    public void id(long id) {
        // arrows find slices by themselves
    }

    @Override
    public void name(Word name) {
        event.number(PerfettoFields.EVENT_NAME, interned.idOf(PerfettoFields.INTERNED_NAME, name));
    }

    @Override
    public void nameOfTask(Word kernel, long taskId) {
        name(kernel); // the task is an argument: one name per kernel can be grouped and summed
    }

    @Override
    public void nameCounted(Word word, long count) {
        name(word);
    }

    private long keyOf(Word key) {
        return interned.idOf(PerfettoFields.INTERNED_ANNOTATION, key);
    }

    private void annotate(Word key, int field, long value) {
        long name = keyOf(key);
        int size = ProtoBuffer.sizeOf(PerfettoFields.ANNOTATION_NAME, name) + ProtoBuffer.sizeOf(field, value);
        event.open(PerfettoFields.EVENT_ANNOTATION, size);
        event.number(PerfettoFields.ANNOTATION_NAME, name).number(field, value);
    }

    @Override
    public void argument(Word key, long value) {
        if (isCounter) {
            sample(key, value);
        } else {
            annotate(key, PerfettoFields.ANNOTATION_SIGNED, value);
        }
    }

    @Override
    public void argumentUnsigned(Word key, long value) {
        annotate(key, PerfettoFields.ANNOTATION_UNSIGNED, value);
    }

    @Override
    public void argumentMoment(Word key, long nanos) {
        argumentMicros(key, nanos / 1000.0);
    }

    @Override
    public void argumentLength(Word key, long beginNanos, long endNanos) {
        argumentMicros(key, (endNanos - beginNanos) / 1000.0);
    }

    @Override
    public void argumentMicros(Word key, double micros) {
        long name = keyOf(key);
        int size = ProtoBuffer.sizeOf(PerfettoFields.ANNOTATION_NAME, name) + 1 + Double.BYTES;
        event.open(PerfettoFields.EVENT_ANNOTATION, size);
        event.number(PerfettoFields.ANNOTATION_NAME, name);
        event.real(PerfettoFields.ANNOTATION_REAL, micros);
    }

    @Override
    public void argument(Word key, Word text) {
        annotate(key, PerfettoFields.ANNOTATION_INTERNED_TEXT, interned.idOf(PerfettoFields.INTERNED_TEXT, text));
    }

    @Override
    public void argument(Word key, boolean value) {
        annotate(key, PerfettoFields.ANNOTATION_BOOLEAN, value ? 1 : 0);
    }

    @Override
    public void argumentDepths(Word key, long packedDepths) {
        hint.clear();
        hint.put(SchedulerPhases.depth(packedDepths, 0)).put(',');
        hint.put(SchedulerPhases.depth(packedDepths, 1)).put(',');
        hint.put(SchedulerPhases.depth(packedDepths, 2));
        hintKey = key;
        endHint();
    }

    @Override
    public boolean wantsHints() {
        return false;
    }

    @Override
    public AsciiBuffer beginHint(Word key) {
        hint.clear();
        hintKey = key;
        return hint;
    }

    @Override
    public void endHint() {
        long name = keyOf(hintKey);
        int size = ProtoBuffer.sizeOf(PerfettoFields.ANNOTATION_NAME, name)
                + ProtoBuffer.sizeOfMessage(PerfettoFields.ANNOTATION_TEXT, hint.size());
        event.open(PerfettoFields.EVENT_ANNOTATION, size);
        event.number(PerfettoFields.ANNOTATION_NAME, name);
        event.bytes(PerfettoFields.ANNOTATION_TEXT, hint.bytes(), hint.size());
    }

    @Override
    public void arrowOut(long arrow) {
        event.fixed(PerfettoFields.EVENT_FLOW, arrow + 1); // 0 means none
    }

    @Override
    public void arrowIn(long arrow) {
        event.fixed(PerfettoFields.EVENT_FLOW_END, arrow + 1);
    }

    @Override
    public void close() {
        if (!isCounter) {
            endEvent(beginNanos);
        }
    }

    private void endEvent(long nanos) {
        int size = ProtoBuffer.sizeOf(PerfettoFields.PACKET_TIMESTAMP, nanos)
                + ProtoBuffer.sizeOfMessage(PerfettoFields.PACKET_EVENT, event.size());
        openPacket(size);
        out.number(PerfettoFields.PACKET_TIMESTAMP, nanos);
        out.message(PerfettoFields.PACKET_EVENT, event);
        endPacket();
    }

    /** Begins a packet of which {@code size} bytes are not the sink's own. */
    private void openPacket(int size) {
        packetFlags = PerfettoFields.FLAG_NEEDS_STATE;
        packetFlags |= isFirstPacket ? PerfettoFields.FLAG_STATE_CLEARED : 0;
        isFirstPacket = false;
        int whole = size
                + ProtoBuffer.sizeOf(PerfettoFields.PACKET_SEQUENCE, sequence)
                + ProtoBuffer.sizeOf(PerfettoFields.PACKET_FLAGS, packetFlags);
        if (interned.hasPending()) {
            whole += ProtoBuffer.sizeOfMessage(
                    PerfettoFields.PACKET_INTERNED, interned.pending().size());
        }
        out.open(PerfettoFields.TRACE_PACKET, whole);
    }

    private void endPacket() {
        out.number(PerfettoFields.PACKET_SEQUENCE, sequence);
        if (interned.hasPending()) {
            out.message(PerfettoFields.PACKET_INTERNED, interned.pending());
            interned.pending().clear();
        }
        out.number(PerfettoFields.PACKET_FLAGS, packetFlags);
        spillIfFull();
    }

    private void spillIfFull() {
        if (out.size() >= SPILL) {
            spill();
        }
    }

    @Override
    public void arrow(Arrow arrow) {
        // arrows are parts of slices here
    }

    @Override
    public void finish() {
        closeUntil(Long.MAX_VALUE);
        spill();
    }

    private void spill() {
        target.write(out.bytes(), out.size());
        out.clear();
    }
}
