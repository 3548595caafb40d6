package io.tidemark.analysis.convert.encode;

/** Field numbers of Perfetto's trace format, as its published schema fixes them. */
final class PerfettoFields {
    static final int TRACE_PACKET = 1;

    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE = 10;
    static final int PACKET_EVENT = 11;
    static final int PACKET_INTERNED = 12;
    static final int PACKET_FLAGS = 13;
    static final int PACKET_TRACK = 60;

    static final int FLAG_STATE_CLEARED = 1;
    static final int FLAG_NEEDS_STATE = 2;

    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_PARENT = 5;
    static final int TRACK_COUNTER = 8;
    static final int TRACK_CHILD_ORDERING = 11;
    static final int TRACK_RANK = 12;
    static final int ORDERING_EXPLICIT = 3;

    static final int PROCESS_PID = 1;
    static final int PROCESS_SORT_INDEX = 3;
    static final int PROCESS_NAME = 6;

    static final int EVENT_CATEGORY = 3;
    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME = 10;
    static final int EVENT_TRACK = 11;
    static final int EVENT_COUNTER_VALUE = 30;
    static final int EVENT_FLOW = 47;
    static final int EVENT_FLOW_END = 48;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_COUNTER = 4;

    static final int ANNOTATION_NAME = 1;
    static final int ANNOTATION_BOOLEAN = 2;
    static final int ANNOTATION_UNSIGNED = 3;
    static final int ANNOTATION_SIGNED = 4;
    static final int ANNOTATION_REAL = 5;
    static final int ANNOTATION_TEXT = 6;
    static final int ANNOTATION_INTERNED_TEXT = 17;

    static final int INTERNED_CATEGORY = 1;
    static final int INTERNED_NAME = 2;
    static final int INTERNED_ANNOTATION = 3;
    static final int INTERNED_TEXT = 29;
    static final int INTERNED_ID = 1;
    static final int INTERNED_VALUE = 2;

    private PerfettoFields() {}
}
