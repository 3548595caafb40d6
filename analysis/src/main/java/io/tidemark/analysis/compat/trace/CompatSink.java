package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.convert.encode.AsciiBuffer;
import io.tidemark.analysis.convert.encode.ChunkTarget;
import io.tidemark.analysis.convert.encode.JobRunner;
import io.tidemark.analysis.convert.encode.Word;
import io.tidemark.capture.swimlane.SchedulerPhases;

/**
 * Encodes events as Chrome trace JSON, each preceded by a comma and a newline. Times are written
 * exactly as the converter of simpler computes them. One thread.
 */
final class CompatSink implements JobRunner.Sink {
    private static final int CAPACITY = 1 << 18;
    private static final int SPILL = CAPACITY - (1 << 14);
    private static final int SLICE = 0;
    private static final int COUNTER = 1;

    private final AsciiBuffer out = new AsciiBuffer(CAPACITY);
    private final ChunkTarget target;
    private boolean isFirst;
    private boolean hasArguments;

    /** With {@code isFirst} the first event of the document comes from this sink. */
    CompatSink(ChunkTarget target, boolean isFirst) {
        this.target = target;
        this.isFirst = isFirst;
    }

    private AsciiBuffer begin(String head) {
        out.put(isFirst ? "\n" : ",\n").put(head);
        isFirst = false;
        return out;
    }

    void process(int pid, String name, int sortIndex) {
        begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"process_name\",\"pid\":").put(pid);
        out.put(",\"args\":{\"name\":").put(Word.quote(name)).put("}}");
        if (sortIndex >= 0) {
            begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"process_sort_index\",\"pid\":");
            out.put(pid).put(",\"args\":{\"sort_index\":").put(sortIndex).put("}}");
        }
    }

    void thread(int pid, int tid, String name) {
        threadMetadata(pid, tid, "thread_name");
        out.put(",\"args\":{\"name\":").put(Word.quote(name)).put("}}");
    }

    void threadSortIndex(int pid, int tid, int sortIndex) {
        threadMetadata(pid, tid, "thread_sort_index");
        out.put(",\"args\":{\"sort_index\":").put(sortIndex).put("}}");
    }

    private void threadMetadata(int pid, int tid, String what) {
        begin("{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"").put(what);
        out.put("\",\"pid\":").put(pid).put(",\"tid\":").put(tid);
    }

    void slice(int pid, int tid, double beginMicros, double durationMicros) {
        open(SLICE, pid, tid, beginMicros);
        out.put(",\"dur\":");
        out.putExact(durationMicros);
    }

    void counter(int pid, int tid, double micros, Word name) {
        open(COUNTER, pid, tid, micros);
        name(name);
    }

    private void open(int kind, int pid, int tid, double micros) {
        hasArguments = false;
        begin(kind == SLICE ? "{\"ph\":\"X\",\"pid\":" : "{\"ph\":\"C\",\"pid\":");
        out.put(pid).put(",\"tid\":").put(tid).put(",\"ts\":");
        time(micros);
    }

    private void time(double micros) {
        out.putExact(micros);
    }

    void category(Word category) {
        out.put(",\"cat\":").put(category.quoted());
    }

    void color(Word color) {
        out.put(",\"cname\":").put(color.quoted());
    }

    void id(long id) {
        out.put(",\"id\":").put(id);
    }

    void name(Word name) {
        out.put(",\"name\":").put(name.quoted());
    }

    void nameOfTask(Word kernel, long taskId) {
        openName(kernel);
        out.put('(').putTask(taskId).put(")\"");
    }

    void nameCounted(Word word, long count) {
        openName(word);
        out.put('(').put(count).put(")\"");
    }

    private void openName(Word word) {
        out.put(",\"name\":").put(word.quoted());
        out.dropLast(); // the closing quote: more follows
    }

    void argument(Word key, long value) {
        key(key).put(value);
    }

    void argumentUnsigned(Word key, long value) {
        key(key).putUnsigned(value);
    }

    void argument(Word key, double micros) {
        key(key);
        time(micros);
    }

    void argument(Word key, Word text) {
        key(key).put(text.quoted());
    }

    void argument(Word key, boolean value) {
        key(key).put(value ? "true" : "false");
    }

    void argumentDepths(Word key, long packedDepths) {
        key(key).put('[').put(SchedulerPhases.depth(packedDepths, 0));
        out.put(',').put(SchedulerPhases.depth(packedDepths, 1));
        out.put(',').put(SchedulerPhases.depth(packedDepths, 2)).put(']');
    }

    private AsciiBuffer key(Word key) {
        out.put(hasArguments ? "," : ",\"args\":{").put(key.quoted()).put(':');
        hasArguments = true;
        return out;
    }

    AsciiBuffer beginHint(Word key) {
        return key(key).put('"');
    }

    void endHint() {
        out.put('"');
    }

    void close() {
        out.put(hasArguments ? "}}" : "}");
        spill();
    }

    private void spill() {
        if (out.size() >= SPILL) {
            finish();
        }
    }

    void arrow(Arrow arrow) {
        end(arrow, "s", arrow.fromPid, arrow.fromTid, arrow.fromMicros);
        counts(arrow, arrow.fromBind);
        end(arrow, "f", arrow.toPid, arrow.toTid, arrow.toMicros);
        out.put(",\"bp\":\"e\"");
        counts(arrow, arrow.toBind);
        spill();
    }

    private void end(Arrow arrow, String phase, int pid, int tid, double micros) {
        begin("{\"ph\":\"").put(phase).put("\",\"cat\":\"flow\",\"id\":").put(arrow.id);
        out.put(",\"name\":").put(arrow.name.quoted()).put(",\"pid\":").put(pid);
        out.put(",\"tid\":").put(tid).put(",\"ts\":");
        time(micros);
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
