package io.tidemark.analysis.convert.encode;

import io.tidemark.capture.swimlane.SchedulerPhases;

/** Encodes events as Chrome trace JSON, each preceded by a comma and a newline. One thread. */
public final class ChromeJsonSink implements TraceSink {
    private static final int CAPACITY = 1 << 18;
    private static final int SPILL = CAPACITY - (1 << 14);
    private static final int SLICE = 0;
    private static final int COUNTER = 1;

    private final AsciiBuffer out = new AsciiBuffer(CAPACITY);
    private final ChunkTarget target;
    private final JsonStyle style;
    private boolean isFirst;
    private boolean hasArguments;

    /** With {@code isFirst} the first event of the document comes from this sink. */
    public ChromeJsonSink(ChunkTarget target, JsonStyle style, boolean isFirst) {
        this.target = target;
        this.style = style;
        this.isFirst = isFirst;
    }

    private AsciiBuffer begin(String head) {
        out.put(isFirst ? "\n" : ",\n").put(head);
        isFirst = false;
        return out;
    }

    @Override
    public void process(int pid, String name, int sortIndex) {
        begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"process_name\",\"pid\":")
                .put(pid);
        out.put(",\"args\":{\"name\":").put(Word.quote(name)).put("}}");
        if (sortIndex >= 0) {
            begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"process_sort_index\",\"pid\":");
            out.put(pid).put(",\"args\":{\"sort_index\":").put(sortIndex).put("}}");
        }
    }

    @Override
    public void thread(int pid, int tid, String name) {
        threadMetadata(pid, tid, "thread_name");
        out.put(",\"args\":{\"name\":").put(Word.quote(name)).put("}}");
    }

    @Override
    public void threadSortIndex(int pid, int tid, int sortIndex) {
        threadMetadata(pid, tid, "thread_sort_index");
        out.put(",\"args\":{\"sort_index\":").put(sortIndex).put("}}");
    }

    private void threadMetadata(int pid, int tid, String what) {
        begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"").put(what);
        out.put("\",\"pid\":").put(pid).put(",\"tid\":").put(tid);
    }

    @Override
    public void slice(int pid, int tid, long begin, long end) {
        open(SLICE, pid, tid, begin);
        style.length(out.put(",\"dur\":"), begin, end);
    }

    @Override
    public void shortestSlice(int pid, int tid, long begin) {
        open(SLICE, pid, tid, begin);
        style.shortest(out.put(",\"dur\":"));
    }

    @Override
    public void counter(int pid, int tid, long moment, Word name) {
        open(COUNTER, pid, tid, moment);
        name(name);
    }

    private void open(int kind, int pid, int tid, long moment) {
        hasArguments = false;
        begin(kind == SLICE ? "{\"ph\":\"X\",\"pid\":" : "{\"ph\":\"C\",\"pid\":");
        out.put(pid).put(",\"tid\":").put(tid).put(",\"ts\":");
        style.moment(out, moment);
    }

    @Override
    public void category(Word category) {
        out.put(",\"cat\":").put(category.quoted());
    }

    @Override
    public void color(Word color) {
        out.put(",\"cname\":").put(color.quoted());
    }

    @Override
    public void id(long id) {
        if (style.hasIds()) {
            out.put(",\"id\":").put(id);
        }
    }

    @Override
    public void name(Word name) {
        out.put(",\"name\":").put(name.quoted());
    }

    @Override
    public void nameOfTask(Word kernel, long taskId) {
        openName(kernel);
        out.put('(').putTask(taskId).put(")\"");
    }

    @Override
    public void nameCounted(Word word, long count) {
        openName(word);
        out.put('(').put(count).put(")\"");
    }

    private void openName(Word word) {
        out.put(",\"name\":").put(word.quoted());
        out.dropLast(); // the closing quote: more follows
    }

    @Override
    public void argument(Word key, long value) {
        key(key).put(value);
    }

    @Override
    public void argumentUnsigned(Word key, long value) {
        key(key).putUnsigned(value);
    }

    @Override
    public void argumentMoment(Word key, long moment) {
        style.moment(key(key), moment);
    }

    @Override
    public void argumentLength(Word key, long begin, long end) {
        style.length(key(key), begin, end);
    }

    @Override
    public void argumentMicros(Word key, double micros) {
        style.micros(key(key), micros);
    }

    @Override
    public void argument(Word key, Word text) {
        key(key).put(text.quoted());
    }

    @Override
    public void argument(Word key, boolean value) {
        key(key).put(value ? "true" : "false");
    }

    @Override
    public void argumentDepths(Word key, long packedDepths) {
        key(key).put('[').put(SchedulerPhases.depth(packedDepths, 0));
        out.put(',').put(SchedulerPhases.depth(packedDepths, 1));
        out.put(',').put(SchedulerPhases.depth(packedDepths, 2)).put(']');
    }

    private AsciiBuffer key(Word key) {
        out.put(hasArguments ? "," : ",\"args\":{").put(key.quoted()).put(':');
        hasArguments = true;
        return out;
    }

    @Override
    public boolean wantsHints() {
        return true;
    }

    @Override
    public AsciiBuffer beginHint(Word key) {
        return key(key).put('"');
    }

    @Override
    public void endHint() {
        out.put('"');
    }

    @Override
    public void arrowOut(long arrow) {
        // arrows are events of their own here
    }

    @Override
    public void arrowIn(long arrow) {
        // arrows are events of their own here
    }

    @Override
    public void close() {
        out.put(hasArguments ? "}}" : "}");
        spill();
    }

    private void spill() {
        if (out.size() >= SPILL) {
            finish();
        }
    }

    @Override
    public void arrow(Arrow arrow) {
        end(arrow, "s", arrow.fromPid, arrow.fromTid, arrow.fromMoment);
        counts(arrow, arrow.fromBind);
        end(arrow, "f", arrow.toPid, arrow.toTid, arrow.toMoment);
        out.put(",\"bp\":\"e\"");
        counts(arrow, arrow.toBind);
        spill();
    }

    private void end(Arrow arrow, String phase, int pid, int tid, long moment) {
        begin("{\"ph\":\"").put(phase).put("\",\"cat\":\"flow\",\"id\":").put(arrow.id);
        out.put(",\"name\":").put(arrow.name.quoted()).put(",\"pid\":").put(pid);
        out.put(",\"tid\":").put(tid).put(",\"ts\":");
        style.moment(out, moment);
    }

    private void counts(Arrow arrow, int slice) {
        if (arrow.inputCount != Arrow.NONE) {
            out.put(",\"input_task_count\":").put(arrow.inputCount);
            out.put(",\"output_task_count\":").put(arrow.outputCount);
        }
        if (slice != Arrow.NONE) {
            out.put(",\"bind_id\":").put(slice);
        }
        out.put('}');
    }

    @Override
    public void finish() {
        target.write(out.bytes(), out.size());
        out.clear();
    }
}
