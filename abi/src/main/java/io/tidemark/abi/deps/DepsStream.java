package io.tidemark.abi.deps;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;

/** The one stream of the deps channel: a submit is a chain of slots. */
public enum DepsStream implements ChannelStream {
    SUBMIT_SLOT(0, "submit_slot", SubmitSlot.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    DepsStream(int code, String label, RecordLayout record) {
        this.code = code;
        this.label = label;
        this.record = record;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public RecordLayout record() {
        return record;
    }
}
