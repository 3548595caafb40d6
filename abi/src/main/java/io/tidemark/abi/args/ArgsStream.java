package io.tidemark.abi.args;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;

/** The one stream of the args channel; its lanes have payload arenas. */
public enum ArgsStream implements ChannelStream {
    ARGUMENT(0, "args", ArgumentRecord.LAYOUT);

    private final int code;
    private final String label;
    private final RecordLayout record;

    ArgsStream(int code, String label, RecordLayout record) {
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
