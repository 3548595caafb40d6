package io.tidemark.abi.args;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;

/** The argument dump: what kernels were given and what they gave back. */
public final class ArgsChannel {
    /** The directory of a capture that holds the dump. */
    public static final String DIRECTORY = "args_dump";

    /** What was dumped, in {@link #DIRECTORY}. */
    public static final String FILE = "args_dump.json";

    /** The bytes of the tensors, beside it. */
    public static final String PAYLOAD_FILE = "args.bin";

    public static final Channel CHANNEL = Channel.named("args", 2)
            .flag(DfxFeature.DUMP_ARGS_ENABLE)
            .option("--dump-args")
            .streams(ArgsStream.values())
            .testRecords(1) // see TestPattern
            .artifacts(DIRECTORY + "/" + FILE, DIRECTORY + "/" + PAYLOAD_FILE)
            .build();

    private ArgsChannel() {}
}
