package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U32Array;
import io.tidemark.abi.layout.U8;

/**
 * A submitted task and tasks that it comes after: edges by their ids and nothing else. A task with
 * more than {@link #MOST_PRODUCERS} of them continues in the next record of its lane. Fields are
 * plain: the publish word releases the whole record.
 */
public final class FaninRecord {
    /** Producers that one record holds. */
    public static final int MOST_PRODUCERS = 6;

    /** Value of {@link #KIND}: more producers of the task of the record before. */
    public static final int CONTINUED = 255;

    /**
     * Value of {@link #KIND}: the writer that it names is forgotten, and the task and later ones
     * that touch what it wrote do not name it.
     */
    public static final int FORGOTTEN = 254;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("FaninRecord", 7);

    // spotless:off
    public static final U32      TASK_LOCAL      = RECORD.u32 (0, "taskLocal",         ID,    "low half of the task id");
    public static final U8       KIND            = RECORD.u8  (4, "kind",              CODE,  "SubmitKind; 255 where the record before goes on, 254 where later records do not name this producer");
    public static final U8       PRODUCERS       = RECORD.u8  (5, "producers",         COUNT, "how many this record names");
    public static final U16      RINGS           = RECORD.u16 (6, "rings",             ID,    "high halves, two bits each: the task's lowest, then its producers'");
    public static final U32Array PRODUCER_LOCALS = RECORD.u32s(8, "producerLocals", MOST_PRODUCERS, ID, "low halves of their task ids");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    /** The fields before the producers in one word. */
    public static final I64 HEAD = new I64(TASK_LOCAL.offset());

    private static final int RING_BITS = 2;
    private static final int RING_MASK = (1 << RING_BITS) - 1;

    private FaninRecord() {}

    /** The word of {@link #HEAD}; rings as {@link #ring} packs them. */
    public static long head(long taskId, int kind, int producers, int rings) {
        return taskId & 0xFFFF_FFFFL
                | (long) kind << 32
                | (long) producers << 40
                | (rings | taskId >>> 32 & RING_MASK) << 48;
    }

    /** The bits of a producer's ring. */
    public static int ring(int producer, long taskId) {
        return (int) (taskId >>> 32 & RING_MASK) << RING_BITS * (producer + 1);
    }

    /** The task id from its low half and the rings of its record; -1 is the task itself. */
    public static long taskId(int producer, long local, int rings) {
        return (long) (rings >>> RING_BITS * (producer + 1) & RING_MASK) << 32 | local;
    }

    /** The task of a record that was copied into words; its first one is {@code words[at]}. */
    public static long taskId(long[] words, int at) {
        return taskId(-1, TASK_LOCAL.of(words, at), RINGS.of(words, at));
    }

    /** Puts the producers of such a record into an array; answers how many there are. */
    public static int producers(long[] words, int at, long[] found) {
        int rings = RINGS.of(words, at);
        int count = Math.min(PRODUCERS.of(words, at), MOST_PRODUCERS);
        for (int producer = 0; producer < count; producer++) {
            found[producer] = taskId(producer, PRODUCER_LOCALS.of(words, at, producer), rings);
        }
        return count;
    }
}
